import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import type { Secrets } from '../config/secrets';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The keys of an encrypter, as in the configuration. */
export type EncryptionKeys = Pick<Secrets, 'secretsKey'> & Partial<Pick<Secrets, 'secretsKeyPrevious'>>;

/**
 * Encrypts text for storage with AES-256-GCM. Encrypted text can be decrypted only for the same context (its row), so
 * that a copy in another row is worthless, and with the key that encrypted it: the current one or, during a rotation, the
 * previous one. Stored form: nonce, tag, ciphertext.
 */
export class Encrypter {
  private readonly current: EncryptionKey;
  private readonly keys: readonly EncryptionKey[];

  constructor(current: Buffer, previous?: Buffer) {
    this.current = new EncryptionKey(current);
    this.keys = [this.current, ...(previous ? [new EncryptionKey(previous)] : [])];
  }

  static of({ secretsKey, secretsKeyPrevious }: EncryptionKeys): Encrypter {
    return new Encrypter(secretsKey, secretsKeyPrevious);
  }

  /** Identifies the current key without revealing anything about it. */
  get keyId(): string {
    return this.current.id;
  }

  encrypt(text: string, context: string): Buffer {
    return this.current.encrypt(text, context);
  }

  /** Throws when the text was encrypted with neither key or for another context, or was altered. */
  decrypt(encrypted: Buffer, context: string): string {
    return this.decrypted(encrypted, context).text;
  }

  /** The text encrypted with the current key; undefined when it already is. Throws what `decrypt` throws. */
  reencrypt(encrypted: Buffer, context: string): Buffer | undefined {
    const { key, text } = this.decrypted(encrypted, context);
    return key === this.current ? undefined : this.encrypt(text, context);
  }

  /** Lets equal texts of one context be recognised. Without the key, not even a guessed text can be checked. */
  digest(text: string, context: string): Buffer {
    return this.current.digest(text, context);
  }

  /** The digests of the text under every key: a stored one that is among them may be older than a rotation. */
  digests(text: string, context: string): Buffer[] {
    return this.keys.map((key) => key.digest(text, context));
  }

  private decrypted(encrypted: Buffer, context: string): { key: EncryptionKey; text: string } {
    const failures: unknown[] = [];
    for (const key of this.keys) {
      try {
        return { key, text: key.decrypt(encrypted, context) };
      } catch (error) {
        failures.push(error);
      }
    }
    throw failures[0];
  }
}

class EncryptionKey {
  readonly id: string;
  private readonly digestKey: Buffer;

  constructor(private readonly key: Buffer) {
    this.digestKey = createHmac('sha256', key).update('digests').digest();
    this.id = createHash('sha256').update('key id').update(key).digest('hex').slice(0, 8);
  }

  encrypt(text: string, context: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.key, nonce).setAAD(this.associated(context));
    const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
  }

  decrypt(encrypted: Buffer, context: string): string {
    const decipher = createDecipheriv(ALGORITHM, this.key, encrypted.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(this.associated(context));
    decipher.setAuthTag(encrypted.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return decipher.update(encrypted.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  }

  digest(text: string, context: string): Buffer {
    return createHmac('sha256', this.digestKey).update(`${context}\0${text}`).digest();
  }

  private associated(context: string): Buffer {
    return Buffer.from(`${this.id}|${context}`);
  }
}
