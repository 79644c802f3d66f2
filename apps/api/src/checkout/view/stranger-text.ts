import { html, type Html } from './html';

/** Control characters, and those that turn the direction of the text around them. */
// eslint-disable-next-line no-control-regex
const UNWANTED = /[\u0000-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069\uFEFF]/g;

/** Text from outside without what could rearrange the page around it. */
export function harmless(text: string): string {
  return text.replaceAll(UNWANTED, ' ').trim();
}

/** Text from outside, isolated so that its own direction of writing ends where it ends. */
export function strangerText(text: string): Html {
  return html`<bdi>${harmless(text)}</bdi>`;
}

/** The first letter or digit, in upper case, or nothing. */
export function initialOf(text: string): string {
  return /[\p{L}\p{N}]/u.exec(text)?.[0].toUpperCase() ?? '';
}
