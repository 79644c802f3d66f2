import { CONFIG, Sealer, type SealingKeys } from '@app/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { BankFields } from '../domain/destination';

/** Seals unmasked bank fields for storage. They open only for the id that they were sealed for. */
@Injectable()
export class BankCipher {
  private readonly sealer: Sealer;

  constructor(@Inject(CONFIG) keys: SealingKeys) {
    this.sealer = Sealer.of(keys);
  }

  seal(bank: BankFields, id: string): Buffer {
    return this.sealer.seal(JSON.stringify(bank), contextOf(id));
  }

  /** Throws when they were sealed with another key or for another id, or were altered. */
  open(sealed: Buffer, id: string): BankFields {
    return JSON.parse(this.text(sealed, id)) as BankFields;
  }

  private text(sealed: Buffer, id: string): string {
    try {
      return this.sealer.open(sealed, contextOf(id));
    } catch (cause) {
      throw new Error(`the bank fields of ${id} do not open; SECRETS_KEY is ${this.sealer.keyId}`, { cause });
    }
  }
}

/** What the bank fields with that id are sealed for. */
export function contextOf(id: string): string {
  return `bank fields|${id}`;
}
