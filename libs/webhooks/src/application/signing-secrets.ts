import { Log } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { signingKey } from '../domain/delivery';
import { PlatformKeys } from './platform-keys';
import { StoredSecrets, type LoadedDelivery, type EncryptedSecret, type SecretName } from './ports';
import { SecretCipher } from './secret-cipher';

/** Beyond this number the secret that was decrypted first is forgotten. */
const MAX_SECRETS = 10_000;

/** A delivery and what signs it: undefined when that is not available, as after a change of `SECRETS_KEY`. */
export interface SignableDelivery {
  delivery: LoadedDelivery;
  secret: string | undefined;
}

/** Finds what signs deliveries. A version of a secret never changes, so a process reads and decrypts it once. */
@Injectable()
export class SigningSecrets {
  private readonly decrypted = new Map<string, string>();

  constructor(
    private readonly stored: StoredSecrets,
    private readonly cipher: SecretCipher,
    private readonly platformKeys: PlatformKeys,
    private readonly log: Log,
  ) {}

  /** Takes one query at most, and none while all secrets are known. */
  async of(deliveries: readonly LoadedDelivery[]): Promise<SignableDelivery[]> {
    const signable = deliveries.map((delivery) => ({ delivery, secret: this.secretOf(delivery) }));
    const unknown = signable.filter(({ secret }) => secret === undefined);
    if (unknown.length > 0) {
      const deleted = await this.read(unknown.flatMap(({ delivery }) => nameOf(delivery) ?? []));
      for (const each of unknown) each.secret = this.secretOf(each.delivery, deleted);
    }
    return signable;
  }

  /**
   * The same before its time: none where the secrets cannot be read now, since they are read again when they are
   * needed.
   */
  async prefetch(deliveries: readonly LoadedDelivery[]): Promise<SignableDelivery[]> {
    try {
      return await this.of(deliveries);
    } catch (error) {
      this.log.warn({ deliveries: deliveries.length, err: error }, 'signing secrets could not be read');
      return [];
    }
  }

  private secretOf(delivery: LoadedDelivery, deleted?: ReadonlySet<string>): string | undefined {
    const name = nameOf(delivery);
    if (name && !deleted?.has(name.endpointId)) return this.decrypted.get(keyOf(name));
    return this.platformKeys.secretFor(delivery.attempt, delivery.platformKeyId);
  }

  /** Decrypts what is stored, and returns the endpoints that were deleted in the meantime. */
  private async read(wanted: readonly SecretName[]): Promise<Set<string>> {
    const names = [...new Map(wanted.map((name) => [keyOf(name), name])).values()];
    const stored = await this.stored.secrets(names);
    const deleted = new Set<string>();
    names.forEach((name, index) => {
      const secret = stored[index];
      if (secret === 'endpoint deleted') deleted.add(name.endpointId);
      else this.decrypt(name, secret);
    });
    return deleted;
  }

  private decrypt({ endpointId, version }: SecretName, encrypted: EncryptedSecret | undefined): void {
    try {
      if (!encrypted) throw new Error(`version ${version} is not stored`);
      const secret = this.cipher.decrypt(encrypted, endpointId);
      const [oldest] = this.decrypted.keys();
      if (oldest !== undefined && this.decrypted.size >= MAX_SECRETS) this.decrypted.delete(oldest);
      this.decrypted.set(keyOf({ endpointId, version }), secret);
    } catch (error) {
      this.log.error({ endpoint_id: endpointId, err: error }, 'webhook secret cannot be used');
    }
  }
}

/** The secret that signs the delivery; undefined if the platform's key does. */
function nameOf({ attempt, queuedVersion, endpoint, endpointId }: LoadedDelivery): SecretName | undefined {
  const key = signingKey(attempt, queuedVersion, endpoint);
  return key === 'platform' || endpointId === null ? undefined : { endpointId, version: key.secretVersion };
}

function keyOf({ endpointId, version }: SecretName): string {
  return `${endpointId} ${version}`;
}
