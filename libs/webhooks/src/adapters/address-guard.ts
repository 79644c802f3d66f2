import ipaddr from 'ipaddr.js';

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** The only IPv6 block from which public addresses have been given out. */
const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Public by number, yet served by the cloud's own host to every machine in it (Azure's instance agent). */
const METADATA = ['168.63.129.16'];

/**
 * Decides which addresses webhooks may be sent to: public ones, and the networks that the operator has listed. Everything
 * else (loopback, private, link-local and so metadata services, shared, multicast, translation prefixes that lead back to
 * IPv4) would let a merchant reach what only this machine can.
 */
export class AddressGuard {
  private readonly networks: Network[];

  /** `allowedNetworks` in CIDR notation. */
  constructor(allowedNetworks: readonly string[]) {
    this.networks = allowedNetworks.map((cidr) => ipaddr.parseCIDR(cidr));
  }

  /** Whether the IP address may be contacted. False for anything that is no address. */
  allows(address: string): boolean {
    if (!ipaddr.isValid(address)) return false;
    // `process` turns an IPv4 address inside an IPv6 one back into IPv4.
    const parsed = ipaddr.process(address);
    if (this.networks.some((network) => contains(network, parsed))) return true;
    if (parsed.range() !== 'unicast' || METADATA.includes(parsed.toString())) return false;
    return parsed.kind() === 'ipv4' || contains(GLOBAL_UNICAST_V6, parsed);
  }
}

function contains([base, bits]: Network, address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (base.kind() !== address.kind()) return false;
  return (address as ipaddr.IPv4).match([base, bits]);
}

/** The IP address that the host part of a URL is, without brackets; undefined when it is a name. */
export function literalAddress(hostname: string): string | undefined {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return ipaddr.isValid(bare) ? bare : undefined;
}
