import { harmless, initialOf, strangerText } from './stranger-text';

describe('text from outside', () => {
  it('loses the characters that turn the direction of writing', () => {
    expect(harmless('a\u202Eb\u2066c\u2069')).toBe('a b c');
  });

  it('loses control characters and line breaks', () => {
    expect(harmless('\u0000a\nb\u0085c\u2028d\u001B')).toBe('a b c d');
  });

  it('keeps right-to-left letters, accents and emoji', () => {
    expect(harmless('שלום café 🎁')).toBe('שלום café 🎁');
  });

  it('is isolated and escaped', () => {
    expect(strangerText('<b>"x"').toString()).toBe('<bdi>&lt;b&gt;&quot;x&quot;</bdi>');
  });

  it.each([
    ['  librería', 'L'],
    ['«7 mares»', '7'],
    ['🎁 ñandú', 'Ñ'],
    ['<>', ''],
  ])('%j begins with %j', (text, initial) => {
    expect(initialOf(text)).toBe(initial);
  });
});
