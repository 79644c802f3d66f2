import { Clock, UnitOfWork } from '@app/kernel';
import { CONFIG, type Config } from '@app/platform';
import { Inject, Injectable } from '@nestjs/common';
import { FactArchive, type BodyMonth } from './ports';

/** Storing a fact waits behind an attempt to detach a month. */
const DETACH_AGAIN_AFTER_MS = 60_000;

/**
 * Deletes old facts. One that arrives again after that is settled again: it repeats what its order's payment
 * says, and is ignored, as the ledger ignores a repeated deposit. Rule 6.21.
 *
 * Drops old months of bodies. The facts of a month that still exist get their bodies first. Then the month is detached,
 * after which no body is added to it. Those that were added in the meantime are copied too, and the month is dropped.
 */
@Injectable()
export class FactRetention {
  private nextDetachAtMs = -Infinity;

  constructor(
    private readonly archive: FactArchive,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'retentionNotificationsMs'>,
  ) {}

  /** Deletes at most `limit` facts and takes the next step with the oldest month. Returns `limit` if more is to be done. */
  async deleteOld(limit: number): Promise<number> {
    const { retentionNotificationsMs: kept } = this.config;
    const facts = await this.uow.once((tx) => this.archive.deleteSettled(tx, kept, limit));
    // Facts that are deleted next need no copy of their bodies.
    if (facts >= limit) return facts;
    const bodies = await this.uow.once((tx) => this.archive.deleteBodies(tx, kept, limit));
    const [month] = await this.archive.months(kept);
    const isStepTaken = month !== undefined && (await this.end(month));
    return isStepTaken ? limit : Math.max(facts, bodies);
  }

  /** Detaches a partition, and drops what was detached before. */
  private async end(month: BodyMonth): Promise<boolean> {
    if (month.isPartition && this.clock.monotonicMs() < this.nextDetachAtMs) return false;
    await this.keepBodies(month);
    if (!month.isPartition) {
      await this.uow.run((tx) => this.archive.dropMonth(tx, month));
      return true;
    }
    if (await this.uow.run((tx) => this.archive.detachMonth(tx, month))) return true;
    this.nextDetachAtMs = this.clock.monotonicMs() + DETACH_AGAIN_AFTER_MS;
    return false;
  }

  private async keepBodies(month: BodyMonth): Promise<void> {
    const keepFrom = (block: number) => this.uow.run((tx) => this.archive.keepBodies(tx, month, block));
    for (let next = await keepFrom(0); next !== undefined;) next = await keepFrom(next);
  }
}
