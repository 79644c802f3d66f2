import { bankNumberOf, shortAccount } from './bank-number';

describe('the number of a bank account', () => {
  it.each([
    [{ name: 'Banco', cbu: '******************5201' }, 'cbu', 'Banco •••• 5201'],
    [{ name: 'BBVA', clabe: '**************4321' }, 'clabe', 'BBVA •••• 4321'],
    [{ name: 'Itaú', code: '341', pix_key: '************.com' }, 'pix_key', 'Itaú •••• .com'],
    [{ name: 'Chase', routing_number: '021000021', account_number: '*****6789' }, 'account_number', 'Chase •••• 6789'],
  ])('%j', (bank, name, short) => {
    expect(bankNumberOf(bank)?.name).toBe(name);
    expect(shortAccount(bank)).toBe(short);
  });

  it('may be missing', () => {
    expect(shortAccount({ name: 'Banco' })).toBe('Banco');
  });
});
