import { inAscii, isStorable, withoutInvisible } from './text';
import { parseUrl } from './url';

export const MAX_EMAIL = 254;

const ONLY_ASCII = /^[\x20-\x7E]*$/;
const LOCAL_PART = '[^\\s\\p{Cc}@<>()[\\]\\\\,;:"]{1,64}';
const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?';
/** No dot at either end of the local part nor two together, which mail servers reject; no network address. */
const EMAIL = new RegExp(`^(?!\\.|[^@]*\\.[.@]|.*\\.\\d+$)${LOCAL_PART}@${LABEL}(?:\\.${LABEL})+$`, 'u');

/**
 * Whether the text is one e-mail address, in any script: a domain with a dot, no display name, no quotation marks, and
 * nothing that could break a mail header.
 */
export function isEmail(text: string): boolean {
  return text.length <= MAX_EMAIL && EMAIL.test(text) && isStorable(text);
}

/**
 * The address as people type and paste it: without blanks around it and invisible characters, composed (NFC), and with
 * the wide forms of East Asian keyboards in ASCII.
 */
export function typedEmail(text: string): string {
  return inAscii(withoutInvisible(text)).normalize('NFC').trim();
}

/**
 * The address in the one form in which users' addresses are stored and looked up: as `typedEmail`, with a domain of other
 * letters in ASCII (`exämple.com` is `xn--exmple-cua.com`). The case of ASCII letters stays; comparisons ignore it.
 */
export function userAddress(text: string): string {
  const typed = typedEmail(text);
  const at = typed.lastIndexOf('@');
  const domain = typed.slice(at + 1);
  if (at === -1 || ONLY_ASCII.test(domain)) return typed;
  const ascii = parseUrl(`http://${domain}/`)?.hostname;
  return ascii === undefined ? typed : `${typed.slice(0, at)}@${ascii}`;
}
