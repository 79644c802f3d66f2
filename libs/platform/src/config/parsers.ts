import { decimal, Money, USD, type Decimal } from '@app/kernel';
import ipaddr from 'ipaddr.js';

/** Hops to trust, or the networks of the proxies to trust. */
export type TrustProxy = number | string[];

/** Parsers of configuration values. Each throws a `RangeError` whose text continues "VARIABLE …". */
export const oneOf =
  <T extends string>(...allowed: T[]) =>
  (text: string): T => {
    const found = allowed.find((value) => value === text);
    if (found === undefined) throw new RangeError(`must be one of ${allowed.join(', ')}`);
    return found;
  };

export const integer =
  (min: number, max: number) =>
  (text: string): number => {
    const value = /^\d{1,12}$/.test(text) ? Number(text) : NaN;
    if (!(value >= min && value <= max)) throw new RangeError(`must be a whole number from ${min} to ${max}`);
    return value;
  };

/** An amount of USD, zero or more. */
export function dollars(text: string): Money {
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(text)) throw new RangeError('must be an amount of USD such as 5 or 7.50');
  return Money.of(text, USD);
}

/** Port 0 asks the system for a free one. */
export const port = integer(0, 65_535);

const DAY_MS = 86_400_000;
const UNIT_MS: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: DAY_MS };
/** A hundred years: PostgreSQL can subtract that from any date. */
const LONGEST_DAYS = 36_500;

/** `500ms`, `30s`, `5m`, `2h`, `1d` in milliseconds. */
export function duration(text: string): number {
  const match = /^(\d{1,9})(ms|s|m|h|d)$/.exec(text);
  if (!match) throw new RangeError('must be a duration such as 30s, 5m or 2h');
  const value = Number(match[1]) * (UNIT_MS[match[2] as string] as number);
  if (value > LONGEST_DAYS * DAY_MS) throw new RangeError(`must be at most ${LONGEST_DAYS}d`);
  return value;
}

/** A duration longer than zero; zero is never intended. */
export function positiveDuration(text: string): number {
  const value = duration(text);
  if (value === 0) throw new RangeError('must be longer than zero');
  return value;
}

/** A duration that is not shorter than another one, which is written in the same way. */
export const durationFrom =
  (min: string) =>
  (text: string): number => {
    const value = duration(text);
    if (value < duration(min)) throw new RangeError(`must be at least ${min}`);
    return value;
  };

export const durations =
  (count: number) =>
  (text: string): number[] => {
    const parts = text.split(',');
    if (parts.length !== count) throw new RangeError(`must list ${count} durations separated by commas`);
    return parts.map((part) => duration(part.trim()));
  };

/** 32 bytes in base64, or its form for URLs. The value itself is never repeated in the message. */
export function key32(text: string): Buffer {
  const key = Buffer.from(text, 'base64');
  // Decoding skips every other character, so that a damaged key would be another one. Line breaks damage nothing.
  if (key.length !== 32 || !/^[\w+/-]{43}=?$/.test(text.replaceAll(/\s/g, '')))
    throw new RangeError('must be 32 bytes in base64 (openssl rand -base64 32)');
  return key;
}

/** A secret that is used as text. */
export function passphrase(text: string): string {
  if (text.length < 32) throw new RangeError('must have at least 32 characters');
  return text;
}

/** Per cent, zero or more. */
export function percentage(text: string): Decimal {
  if (!/^\d{1,3}(\.\d{1,6})?$/.test(text)) throw new RangeError('must be a percentage such as 2 or 0.5');
  return decimal(text);
}

export const flag = (text: string): boolean => oneOf('true', 'false')(text) === 'true';

/** A folder, which no shell has expanded. */
export function folder(text: string): string {
  if (/^~|^\$/.test(text)) throw new RangeError('must be the path of a folder: ~ and $ are not expanded here');
  return text;
}

/** The address of a network interface. */
export function host(text: string): string {
  const isAddress = text.includes(':') ? ipaddr.IPv6.isValid(text) : ipaddr.IPv4.isValidFourPartDecimal(text);
  if (!isAddress && text !== 'localhost') throw new RangeError('must be an IP address such as 0.0.0.0');
  return text;
}

/** Bits of an IPv6 address before the IPv4 address that it maps. */
const MAPPED_BITS = 96;

export function cidrList(text: string): string[] {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  for (const part of parts) assertNetwork(part);
  return parts;
}

/** Addresses are compared in their own family, so that a network of IPv4 addresses written as IPv6 would never match. */
function assertNetwork(text: string): void {
  const [address = '', bits = ''] = text.split('/');
  const isPlain = address.includes(':') || ipaddr.IPv4.isValidFourPartDecimal(address);
  if (!isPlain || !ipaddr.isValidCIDR(text)) {
    throw new RangeError(`must be a list of networks such as 10.0.0.0/8, and ${text} is not one`);
  }
  const [network] = ipaddr.parseCIDR(text);
  if (!(network instanceof ipaddr.IPv6) || !network.isIPv4MappedAddress()) return;
  const length = Math.max(0, Number(bits) - MAPPED_BITS);
  throw new RangeError(
    `must have ${network.toIPv4Address().toString()}/${length} in place of ${text}, which never matches`,
  );
}

export function trustProxy(text: string): TrustProxy {
  return /^\d{1,2}$/.test(text) ? Number(text) : cidrList(text);
}

/** The provider of each capability, by the capability's name; `*` stands for every other. */
export type RouteList = ReadonlyMap<string, string>;

const PROVIDER_NAME = /^[a-z][a-z0-9_]*$/;

/** A list of providers such as `sandbox` or `stripe,woovi`. */
export function providerList(text: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim().toLowerCase());
  const bad = names.find((name) => !PROVIDER_NAME.test(name));
  if (bad !== undefined) throw new RangeError(`must be a list of providers such as stripe,woovi; found "${bad}"`);
  if (new Set(names).size < names.length) throw new RangeError(`must name each provider once; found "${text}"`);
  return names;
}

/** Routes such as `brl_pix:woovi,*:dlocal`: names that match `name`, each with its provider. */
export const routeList =
  (name: RegExp, example: string) =>
  (text: string): RouteList => {
    const routes = new Map<string, string>();
    for (const part of text.split(',').filter((each) => each.trim() !== '')) {
      const [capability = '', provider = '', ...rest] = part.split(':').map((each) => each.trim());
      if (!(capability === '*' || name.test(capability)) || !PROVIDER_NAME.test(provider) || rest.length > 0) {
        throw new RangeError(`must be routes such as ${example}; found "${part.trim()}"`);
      }
      if (routes.has(capability)) throw new RangeError(`must have one route for ${capability}; found "${text}"`);
      routes.set(capability, provider);
    }
    return routes;
  };
