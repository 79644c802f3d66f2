import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

/** The only IPv6 block from which public addresses are assigned. */
const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Prefixes of gateways that translate to IPv4 or tunnel it. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
const LOCAL_NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b:1::/48');
const SIX_TO_FOUR = ipaddr.IPv6.parseCIDR('2002::/16');
const TEREDO = ipaddr.IPv6.parseCIDR('2001::/32');

/** In a public range, yet every machine in Azure reaches its host's instance agent there. */
const METADATA = ['168.63.129.16'];

/** This machine, by name (RFC 6761). */
const LOCALHOST = /^(.+\.)?localhost\.?$/i;
const LOOPBACK = ['127.0.0.1', '::1'];

/**
 * Decides to which addresses webhooks may be sent: public ones, and the networks that the operator allows. All others
 * (loopback, private, link-local with its metadata services, shared, multicast) would let a merchant reach hosts that only
 * this machine can reach. An IPv6 address that leads to an IPv4 one is judged by that, also against the operator's list:
 * otherwise a list with the prefix of a NAT64 gateway would open everything behind it.
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
    const destinations = destinationsOf(ipaddr.process(address));
    return destinations.length > 0 && destinations.every((destination) => this.allowsDestination(destination));
  }

  private allowsDestination(address: Address): boolean {
    if (this.networks.some((network) => contains(network, address))) return true;
    if (address.range() !== 'unicast' || METADATA.includes(address.toString())) return false;
    return address.kind() === 'ipv4' || contains(GLOBAL_UNICAST_V6, address);
  }
}

/** The address itself, or the IPv4 addresses that it leads to. Empty when that depends on the gateway. */
function destinationsOf(address: Address): Address[] {
  if (address.kind() === 'ipv4') return [address];
  const bytes = (address as ipaddr.IPv6).toByteArray();
  const ipv4At = (index: number) => new ipaddr.IPv4(bytes.slice(index, index + 4));
  if (contains(NAT64, address)) return [ipv4At(12)];
  if (contains(LOCAL_NAT64, address)) {
    // A gateway with a prefix shorter than 96 bits reads the IPv4 address from these bytes too.
    return bytes.slice(8, 12).some((byte) => byte !== 0) ? [] : [ipv4At(12)];
  }
  if (contains(SIX_TO_FOUR, address)) return [ipv4At(2)];
  // The server, and the client behind it, whose address is stored inverted.
  if (contains(TEREDO, address)) return [ipv4At(4), new ipaddr.IPv4(bytes.slice(12).map((byte) => byte ^ 0xff))];
  return [address];
}

/**
 * The IP address in the host part of a parsed URL, without brackets; undefined when the host is a name. The parser has
 * already turned other spellings (numbers, octal, hexadecimal, full-width digits) into the usual one.
 */
export function literalAddress(hostname: string): string | undefined {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return ipaddr.isValid(bare) ? bare : undefined;
}

function contains([base, bits]: Network, address: Address): boolean {
  if (base.kind() !== address.kind()) return false;
  return (address as ipaddr.IPv4).match([base, bits]);
}
