import { forCell, forTerminal, terminalJson } from './terminal';

const ESC = '\u001b';
/** A clear screen, a C1 sequence, a title, text in the other direction, and invisible characters. */
const HOSTILE = [
  `${ESC}[2J`,
  '\u009b2J',
  `${ESC}]0;x\u0007`,
  '\u202egpj.exe',
  '\u2066a\u2069',
  '\u200b',
  '\u061c',
  '\ufeff',
  '\u{e0041}',
  '\r',
  '\b',
  '\u0085',
  '\u2028',
  '\u2029',
  '\ud800',
  '\u007f',
];
const INTERPRETED = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

describe('text for the terminal', () => {
  it.each(HOSTILE)('escapes %j', (text) => {
    expect(forTerminal(`Ana ${text}`)).not.toMatch(INTERPRETED);
    expect(forCell(`Ana ${text}\n`)).not.toMatch(INTERPRETED);
    expect(terminalJson({ name: text })).not.toMatch(INTERPRETED);
  });

  it.each(HOSTILE)('keeps %j for parsers of JSON', (text) => {
    expect(JSON.parse(terminalJson({ name: text, list: [text] }))).toEqual({ name: text, list: [text] });
    expect(JSON.parse(terminalJson({ name: text }, 2))).toEqual({ name: text });
  });

  it('leaves names of people and lines as they are', () => {
    expect(forTerminal('José Ñandú 株式会社 😀\nO’Higgins')).toBe('José Ñandú 株式会社 😀\nO’Higgins');
    expect(forCell('a\nb')).toBe('a\\u000ab');
  });
});
