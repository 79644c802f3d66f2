import {
  aliasFor,
  cbuCheckDigit,
  clabeCheckDigit,
  clabeFor,
  cvuFor,
  digitsFrom,
} from './sandbox-instructions-accounts';

const references = Array.from({ length: 200 }, (_, i) => `sbx_${String(i).padStart(32, '0')}`);

/** Left to right with the weights of the published rule, unlike the code under test. */
function blockIsValid(block: string, weights: readonly number[]): boolean {
  const sum = weights.reduce((total, weight, i) => total + weight * Number(block[i]), 0);
  return (10 - (sum % 10)) % 10 === Number(block[weights.length]);
}

describe('account numbers of the sandbox', () => {
  // CBU 2850590 9 4009041813520 1, the example of the public documentation. First block by hand:
  // 2·7 + 8·1 + 5·3 + 0·9 + 5·7 + 9·1 + 0·3 = 81, and 90 - 81 = 9.
  it.each([
    ['2850590', '9'],
    ['4009041813520', '1'],
    ['0000003', '1'],
    ['0000000', '0'],
  ])('closes the CBU block %s with %s', (block, digit) => {
    expect(cbuCheckDigit(block)).toBe(digit);
  });

  // CLABE 032180000118359719, the example of the published rule. The products by hand, reduced to their last digit:
  // 0+1+2+3+6+0+0+0+0+3+7+8+9+5+9+1+7 = 61, and 70 - 61 = 9.
  it('closes a CLABE with its check digit', () => {
    expect(clabeCheckDigit('03218000011835971')).toBe('9');
  });

  it('generates CVUs of 22 digits whose two check digits are right', () => {
    for (const cvu of references.map(cvuFor)) {
      expect(cvu).toMatch(/^0009999\d{15}$/);
      expect(blockIsValid(cvu.slice(0, 8), [7, 1, 3, 9, 7, 1, 3])).toBe(true);
      expect(blockIsValid(cvu.slice(8), [3, 9, 7, 1, 3, 9, 7, 1, 3, 9, 7, 1, 3])).toBe(true);
    }
  });

  it('generates CLABEs of 18 digits whose check digit is right', () => {
    for (const clabe of references.map(clabeFor)) {
      expect(clabe).toMatch(/^999180\d{12}$/);
      const sum = [...clabe.slice(0, 17)].reduce((total, d, i) => total + ((Number(d) * Number('371'[i % 3])) % 10), 0);
      expect((sum + Number(clabe[17])) % 10).toBe(0);
    }
  });

  it('generates aliases that a bank would accept', () => {
    for (const alias of references.map(aliasFor)) expect(alias).toMatch(/^[a-z.]{6,20}$/);
  });

  it('gives every order a unique account', () => {
    expect(new Set(references.map(cvuFor)).size).toBe(references.length);
    expect(new Set(references.map(clabeFor)).size).toBe(references.length);
  });

  it('derives the same digits from the same reference, and different ones for another purpose', () => {
    expect(digitsFrom('a', 'x', 12)).toBe(digitsFrom('a', 'x', 12));
    expect(digitsFrom('a', 'x', 12)).not.toBe(digitsFrom('a', 'y', 12));
    expect(digitsFrom('a', 'x', 12)).toMatch(/^\d{12}$/);
  });
});
