import { isStorable } from './text';
import { parseUrl } from './url';

/** Longest accepted URL, in characters. */
export const MAX_URL_LENGTH = 2_048;

/** Names of hosts, with or without a final dot, and IPv6 addresses. Some names in use have an underscore. */
const HOST = /^(?:[a-z\d_-]{1,63}(?:\.[a-z\d_-]{1,63})*\.?|\[[\da-f:.]+\])$/i;
const MAX_HOST_LENGTH = 254;

/** Marks of width and direction and soft hyphens, which are copied along with text. Joiners belong to some scripts. */
const HIDDEN = /[\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/;

/** What is wrong with an http(s) address from a request or a setting, as a sentence that names the field. */
export function httpUrlProblem(url: unknown, field: string, rules: { httpsOnly: boolean }): string | undefined {
  if (typeof url !== 'string') return `The ${field} must be text.`;
  const parsed = parseUrl(url);
  // The URL parser silently drops or replaces white space, control characters and backslashes.
  if (!parsed || !/^https?:\/\/[^\s\p{Cc}\\]+$/iu.test(url) || !isStorable(url)) {
    return `The ${field} must be an http or https address.`;
  }
  if (Math.max(url.length, parsed.href.length) > MAX_URL_LENGTH) {
    return `The ${field} may have at most ${MAX_URL_LENGTH} characters.`;
  }
  if (parsed.username || parsed.password) return `The ${field} must not contain credentials.`;
  const problem = misreadUrlProblem(url, parsed);
  if (problem !== undefined) return `The ${field} ${problem}.`;
  return rules.httpsOnly && parsed.protocol !== 'https:' ? `The ${field} must be an https address.` : undefined;
}

/**
 * Why an http(s) address that the parser takes is not what its author meant, as text that continues its name: a placeholder
 * that nothing filled in, a scheme that was pasted twice, a missing host, or a host or port that cannot exist.
 */
export function misreadUrlProblem(text: string, { hostname, port }: URL): string | undefined {
  if (/[{}]/.test(text)) return 'must not have { or }: fill in the placeholder, or write %7B and %7D';
  if (HIDDEN.test(text)) return 'must not have invisible characters';
  if (!/^https?:\/\/[^/\\?#\s]/i.test(text)) return 'must have // and a host after http: or https:';
  if (/^https?$/.test(hostname)) return 'must have http:// or https:// once';
  return hostProblem(hostname) ?? (port === '0' ? 'must have a port from 1 to 65535' : undefined);
}

/** What is wrong with the host of an address, as text that continues its name. */
export function hostProblem(hostname: string): string | undefined {
  const exists = HOST.test(hostname) && hostname.length <= MAX_HOST_LENGTH;
  return exists ? undefined : 'must name a host, of letters, digits and hyphens with dots between them';
}
