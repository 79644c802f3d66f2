import { CONFIG, Encrypter, type EncryptionKeys } from '@app/platform';
import { Inject, Injectable } from '@nestjs/common';

/** Encrypts the secrets of second factors for storage. A secret can be decrypted only for its user. */
@Injectable()
export class FactorCipher {
  private readonly encrypter: Encrypter;

  constructor(@Inject(CONFIG) keys: EncryptionKeys) {
    this.encrypter = Encrypter.of(keys);
  }

  encrypt(secret: string, userId: string): Buffer {
    return this.encrypter.encrypt(secret, factorContextOf(userId));
  }

  /** Throws when the secret was encrypted with neither key of the service or for another user, or was altered. */
  decrypt(encrypted: Buffer, userId: string): string {
    return this.encrypter.decrypt(encrypted, factorContextOf(userId));
  }
}

/** What the secret of the user is encrypted for. */
export function factorContextOf(userId: string): string {
  return `second factor ${userId}`;
}
