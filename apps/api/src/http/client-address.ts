import ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';

/** Some proxies write the port behind the address: `192.0.2.1:5555`, `[2001:db8::1]:5555`. */
const WITH_PORT = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/;

/**
 * What one client counts as for the per-IP limit. IPv6 counts by /64, the smallest network that is assigned: a single
 * host can use any address in it. Clients for which a proxy passes no address share one budget.
 */
export function limitedAddress(ip: string | undefined): string {
  if (ip === undefined) return 'unknown';
  const version = isIP(ip);
  if (version === 4) return ip;
  if (version === 6) return networkOf(ip);
  const [, bracketed, dotted] = WITH_PORT.exec(ip) ?? [];
  const bare = bracketed ?? dotted;
  return bare !== undefined && isIP(bare) !== 0 ? limitedAddress(bare) : 'unknown';
}

function networkOf(ip: string): string {
  // IPv4 on a socket that listens on both.
  if (ip.startsWith('::ffff:') && ip.includes('.')) return ip.slice('::ffff:'.length);
  const parsed = ipaddr.process(ip);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${(parsed as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
