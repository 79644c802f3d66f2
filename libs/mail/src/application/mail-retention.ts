import { UnitOfWork } from '@app/kernel';
import { CONFIG, type Config } from '@app/platform';
import { Inject, Injectable } from '@nestjs/common';
import { MailArchive } from './ports';

/** Deletes old messages. A message is never queued again after `RETENTION_MAIL`, so its dedupe key may go with it. */
@Injectable()
export class MailRetention {
  constructor(
    private readonly archive: MailArchive,
    private readonly uow: UnitOfWork,
    @Inject(CONFIG) private readonly config: Pick<Config, 'retentionMailMs'>,
  ) {}

  /** Deletes at most `limit` messages; returns how many. */
  deleteOld(limit: number): Promise<number> {
    return this.uow.once((tx) => this.archive.deleteOld(tx, this.config.retentionMailMs, limit));
  }
}
