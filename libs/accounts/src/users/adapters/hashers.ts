import { hash, verify } from '@node-rs/argon2';
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { TokenHasher } from '../../keys/application/ports';
import { PasswordHasher } from '../application/ports';

/** argon2id over the composed text (NFC), with the library's defaults, which follow OWASP's first recommendation (19 MiB, 2 passes, 1 lane). */
export class Argon2PasswordHasher extends PasswordHasher {
  hash(password: string): Promise<string> {
    return hash(password.normalize('NFC'));
  }

  /** Hashes from before passwords were composed (NFC) are of the text as it was typed then. */
  async verify(stored: string, password: string): Promise<boolean> {
    const forms = new Set([password.normalize('NFC'), password, password.normalize('NFD')]);
    for (const form of forms) if (await verify(stored, form)) return true;
    return false;
  }
}

/**
 * HMAC-SHA256 under the pepper. A key carries 48 random characters, so a fast hash is enough; the pepper makes a copy
 * of the table useless, and the whole key is hashed so that neither account nor environment can be exchanged.
 */
export class PepperedTokenHasher extends TokenHasher {
  private readonly pepper: KeyObject;

  constructor(pepper: Buffer) {
    super();
    this.pepper = createSecretKey(pepper);
  }

  hash(key: string): Buffer {
    return createHmac('sha256', this.pepper).update(key, 'utf8').digest();
  }
}
