import { UnitOfWork } from '@app/kernel';
import { CONFIG, type Config } from '@app/platform';
import { Inject, Injectable } from '@nestjs/common';
import { FactArchive } from './ports';

/**
 * Deletes old facts. One that arrives again after that is settled again: what it is about has been paid, so its
 * money is not credited twice. A collection becomes a payment exception, and the ledger ignores a repeated deposit.
 */
@Injectable()
export class FactRetention {
  constructor(
    private readonly archive: FactArchive,
    private readonly uow: UnitOfWork,
    @Inject(CONFIG) private readonly config: Pick<Config, 'retentionNotificationsMs'>,
  ) {}

  /** Deletes at most `limit` facts; returns how many. */
  deleteOld(limit: number): Promise<number> {
    return this.uow.once((tx) => this.archive.deleteSettled(tx, this.config.retentionNotificationsMs, limit));
  }
}
