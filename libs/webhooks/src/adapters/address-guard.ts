import ipaddr from 'ipaddr.js';

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** The only IPv6 block from which public addresses are assigned. */
const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** In a public range, yet every machine in Azure reaches its host's instance agent there. */
const METADATA = ['168.63.129.16'];

/**
 * Decides to which addresses webhooks may be sent: public ones, and the networks that the operator allows. All others
 * (loopback, private, link-local with its metadata services, shared, multicast, prefixes that translate to IPv4) would let
 * a merchant reach hosts that only this machine can reach.
 */
export class AddressGuard {
  private readonly networks: Network[];

  /** `allowedNetworks` in CIDR notation. */
  constructor(allowedNetworks: readonly string[]) {
    this.networks = allowedNetworks.map((cidr) => ipaddr.parseCIDR(cidr));
  }

  /** Whether the IP address may be contacted. False for a text that is not an address. */
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

/** The IP address in the host part of a URL, without brackets; undefined when the host is a name. */
export function literalAddress(hostname: string): string | undefined {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return ipaddr.isValid(bare) ? bare : undefined;
}
