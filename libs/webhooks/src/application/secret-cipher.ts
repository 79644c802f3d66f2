import { CONFIG, Sealer, type Config } from '@app/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { SealedSecret } from './ports';

/**
 * Seals webhook secrets for storage. A sealed secret opens only with the same key and for the same version and endpoint,
 * so that a row copied to another endpoint is useless.
 */
@Injectable()
export class SecretCipher {
  private readonly sealer: Sealer;

  constructor(@Inject(CONFIG) config: Config) {
    this.sealer = new Sealer(config.secretsKey);
  }

  seal(secret: string, endpointId: string, version: number): SealedSecret {
    const { keyId } = this.sealer;
    return { version, keyId, ciphertext: this.sealer.seal(secret, contextOf(endpointId, version)) };
  }

  /** Throws when the secret was sealed with another key, for another endpoint or version, or was altered. */
  open({ keyId, ciphertext, version }: SealedSecret, endpointId: string): string {
    if (keyId !== this.sealer.keyId) {
      throw new Error(`webhook secret sealed with key ${keyId}; SECRETS_KEY is ${this.sealer.keyId}`);
    }
    return this.sealer.open(ciphertext, contextOf(endpointId, version));
  }
}

function contextOf(endpointId: string, version: number): string {
  return `${endpointId}|${version}`;
}
