import { CONFIG, type Config } from '@app/platform';
import { Inject, Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';

/**
 * The platform's signing keys: `PLATFORM_WEBHOOK_SECRET` and, during a rotation, the previous one. They follow the rule of
 * endpoint secrets: a first attempt is signed with the key that was current when the delivery was queued, every retry with
 * the current one.
 */
@Injectable()
export class PlatformKeys {
  /** The id of the current key, stored with the deliveries that it signs. It reveals nothing about the key. */
  readonly currentId: string;
  private readonly current: string;
  private readonly byId: ReadonlyMap<string, string>;

  constructor(
    @Inject(CONFIG)
    keys: Pick<Config, 'platformWebhookSecret'> & Partial<Pick<Config, 'platformWebhookSecretPrevious'>>,
  ) {
    this.current = keys.platformWebhookSecret;
    this.currentId = idOf(this.current);
    const known = [this.current, keys.platformWebhookSecretPrevious].filter((key) => key !== undefined);
    this.byId = new Map(known.map((key) => [idOf(key), key]));
  }

  /** The current key also signs when the one at the time of queueing is no longer known. */
  secretFor(attempt: number, queuedKeyId: string | null): string {
    const queued = attempt === 1 && queuedKeyId !== null ? this.byId.get(queuedKeyId) : undefined;
    return queued ?? this.current;
  }
}

function idOf(key: string): string {
  return createHash('sha256').update('platform key id').update(key).digest('hex').slice(0, 8);
}
