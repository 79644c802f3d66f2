import { CONFIG, type Config } from '@app/platform';
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

  constructor(@Inject(CONFIG) { secretsKey }: Pick<Config, 'secretsKey'>) {
    super();
    this.key = createHmac('sha256', secretsKey).update('transfer codes').digest();
  }

  issue(verificationId: string): IssuedCode {
    const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
    return { code, hash: this.hash(verificationId, code) };
  }

  matches(verificationId: string, code: string, hash: Buffer): boolean {
    const expected = this.hash(verificationId, code);
    return expected.length === hash.length && timingSafeEqual(expected, hash);
  }

  digestOf({ rail, currency }: Payable): Buffer {
    return this.hash('destination', JSON.stringify({ rail, currency }));
  }

  private hash(subject: string, content: string): Buffer {
    return createHmac('sha256', this.key).update(`${subject}|${content}`, 'utf8').digest();
  }
}
