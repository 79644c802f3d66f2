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
