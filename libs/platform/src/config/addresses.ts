import { hostProblem, misreadUrlProblem, parseUrl } from '@app/kernel';
import ipaddr from 'ipaddr.js';

/**
 * Parsers of the addresses of other servers. Each throws a `RangeError` whose text continues "VARIABLE …" and never repeats
 * the value, which may hold a password. An address with an unknown part is rejected.
 */

const NAMEABLE = /^[a-z][a-z_.-]{0,40}$/i;

/** Throws for a query parameter that is not in the list, or is repeated. */
export function onlyParameters(url: URL, known: readonly string[]): void {
  const names = [...url.searchParams.keys()];
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined && known.includes(repeated)) throw new RangeError(`must have ${repeated} once`);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const named = NAMEABLE.test(unknown) ? `the parameter ${unknown}` : 'a parameter';
  const allowed = known.length > 0 ? `supported are ${known.join(', ')}` : 'none is supported';
  throw new RangeError(`must not have ${named}, which is not supported: ${allowed}`);
}

/** An http or https address without a fragment and credentials, which would be dropped silently. */
export function httpUrl(text: string): string {
  const url = parseUrl(text);
  if (!url || !/^https?:$/.test(url.protocol)) throw new RangeError('must be an http or https address');
  if (url.username || url.password) throw new RangeError('must not contain credentials');
  if (text.includes('#')) throw new RangeError('must not have a fragment (#…)');
  assertMeant(text, url);
  return text;
}

/** The address is used as it is written, so that what the parser repairs in silence must not be in it. */
function assertMeant(text: string, url: URL): void {
  const problem = /[\s\\]/.test(text) ? 'must not have blanks or backslashes' : misreadUrlProblem(text, url);
  if (problem !== undefined) throw new RangeError(problem);
}

/** An http or https address that paths are added to; without its final slashes. */
export function baseUrl(text: string): string {
  if (httpUrl(text).includes('?')) throw new RangeError('must not have a query (?…)');
  return text.replace(/\/+$/, '');
}

/** The proxy of outgoing requests, with or without credentials. */
export function proxyUrl(text: string): string {
  const url = parseUrl(text);
  if (!url || !/^https?:$/.test(url.protocol)) throw new RangeError('must be an http or https address');
  if (url.pathname !== '/' || /[?#]/.test(text)) throw new RangeError('must be only a scheme, host and port');
  if (!decodes(url.username) || !decodes(url.password))
    throw new RangeError('must have its credentials percent-encoded');
  assertMeant(text, url);
  return text;
}

/** Throws unless the address has a host that can exist: not an empty one, and no placeholder. */
export function assertHost({ hostname }: URL): void {
  const problem = hostProblem(hostname);
  if (problem !== undefined) throw new RangeError(problem);
}

/** A mail server. `from` is an address, or a name with an address in angle brackets. */
export function smtpUrl(text: string): string {
  const url = parseUrl(text);
  // For a scheme that the parser does not know, an address without a host is well-formed.
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '') {
    throw new RangeError('must be an smtp or smtps address');
  }
  assertHost(url);
  if (url.port === '0') throw new RangeError('must have a port from 1 to 65535');
  if (!decodes(url.username) || !decodes(url.password))
    throw new RangeError('must have its credentials percent-encoded');
  if (!/^\/?$/.test(url.pathname) || text.includes('#')) throw new RangeError('must not have a path or a fragment');
  onlyParameters(url, ['from']);
  const from = url.searchParams.get('from');
  if (from !== null && !parseSender(from)) {
    throw new RangeError('must name a sender such as from=pay@shop.example or from=Pay <pay@shop.example>');
  }
  return text;
}

export interface Sender {
  /** Empty without one. */
  name: string;
  address: string;
}

const ADDRESS = /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@[^\s@<>()[\]\\,;:"\p{Cc}]{1,255}$/u;

/** Parses `pay@shop.example` or `Pay <pay@shop.example>`. Undefined for any other text. */
export function parseSender(text: string): Sender | undefined {
  const [, quoted = '', address = text.trim()] = /^\s*([^<>]*?)\s*<([^<>]*)>\s*$/.exec(text) ?? [];
  const name = quoted.replace(/^"(.*)"$/, '$1');
  if (!ADDRESS.test(address) || /["\p{Cc}]/u.test(name)) return undefined;
  return { name, address };
}

/** Whether the host of the address is this machine. */
export function isOwnMachine(text: string): boolean {
  const host = (parseUrl(text)?.hostname ?? '').replace(/^\[(.*)\]$/, '$1');
  if (ipaddr.isValid(host)) return ipaddr.process(host).range() === 'loopback';
  return /^(.+\.)?localhost\.?$/i.test(host);
}

/** Parses the address of a server with one of the schemes, a host, a port that exists, and credentials that decode. */
export function serverUrl(text: string, schemes: readonly string[]): URL {
  if (!schemes.some((scheme) => text.startsWith(`${scheme}://`))) {
    throw new RangeError(`must start with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`);
  }
  const [, authority = '', rest = ''] = /^\w+:\/\/([^/?#]*)(.*)$/s.exec(text) ?? [];
  if (authority.split('@').length > 2 || (rest.includes('@') && !authority.includes('@'))) {
    throw new RangeError('has a user name or password that must be percent-encoded: @ as %40, : as %3A, / as %2F');
  }
  const hosts = authority.slice(authority.indexOf('@') + 1);
  if (hosts.includes(',')) throw new RangeError('must name one host: put a proxy or a virtual address before several');
  const portText = /:(\d*)$/.exec(hosts)?.[1];
  if (portText && !(Number(portText) >= 1 && Number(portText) <= 65_535)) {
    throw new RangeError('must have a port from 1 to 65535');
  }
  const url = parseUrl(text);
  if (!url || !decodes(url.username) || !decodes(url.password)) {
    throw new RangeError('must be an address whose user name and password are percent-encoded');
  }
  if (text.includes('#')) throw new RangeError('must not have a fragment: write # as %23');
  return url;
}

function decodes(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
