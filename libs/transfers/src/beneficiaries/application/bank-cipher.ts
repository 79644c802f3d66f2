import { CONFIG, Encrypter, type EncryptionKeys } from '@app/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { BankFields } from '../domain/destination';

/** Encrypts unmasked bank fields for storage. They can be decrypted only for the id that they were encrypted for. */
@Injectable()
export class BankCipher {
  private readonly encrypter: Encrypter;

  constructor(@Inject(CONFIG) keys: EncryptionKeys) {
    this.encrypter = Encrypter.of(keys);
  }

  encrypt(bank: BankFields, id: string): Buffer {
    return this.encrypter.encrypt(JSON.stringify(bank), contextOf(id));
  }

  /** Throws when they were encrypted with another key or for another id, or were altered. */
  decrypt(encrypted: Buffer, id: string): BankFields {
    return JSON.parse(this.text(encrypted, id)) as BankFields;
  }

  private text(encrypted: Buffer, id: string): string {
    try {
      return this.encrypter.decrypt(encrypted, contextOf(id));
    } catch (cause) {
      throw new Error(`the bank fields of ${id} cannot be decrypted; SECRETS_KEY is ${this.encrypter.keyId}`, {
        cause,
      });
    }
  }
}

/** What the bank fields with that id are encrypted for. */
export function contextOf(id: string): string {
  return `bank fields|${id}`;
}
