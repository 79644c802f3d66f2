import { isStorable } from './text';

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
