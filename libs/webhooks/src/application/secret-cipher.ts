import { CONFIG, Sealer, type SealingKeys } from '@app/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { SealedSecret } from './ports';

/**
 * Seals webhook secrets for storage. A sealed secret opens only with its key and for the same version and endpoint,
 * so that a row copied to another endpoint is useless.
 */
@Injectable()
export class SecretCipher {
  private readonly sealer: Sealer;

  constructor(@Inject(CONFIG) keys: SealingKeys) {
    this.sealer = Sealer.of(keys);
  }

  seal(secret: string, endpointId: string, version: number): SealedSecret {
    const { keyId } = this.sealer;
    return { version, keyId, ciphertext: this.sealer.seal(secret, contextOf(endpointId, version)) };
  }

  /** Throws when the secret was sealed with neither key of the service, for another endpoint or version, or was altered. */
  open({ keyId, ciphertext, version }: SealedSecret, endpointId: string): string {
    try {
      return this.sealer.open(ciphertext, contextOf(endpointId, version));
    } catch (cause) {
      throw new Error(`webhook secret sealed with key ${keyId}; SECRETS_KEY is ${this.sealer.keyId}`, { cause });
    }
  }
}

/** What that version of the endpoint's secret is sealed for. */
export function contextOf(endpointId: string, version: number | string): string {
  return `${endpointId}|${version}`;
}
