/** Whether PostgreSQL can store the text unchanged: it does not allow NUL, and UTF-8 has no unpaired surrogates. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** A character with a glyph: no blank, control character, mark of width or direction, or filler. */
const VISIBLE = /[^\s\u2800\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** Whether a person sees something of the text. */
export function isLegible(text: string): boolean {
  return VISIBLE.test(text);
}

/** The text without the byte-order mark that some programs write before it. */
export function withoutByteOrderMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** The text without characters that have neither a glyph nor a width. */
export function withoutInvisible(text: string): string {
  return text.replaceAll(INVISIBLE, '');
}

/** The wide forms of ASCII that East Asian keyboards write. */
const WIDE = /[\uFF01-\uFF5E]/g;
const WIDE_OFFSET = 0xfee0;

/** The text with the wide forms of ASCII characters in ASCII. */
export function inAscii(text: string): string {
  return text.replaceAll(WIDE, (wide) => String.fromCharCode(wide.charCodeAt(0) - WIDE_OFFSET));
}
