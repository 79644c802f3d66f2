import { newId } from '@app/kernel';
import { BankCipher } from './bank-cipher';

const BANK = { name: 'Banco Galicia', cbu: '2850590940090418135201' };

describe('BankCipher', () => {
  const cipher = new BankCipher({ secretsKey: Buffer.alloc(32, 1) });
  const id = newId();

  it('decrypts what it encrypted', () => {
    expect(cipher.decrypt(cipher.encrypt(BANK, id), id)).toEqual(BANK);
  });

  it('shows nothing of it', () => {
    expect(cipher.encrypt(BANK, id).includes('2850590940090418135201')).toBe(false);
  });

  it('does not decrypt the fields of another record, or with another key', () => {
    const encrypted = cipher.encrypt(BANK, id);

    const other = new BankCipher({ secretsKey: Buffer.alloc(32, 2) });

    expect(() => cipher.decrypt(encrypted, newId())).toThrow(/cannot be decrypted; SECRETS_KEY is [0-9a-f]{8}/);
    expect(() => other.decrypt(encrypted, id)).toThrow(/cannot be decrypted/);
  });
});
