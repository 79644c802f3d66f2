import { bankInShort, shortMask } from './bank-facts';

describe('shortMask', () => {
  it.each([
    ['******************5201', '••••5201'],
    ['**34', '••34'],
    ['****', '••••'],
  ])('shows %s as %s', (masked, shown) => {
    expect(shortMask(masked)).toBe(shown);
  });
});

describe('bankInShort', () => {
  it('names the bank and the end of the account number', () => {
    expect(bankInShort({ name: 'Itaú', code: '341', account_number: '****6789' })).toBe('Itaú ••••6789');
  });

  it('prefers the number that identifies the account in payments', () => {
    expect(bankInShort({ name: 'Galicia', cbu: '******************5201', account_number: '***9' })).toBe(
      'Galicia ••••5201',
    );
  });
});
