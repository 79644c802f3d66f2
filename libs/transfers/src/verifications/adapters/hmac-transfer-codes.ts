import { CONFIG, type EncryptionKeys } from '@app/platform';
import { Inject, Injectable } from '@nestjs/common';
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { Payable } from '../../payouts/application/ports';
import { TransferCodes, type IssuedCode } from '../application/ports';

const DIGITS = 6;

/**
 * Codes of six random digits. A plain hash of one can be reversed by trying them all, so they are stored as HMAC-SHA256
 * under a separate key, together with the verification's id: the hash of one row is worthless in another.
 */
@Injectable()
export class HmacTransferCodes extends TransferCodes {
  private readonly key: Buffer;
  /** Also that of before a rotation of `SECRETS_KEY`: a person may be entering a code right now. */
  private readonly keys: readonly Buffer[];

  constructor(@Inject(CONFIG) { secretsKey, secretsKeyPrevious }: EncryptionKeys) {
    super();
    this.key = codesKey(secretsKey);
    this.keys = [this.key, ...(secretsKeyPrevious ? [codesKey(secretsKeyPrevious)] : [])];
  }

  issue(verificationId: string): IssuedCode {
    const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
    return { code, hash: hashUnder(this.key, verificationId, code) };
  }

  matches(verificationId: string, code: string, hash: Buffer): boolean {
    return this.isAmongHashes(verificationId, code, hash);
  }

  digestOf(payable: Payable): Buffer {
    return hashUnder(this.key, 'destination', textOf(payable));
  }

  isDigestOf(payable: Payable, digest: Buffer): boolean {
    return this.isAmongHashes('destination', textOf(payable), digest);
  }

  private isAmongHashes(subject: string, content: string, hash: Buffer): boolean {
    return this.keys.some((key) => {
      const expected = hashUnder(key, subject, content);
      return expected.length === hash.length && timingSafeEqual(expected, hash);
    });
  }
}

function codesKey(secretsKey: Buffer): Buffer {
  return createHmac('sha256', secretsKey).update('transfer codes').digest();
}

function textOf({ rail, currency }: Payable): string {
  return JSON.stringify({ rail, currency });
}

function hashUnder(key: Buffer, subject: string, content: string): Buffer {
  return createHmac('sha256', key).update(`${subject}|${content}`, 'utf8').digest();
}
