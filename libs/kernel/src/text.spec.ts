import { isStorable } from './text';

describe('isStorable', () => {
  it.each(['', 'Café Río', '支払い', 'two\nlines\tand a tab', 'an emoji 🙂', '\u{10ffff}'])('accepts %j', (text) => {
    expect(isStorable(text)).toBe(true);
  });

  it.each([
    ['NUL', 'a\0b'],
    ['the first half of a pair alone', 'a\ud83d'],
    ['the second half of a pair alone', '\ude42b'],
    ['a pair the wrong way round', '\ude42\ud83d'],
  ])('refuses %s', (_what, text) => {
    expect(isStorable(text)).toBe(false);
  });
});
