import { CONFIG, Encrypter, type EncryptionKeys } from '@app/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { EncryptedSecret } from './ports';

/**
 * Encrypts webhook secrets for storage. A secret can be decrypted only with its key and for the same version and endpoint,
 * so that a row copied to another endpoint is useless.
 */
@Injectable()
export class SecretCipher {
  private readonly encrypter: Encrypter;

  constructor(@Inject(CONFIG) keys: EncryptionKeys) {
    this.encrypter = Encrypter.of(keys);
  }

  encrypt(secret: string, endpointId: string, version: number): EncryptedSecret {
    const { keyId } = this.encrypter;
    return { version, keyId, ciphertext: this.encrypter.encrypt(secret, contextOf(endpointId, version)) };
  }

  /** Throws when the secret was encrypted with neither key of the service, for another endpoint or version, or was altered. */
  decrypt({ keyId, ciphertext, version }: EncryptedSecret, endpointId: string): string {
    try {
      return this.encrypter.decrypt(ciphertext, contextOf(endpointId, version));
    } catch (cause) {
      throw new Error(`webhook secret encrypted with key ${keyId}; SECRETS_KEY is ${this.encrypter.keyId}`, { cause });
    }
  }
}

/** What that version of the endpoint's secret is encrypted for. */
export function contextOf(endpointId: string, version: number | string): string {
  return `${endpointId}|${version}`;
}
