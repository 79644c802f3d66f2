import ipaddr from 'ipaddr.js';

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** The only IPv6 block from which public addresses are assigned. */
const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** In a public range, yet every machine in Azure reaches its host's instance agent there. */
const METADATA = ['168.63.129.16'];

/** This machine, by name (RFC 6761). */
const LOCALHOST = /^(.+\.)?localhost\.?$/i;
const LOOPBACK = ['127.0.0.1', '::1'];

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

  /**
   * Whether the host part of a URL may be contacted, as far as it shows: an address is judged here, and so is the name of
   * this machine; any other name is judged when it is resolved.
   */
  allowsHost(hostname: string): boolean {
    const address = literalAddress(hostname);
    if (address !== undefined) return this.allows(address);
    return !LOCALHOST.test(hostname) || LOOPBACK.some((loopback) => this.allows(loopback));
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

/**
 * The IP address in the host part of a parsed URL, without brackets; undefined when the host is a name. The parser has
 * already turned other spellings (numbers, octal, hexadecimal, full-width digits) into the usual one.
 */
export function literalAddress(hostname: string): string | undefined {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return ipaddr.isValid(bare) ? bare : undefined;
}

function contains([base, bits]: Network, address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (base.kind() !== address.kind()) return false;
  return (address as ipaddr.IPv4).match([base, bits]);
}
