import { Clock, UnitOfWork } from '@app/kernel';
import { CONFIG, type Config } from '@app/platform';
import { Inject, Injectable } from '@nestjs/common';
import { WebhookArchive, type EventMonth } from './ports';

/**
 * The minimum time for which a replaced secret is stored. A transaction that was publishing while the secret was rotated may still
 * commit deliveries with the old version.
 */
const REPLACED_FOR_MS = 3_600_000;
/** Publishers wait behind an attempt to drop a month. */
const DROP_AGAIN_AFTER_MS = 60_000;

/** Drops months of old events with their deliveries, and deletes secrets that no queued delivery needs any more. */
@Injectable()
export class WebhookRetention {
  private nextDropAtMs = -Infinity;

  constructor(
    private readonly archive: WebhookArchive,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'retentionEventsMs'>,
  ) {}

  /** Drops months, and deletes at most `limit` of each besides; returns the larger number. */
  async deleteOld(limit: number): Promise<number> {
    const before = await this.dropMonths(limit);
    const { retentionEventsMs: kept } = this.config;
    const events = await this.uow.once((tx) => this.archive.deleteEvents(tx, kept, limit, before));
    const secrets = await this.uow.once((tx) => this.archive.deleteRetiredSecrets(tx, REPLACED_FOR_MS, limit));
    return Math.max(events, secrets);
  }

  /**
   * Returns the id from which on events wait until their month can be dropped. Before it, they are deleted one by one:
   * those of months that are needed, and those from before the first month.
   */
  private async dropMonths(limit: number): Promise<string | undefined> {
    for (const month of await this.archive.months(this.config.retentionEventsMs)) {
      const outcome = month.isPast ? await this.drop(month, limit) : 'waits';
      if (outcome === 'waits' && !month.isFirst) return month.least;
    }
    return undefined;
  }

  private async drop(month: EventMonth, limit: number): Promise<'dropped' | 'needed' | 'waits'> {
    const { retentionEventsMs: kept } = this.config;
    await this.uow.once((tx) => this.archive.deleteStraddling(tx, month, kept, limit));
    if (await this.archive.isNeeded(month)) return 'needed';
    if (this.clock.monotonicMs() < this.nextDropAtMs) return 'waits';
    if (await this.uow.run((tx) => this.archive.dropMonth(tx, month))) return 'dropped';
    this.nextDropAtMs = this.clock.monotonicMs() + DROP_AGAIN_AFTER_MS;
    return 'waits';
  }
}
