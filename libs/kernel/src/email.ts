import { isStorable } from './text';

export const MAX_EMAIL = 254;

const LOCAL_PART = '[^\\s\\p{Cc}@<>()[\\]\\\\,;:"]{1,64}';
const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?';
const EMAIL = new RegExp(`^${LOCAL_PART}@${LABEL}(?:\\.${LABEL})+$`, 'u');

/**
 * Whether the text is one e-mail address, in any script: a domain with a dot, no display name, no quotation marks, and
 * nothing that could break a mail header.
 */
export function isEmail(text: string): boolean {
  return text.length <= MAX_EMAIL && EMAIL.test(text) && isStorable(text);
}
