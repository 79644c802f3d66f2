import { isLegible, isStorable } from './text';

describe('isStorable', () => {
  it.each(['', 'Café Río', '支払い', 'two\nlines\tand a tab', 'an emoji 🙂', '\u{10ffff}'])('accepts %j', (text) => {
    expect(isStorable(text)).toBe(true);
  });

  it.each([
    ['NUL', 'a\0b'],
    ['an unpaired high surrogate', 'a\ud83d'],
    ['an unpaired low surrogate', '\ude42b'],
    ['a reversed surrogate pair', '\ude42\ud83d'],
  ])('rejects %s', (_what, text) => {
    expect(isStorable(text)).toBe(false);
  });
});

describe('legible text', () => {
  it.each(['a', 'ñ', '\u202Ea', '😀', '👨‍👩‍👧', '日本', '١', '.', '\u0301'])('is %j', (text) => {
    expect(isLegible(text)).toBe(true);
  });

  it.each([
    '',
    ' ',
    '\u00A0\u3000\t\n',
    '\u200B',
    '\u200B\u200C\u200D\u200E\u200F',
    '\u2060\u00AD\uFEFF',
    '\u202A\u202E',
    '\u2066\u2069',
    '\uFE0F',
    '\u{E0001}',
    '\u3164',
    '\u115F',
    '\u2800',
    '\u0007',
    '\u0085',
    '\u061C',
  ])('is not %j, of which nothing is seen', (text) => {
    expect(isLegible(text)).toBe(false);
  });
});
