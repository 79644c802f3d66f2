import ipaddr from 'ipaddr.js';

/**
 * What one client counts as for the per-IP limit. IPv6 counts by /64, the smallest network that is handed out: a
 * single host can use any address of its own.
 */
export function limitedAddress(ip: string | undefined): string {
  if (ip === undefined) return 'unknown';
  if (!ip.includes(':')) return ip;
  // IPv4 on a socket that listens on both.
  if (ip.startsWith('::ffff:') && ip.includes('.')) return ip.slice('::ffff:'.length);
  const parsed = ipaddr.process(ip);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${(parsed as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
