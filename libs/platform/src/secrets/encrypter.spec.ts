import { Encrypter } from './encrypter';

const [OLD, NEW] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const before = new Encrypter(OLD);
const during = new Encrypter(NEW, OLD);
const after = new Encrypter(NEW);

describe('Encrypter', () => {
  it('decrypts what it encrypted, for the same context only', () => {
    const encrypted = before.encrypt('secret', 'row 1');
    expect(before.decrypt(encrypted, 'row 1')).toBe('secret');
    expect(() => before.decrypt(encrypted, 'row 2')).toThrow();
  });

  it('decrypts what the previous key encrypted while that key is known', () => {
    const encrypted = before.encrypt('secret', 'row 1');
    expect(during.decrypt(encrypted, 'row 1')).toBe('secret');
    expect(() => during.decrypt(encrypted, 'row 2')).toThrow();
    expect(() => after.decrypt(encrypted, 'row 1')).toThrow();
  });

  it('encrypts with the current key only', () => {
    const encrypted = during.encrypt('secret', 'row 1');
    expect(after.decrypt(encrypted, 'row 1')).toBe('secret');
    expect(() => before.decrypt(encrypted, 'row 1')).toThrow();
    expect(during.keyId).toBe(after.keyId);
  });

  it('encrypts again what the previous key encrypted, and nothing else', () => {
    const reencrypted = during.reencrypt(before.encrypt('secret', 'row 1'), 'row 1');
    expect(after.decrypt(reencrypted!, 'row 1')).toBe('secret');
    expect(during.reencrypt(reencrypted!, 'row 1')).toBeUndefined();
    expect(() => during.reencrypt(new Encrypter(Buffer.alloc(32, 3)).encrypt('x', 'row 1'), 'row 1')).toThrow();
  });

  it('recognises the digest of a text that was made under either key', () => {
    expect(during.digests('body', 'c')).toEqual([after.digest('body', 'c'), before.digest('body', 'c')]);
    expect(after.digests('body', 'c')).toEqual([during.digest('body', 'c')]);
  });
});
