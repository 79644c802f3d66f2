import { hash as argon2 } from '@node-rs/argon2';
import { Argon2PasswordHasher, PepperedTokenHasher } from './hashers';

jest.unmock('@node-rs/argon2');

describe('Argon2PasswordHasher', () => {
  const hasher = new Argon2PasswordHasher();
  let hash: string;
  beforeAll(async () => {
    hash = await hasher.hash('correct horse');
  });

  it('uses argon2id with 19 MiB and two passes', () => {
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('accepts the right password and no other', async () => {
    await expect(hasher.verify(hash, 'correct horse')).resolves.toBe(true);
    await expect(hasher.verify(hash, 'Correct horse')).resolves.toBe(false);
    await expect(hasher.verify(hash, '')).resolves.toBe(false);
  });

  it('accepts the same password composed and decomposed', async () => {
    const [composed, decomposed] = ['contrase\u00f1a', 'contrasen\u0303a'];
    const stored = await hasher.hash(decomposed);
    await expect(hasher.verify(stored, composed)).resolves.toBe(true);
    await expect(hasher.verify(stored, decomposed)).resolves.toBe(true);
    await expect(hasher.verify(stored, 'contrasena')).resolves.toBe(false);
  });

  it('accepts a password that an earlier version hashed as it was typed, in either form', async () => {
    const forms = ['contrase\u00f1a', 'contrasen\u0303a'];
    for (const earlier of await Promise.all(forms.map((form) => argon2(form)))) {
      expect(await Promise.all(forms.map((form) => hasher.verify(earlier, form)))).toEqual([true, true]);
    }
  });

  it('hides that two users have the same password', async () => {
    await expect(hasher.hash('correct horse')).resolves.not.toBe(hash);
  });
});

describe('PepperedTokenHasher', () => {
  const hasher = new PepperedTokenHasher(Buffer.alloc(32, 1));

  it('is HMAC-SHA256 under the pepper', () => {
    expect(hasher.hash('pay_cafe_live_secret').toString('hex')).toBe(
      'fa2622aa6e5c4d32f182ef04320de8ab946cf00ca8df0cae0fd3a029cdb8f487',
    );
  });

  it('differs under another pepper', () => {
    const other = new PepperedTokenHasher(Buffer.alloc(32, 2));
    expect(other.hash('pay_cafe_live_secret').equals(hasher.hash('pay_cafe_live_secret'))).toBe(false);
  });

  it.each(['pay_cafe_test_secret', 'pay_cafes_live_secret', 'pay_cafe_live_secreT'])(
    'covers every segment: %s has another hash',
    (key) => {
      expect(hasher.hash(key).equals(hasher.hash('pay_cafe_live_secret'))).toBe(false);
    },
  );
});
