import { newId } from '@app/kernel';
import { aConfig } from '@app/platform/testing';
import { SecretCipher } from './secret-cipher';

const SECRET = 'ab'.repeat(32);

describe('SecretCipher', () => {
  const cipher = new SecretCipher(aConfig());
  const endpoint = newId();

  it('decrypts what it encrypted', () => {
    expect(cipher.decrypt(cipher.encrypt(SECRET, endpoint, 3), endpoint)).toBe(SECRET);
  });

  it('encrypts the same secret differently each time', () => {
    const [one, two] = [cipher.encrypt(SECRET, endpoint, 1), cipher.encrypt(SECRET, endpoint, 1)];
    expect(one.ciphertext.equals(two.ciphertext)).toBe(false);
  });

  it('does not show the secret', () => {
    expect(cipher.encrypt(SECRET, endpoint, 1).ciphertext.includes(SECRET)).toBe(false);
  });

  it("rejects another endpoint's secret", () => {
    expect(() => cipher.decrypt(cipher.encrypt(SECRET, endpoint, 1), newId())).toThrow();
  });

  it('rejects a secret that is presented as another version', () => {
    expect(() => cipher.decrypt({ ...cipher.encrypt(SECRET, endpoint, 1), version: 2 }, endpoint)).toThrow();
  });

  it.each([0, 12, 28])('rejects a secret whose byte %i was changed', (index) => {
    const encrypted = cipher.encrypt(SECRET, endpoint, 1);
    encrypted.ciphertext[index] = (encrypted.ciphertext[index] ?? 0) ^ 1;
    expect(() => cipher.decrypt(encrypted, endpoint)).toThrow();
  });

  it('rejects a secret encrypted with another key, and names that key', () => {
    const other = new SecretCipher(aConfig({ SECRETS_KEY: Buffer.alloc(32, 8).toString('base64') }));
    expect(() => cipher.decrypt(other.encrypt(SECRET, endpoint, 1), endpoint)).toThrow(
      /encrypted with key [0-9a-f]{8}/,
    );
  });
});
