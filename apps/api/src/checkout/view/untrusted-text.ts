import { html, type Html } from './html';

/** Control characters, and characters that change the direction of the surrounding text. */
// eslint-disable-next-line no-control-regex
const UNWANTED = /[\u0000-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069\uFEFF]/g;

/** Text from outside, without characters that could rearrange the surrounding page. */
export function sanitized(text: string): string {
  return text.replaceAll(UNWANTED, ' ').trim();
}

/** Sanitized text from outside, isolated so that its writing direction does not affect the surrounding text. */
export function untrustedText(text: string): Html {
  return html`<bdi>${sanitized(text)}</bdi>`;
}

/** The first letter or digit in upper case, or ''. */
export function initialOf(text: string): string {
  return /[\p{L}\p{N}]/u.exec(text)?.[0].toUpperCase() ?? '';
}
