import { Clock, UnitOfWork, type Tx } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { Cases } from './cases';
import { changedLineCases, LineCounts } from './line-counts';
import { FactsRepository, SettlementLinesRepository, type RecordedLines } from './ports';
import type { InquirySubject, PulledLine } from './provider';
import { StatusInquiries } from './status-inquiries';

const BATCH = 500;

/** Records lines as they are pulled, and plans the inquiries about those that are new. Rule 18.7. */
@Injectable()
export class PulledLines {
  constructor(
    private readonly lines: SettlementLinesRepository,
    private readonly facts: FactsRepository,
    private readonly inquiries: StatusInquiries,
    private readonly cases: Cases,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Throws what `lines` throws; batches recorded until then stay. */
  async record(
    provider: string,
    lines: AsyncIterable<PulledLine> | Iterable<PulledLine>,
    signal: AbortSignal,
  ): Promise<RecordedLines> {
    const counts = new LineCounts();
    let batch: PulledLine[] = [];
    const flush = async () => {
      counts.add(batch.length, await this.recordBatch(provider, batch));
      batch = [];
    };
    for await (const line of lines) {
      signal.throwIfAborted();
      batch.push(line);
      if (batch.length === BATCH) await flush();
    }
    if (batch.length > 0) await flush();
    return counts.total;
  }

  private recordBatch(provider: string, batch: readonly PulledLine[]) {
    return this.uow.run(async (tx) => {
      const ids = await this.lines.record(tx, provider, batch);
      await this.cases.open(tx, changedLineCases(provider, batch, ids, this.clock.now()));
      await this.inquiries.scheduleIn(
        tx,
        await this.unannounced(
          tx,
          provider,
          batch.filter(({ id }) => ids.recorded.has(id)),
        ),
      );
      return ids;
    });
  }

  /** What lines are about whose facts are not stored, each once. */
  private async unannounced(tx: Tx, provider: string, lines: readonly PulledLine[]): Promise<InquirySubject[]> {
    const ids = lines.flatMap(({ announcedBy }) => announcedBy ?? []);
    const stored = ids.length === 0 ? new Set<string>() : await this.facts.findStored(tx, provider, ids);
    const isKnown = ({ announcedBy = [] }: PulledLine) => announcedBy.some((id) => stored.has(id));
    const subjects = lines.filter((line) => !isKnown(line)).flatMap(({ about }) => about ?? []);
    return [...new Map(subjects.map((subject) => [Object.values(subject).join(' '), subject])).values()];
  }
}
