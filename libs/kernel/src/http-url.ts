import { isStorable } from './text';
import { parseUrl } from './url';

/** Longest accepted URL, in characters. */
export const MAX_URL_LENGTH = 2_048;

/** What is wrong with an http(s) address that someone gives us, as a sentence that names the field. */
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
  return rules.httpsOnly && parsed.protocol !== 'https:' ? `The ${field} must be an https address.` : undefined;
}
