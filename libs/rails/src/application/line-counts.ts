import type { NewCase } from '../domain/case';
import type { SettlementLine } from '../domain/settlement-line';
import type { RecordedIds, RecordedLines } from './ports';

/** Adds up what became of lines that are recorded in batches. */
export class LineCounts {
  private counts = { recorded: 0, repeated: 0, updated: 0 };
  private readonly changed = new Set<string>();

  /** `size` lines with these results. */
  add(size: number, { recorded, updated, changed }: RecordedIds): void {
    for (const id of changed) this.changed.add(id);
    const repeated = Math.max(0, size - recorded.size - updated.size - changed.length);
    this.counts = {
      recorded: this.counts.recorded + recorded.size,
      repeated: this.counts.repeated + repeated,
      updated: this.counts.updated + updated.size,
    };
  }

  get total(): RecordedLines {
    const { recorded, repeated, updated } = this.counts;
    return { recorded, repeated, updated, changed: [...this.changed] };
  }
}

/** The cases about lines that are recorded with other money: each content is one. Rule 18.1. */
export function changedLineCases(
  provider: string,
  lines: readonly SettlementLine[],
  { changed }: RecordedIds,
  now: Date,
): NewCase[] {
  const ids = new Set(changed);
  return lines
    .filter(({ id }) => ids.has(id))
    .map(({ id, type, reference, gross, fee, net }) => ({
      kind: 'contradiction',
      provider,
      key: `line ${id}: ${type} ${[gross, fee, net].map(String).join(' ')}`,
      providerReference: id,
      subject: { type: 'settlement_line', id },
      accountId: null,
      linkId: null,
      paymentId: null,
      amount: gross.toFixed(),
      currency: gross.currency,
      expected: null,
      outcome: `${type} ${reference ?? ''} has other money than its recorded line`,
      proposal: 'ask_provider',
      reportedAt: now,
    }));
}
