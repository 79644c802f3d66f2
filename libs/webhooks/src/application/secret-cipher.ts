import { CONFIG, type Config } from '@app/platform';
import { Inject, Injectable } from '@nestjs/common';
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { SealedSecret } from './ports';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals webhook secrets for storage. What was sealed opens only with the same key and as the same version of the same
 * endpoint's secret, so that a row copied to another endpoint is worthless. Stored form: nonce, tag, ciphertext.
 */
@Injectable()
export class SecretCipher {
  private readonly key: Buffer;
  private readonly keyId: string;

  constructor(@Inject(CONFIG) config: Config) {
    this.key = config.secretsKey;
    this.keyId = createHash('sha256').update('key id').update(this.key).digest('hex').slice(0, 8);
  }

  seal(secret: string, endpointId: string, version: number): SealedSecret {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.key, nonce).setAAD(context(this.keyId, endpointId, version));
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return { version, keyId: this.keyId, ciphertext: Buffer.concat([nonce, cipher.getAuthTag(), sealed]) };
  }

  /** Throws when the secret was sealed with another key, for another endpoint or version, or was altered. */
  open({ keyId, ciphertext, version }: SealedSecret, endpointId: string): string {
    if (keyId !== this.keyId) throw new Error(`webhook secret sealed with key ${keyId}; SECRETS_KEY is ${this.keyId}`);
    const decipher = createDecipheriv(ALGORITHM, this.key, ciphertext.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(context(keyId, endpointId, version));
    decipher.setAuthTag(ciphertext.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return decipher.update(ciphertext.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  }
}

function context(keyId: string, endpointId: string, version: number): Buffer {
  return Buffer.from(`${keyId}|${endpointId}|${version}`);
}
