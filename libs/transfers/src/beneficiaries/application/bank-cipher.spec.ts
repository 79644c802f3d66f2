import { newId } from '@app/kernel';
import { BankCipher } from './bank-cipher';

const BANK = { name: 'Banco Galicia', cbu: '2850590940090418135201' };

describe('BankCipher', () => {
  const cipher = new BankCipher({ secretsKey: Buffer.alloc(32, 1) });
  const id = newId();

  it('opens what it sealed', () => {
    expect(cipher.open(cipher.seal(BANK, id), id)).toEqual(BANK);
  });

  it('shows nothing of it', () => {
    expect(cipher.seal(BANK, id).includes('2850590940090418135201')).toBe(false);
  });

  it('does not open the fields of another record, or with another key', () => {
    const sealed = cipher.seal(BANK, id);

    const other = new BankCipher({ secretsKey: Buffer.alloc(32, 2) });

    expect(() => cipher.open(sealed, newId())).toThrow(/do not open; SECRETS_KEY is [0-9a-f]{8}/);
    expect(() => other.open(sealed, id)).toThrow(/do not open/);
  });
});
