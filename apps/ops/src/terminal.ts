/** Control characters, line and paragraph separators, invisible characters, those that change the direction, lone surrogates. */
const IN_A_CELL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
const UNSAFE = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/**
 * The text without anything that a terminal would interpret: payers and merchants choose some of it. Control characters,
 * characters that change the direction of the text and invisible ones become escapes. Line feeds stay.
 */
export function forTerminal(text: string): string {
  return text.replace(UNSAFE, escaped);
}

/** The same for a value on a line of its own, where a line feed would begin another row. */
export function forCell(text: string): string {
  return text.replace(IN_A_CELL, escaped);
}

/** JSON in which these characters are escapes, which JSON parsers decode. `indent` as for `JSON.stringify`. */
export function terminalJson(value: unknown, indent?: number): string {
  return forTerminal(JSON.stringify(value, null, indent));
}

/** The character as JSON escapes it: a code point beyond 0xFFFF becomes two escapes. */
function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
    .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
    .join('');
}
