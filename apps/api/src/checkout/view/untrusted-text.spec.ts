import { sanitized, initialOf, untrustedText } from './untrusted-text';

describe('untrusted text', () => {
  it('loses characters that change the writing direction', () => {
    expect(sanitized('a\u202Eb\u2066c\u2069')).toBe('a b c');
  });

  it('loses control characters and line breaks', () => {
    expect(sanitized('\u0000a\nb\u0085c\u2028d\u001B')).toBe('a b c d');
  });

  it('keeps right-to-left letters, accents and emoji', () => {
    expect(sanitized('שלום café 🎁')).toBe('שלום café 🎁');
  });

  it('is isolated and escaped', () => {
    expect(untrustedText('<b>"x"').toString()).toBe('<bdi>&lt;b&gt;&quot;x&quot;</bdi>');
  });

  it.each([
    ['  librería', 'L'],
    ['«7 mares»', '7'],
    ['🎁 ñandú', 'Ñ'],
    ['<>', ''],
  ])('%j has the initial %j', (text, initial) => {
    expect(initialOf(text)).toBe(initial);
  });
});
