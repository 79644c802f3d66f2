import { hash, verify } from '@node-rs/argon2';
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { KeyHasher, PasswordHasher } from '../application/ports';

/** argon2id with the library's defaults, which follow OWASP's first recommendation (19 MiB, 2 passes, 1 lane). */
export class Argon2PasswordHasher extends PasswordHasher {
  hash(password: string): Promise<string> {
    return hash(password);
  }

  verify(stored: string, password: string): Promise<boolean> {
    return verify(stored, password);
  }
}

/**
 * HMAC-SHA256 under the pepper. A key carries 48 random characters, so a fast hash is enough; the pepper makes a copy
 * of the table useless, and the whole key is hashed so that neither account nor environment can be exchanged.
 */
export class PepperedKeyHasher extends KeyHasher {
  private readonly pepper: KeyObject;

  constructor(pepper: Buffer) {
    super();
    this.pepper = createSecretKey(pepper);
  }

  hash(key: string): Buffer {
    return createHmac('sha256', this.pepper).update(key, 'utf8').digest();
  }
}
