import { UnitOfWork } from '@app/kernel';
import { CONFIG, type Config } from '@app/platform';
import { Inject, Injectable } from '@nestjs/common';
import { WebhookArchive } from './ports';

/**
 * The minimum time for which a replaced secret is stored. A transaction that was publishing while the secret was rotated may still
 * commit deliveries with the old version.
 */
const REPLACED_FOR_MS = 3_600_000;

/** Deletes old events with their deliveries, and secrets that no queued delivery needs any more. */
@Injectable()
export class WebhookRetention {
  constructor(
    private readonly archive: WebhookArchive,
    private readonly uow: UnitOfWork,
    @Inject(CONFIG) private readonly config: Pick<Config, 'retentionEventsMs'>,
  ) {}

  /** Deletes at most `limit` of each; returns the larger number. */
  async deleteOld(limit: number): Promise<number> {
    const events = await this.uow.once((tx) => this.archive.deleteEvents(tx, this.config.retentionEventsMs, limit));
    const secrets = await this.uow.once((tx) => this.archive.deleteRetiredSecrets(tx, REPLACED_FOR_MS, limit));
    return Math.max(events, secrets);
  }
}
