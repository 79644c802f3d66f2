import { UnitOfWork } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { SettlementLinesRepository, type RecordedLines } from './ports';
import type { PulledLine } from './provider';
import { StatusInquiries } from './status-inquiries';

const BATCH = 500;

/** Records lines as they are pulled, and plans the inquiries about those that are new. Rule 18.7. */
@Injectable()
export class PulledLines {
  constructor(
    private readonly lines: SettlementLinesRepository,
    private readonly inquiries: StatusInquiries,
    private readonly uow: UnitOfWork,
  ) {}

  /** Throws what `lines` throws; batches recorded until then stay. */
  async record(
    provider: string,
    lines: AsyncIterable<PulledLine> | Iterable<PulledLine>,
    signal: AbortSignal,
  ): Promise<RecordedLines> {
    let [recorded, repeated] = [0, 0];
    const changed: string[] = [];
    let batch: PulledLine[] = [];
    const flush = async () => {
      const ids = await this.recordBatch(provider, batch);
      recorded += ids.recorded.size;
      repeated += batch.length - ids.recorded.size;
      changed.push(...ids.changed);
      batch = [];
    };
    for await (const line of lines) {
      signal.throwIfAborted();
      batch.push(line);
      if (batch.length === BATCH) await flush();
    }
    if (batch.length > 0) await flush();
    return { recorded, repeated, changed };
  }

  private recordBatch(provider: string, batch: readonly PulledLine[]) {
    return this.uow.run(async (tx) => {
      const ids = await this.lines.record(tx, provider, batch);
      const fresh = batch.filter(({ id }) => ids.recorded.has(id));
      await this.inquiries.scheduleIn(
        tx,
        fresh.flatMap(({ about }) => about ?? []),
      );
      return ids;
    });
  }
}
