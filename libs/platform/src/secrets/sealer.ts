import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals text for storage with AES-256-GCM. Sealed text opens only with the same key and for the same context (the row
 * that it belongs to), so that a copy in another row is worthless. Stored form: nonce, tag, ciphertext.
 */
export class Sealer {
  /** Identifies the key without revealing anything about it. */
  readonly keyId: string;

  private readonly digestKey: Buffer;

  constructor(private readonly key: Buffer) {
    this.digestKey = createHmac('sha256', key).update('digests').digest();
    this.keyId = createHash('sha256').update('key id').update(key).digest('hex').slice(0, 8);
  }

  seal(text: string, context: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.key, nonce).setAAD(this.associated(context));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
  }

  /** Throws when the text was sealed with another key or for another context, or was altered. */
  open(sealed: Buffer, context: string): string {
    const decipher = createDecipheriv(ALGORITHM, this.key, sealed.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(this.associated(context));
    decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  }

  /** Tells equal texts of one context, and reveals nothing to a reader without the key: no text can be tried out. */
  digest(text: string, context: string): Buffer {
    return createHmac('sha256', this.digestKey).update(`${context}\0${text}`).digest();
  }

  private associated(context: string): Buffer {
    return Buffer.from(`${this.keyId}|${context}`);
  }
}
