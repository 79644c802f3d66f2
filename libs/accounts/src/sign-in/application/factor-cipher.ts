import { CONFIG, Sealer, type SealingKeys } from '@app/platform';
import { Inject, Injectable } from '@nestjs/common';

/** Seals the secrets of second factors for storage. A sealed secret opens only for its user. */
@Injectable()
export class FactorCipher {
  private readonly sealer: Sealer;

  constructor(@Inject(CONFIG) keys: SealingKeys) {
    this.sealer = Sealer.of(keys);
  }

  seal(secret: string, userId: string): Buffer {
    return this.sealer.seal(secret, factorContextOf(userId));
  }

  /** Throws when the secret was sealed with neither key of the service or for another user, or was altered. */
  open(sealed: Buffer, userId: string): string {
    return this.sealer.open(sealed, factorContextOf(userId));
  }
}

/** What the secret of the user is sealed for. */
export function factorContextOf(userId: string): string {
  return `second factor ${userId}`;
}
