import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import type { Secrets } from '../config/secrets';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The keys of a sealer, as in the configuration. */
export type SealingKeys = Pick<Secrets, 'secretsKey'> & Partial<Pick<Secrets, 'secretsKeyPrevious'>>;

/**
 * Seals text for storage with AES-256-GCM. Sealed text opens only for the same context (the row that it belongs to), so
 * that a copy in another row is worthless, and with the key that sealed it: the current one or, during a rotation, the
 * previous one. Stored form: nonce, tag, ciphertext.
 */
export class Sealer {
  private readonly current: SealingKey;
  private readonly keys: readonly SealingKey[];

  constructor(current: Buffer, previous?: Buffer) {
    this.current = new SealingKey(current);
    this.keys = [this.current, ...(previous ? [new SealingKey(previous)] : [])];
  }

  static of({ secretsKey, secretsKeyPrevious }: SealingKeys): Sealer {
    return new Sealer(secretsKey, secretsKeyPrevious);
  }

  /** Identifies the current key without revealing anything about it. */
  get keyId(): string {
    return this.current.id;
  }

  seal(text: string, context: string): Buffer {
    return this.current.seal(text, context);
  }

  /** Throws when the text was sealed with neither key or for another context, or was altered. */
  open(sealed: Buffer, context: string): string {
    return this.opened(sealed, context).text;
  }

  /** The text sealed with the current key; undefined when it already is. Throws what `open` throws. */
  reseal(sealed: Buffer, context: string): Buffer | undefined {
    const { key, text } = this.opened(sealed, context);
    return key === this.current ? undefined : this.seal(text, context);
  }

  /** Lets equal texts of one context be recognised. Without the key, not even a guessed text can be checked. */
  digest(text: string, context: string): Buffer {
    return this.current.digest(text, context);
  }

  /** The digests of the text under every key: a stored one that is among them may be older than a rotation. */
  digests(text: string, context: string): Buffer[] {
    return this.keys.map((key) => key.digest(text, context));
  }

  private opened(sealed: Buffer, context: string): { key: SealingKey; text: string } {
    const failures: unknown[] = [];
    for (const key of this.keys) {
      try {
        return { key, text: key.open(sealed, context) };
      } catch (error) {
        failures.push(error);
      }
    }
    throw failures[0];
  }
}

class SealingKey {
  readonly id: string;
  private readonly digestKey: Buffer;

  constructor(private readonly key: Buffer) {
    this.digestKey = createHmac('sha256', key).update('digests').digest();
    this.id = createHash('sha256').update('key id').update(key).digest('hex').slice(0, 8);
  }

  seal(text: string, context: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.key, nonce).setAAD(this.associated(context));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
  }

  open(sealed: Buffer, context: string): string {
    const decipher = createDecipheriv(ALGORITHM, this.key, sealed.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(this.associated(context));
    decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  }

  digest(text: string, context: string): Buffer {
    return createHmac('sha256', this.digestKey).update(`${context}\0${text}`).digest();
  }

  private associated(context: string): Buffer {
    return Buffer.from(`${this.id}|${context}`);
  }
}
