import { FIRST, CHANGED_KEYS, NEXT_KEYS } from './proof-keys';
import type { ShortSnapshots } from './short-snapshots';

/** Rows of a table that one statement proves. */
const BATCH = 10_000;
/** Of new rows, the keys of so much time are in memory at once. */
const WINDOW_MS = 60 * 60_000;

/** Finds the rows that a proof is about, in batches of their keys. */
export class ProofRows {
  constructor(private readonly snapshots: ShortSnapshots) {}

  /** All rows of the table, in the order of their keys. */
  async *all(table: string): AsyncGenerator<string[]> {
    const next = NEXT_KEYS[table];
    if (!next) throw new Error(`no statement lists the rows of ${table}`);
    let last: string | undefined = table === 'provider_notifications' ? FIRST.texts : FIRST.ids;
    while (last !== undefined) {
      const rows: { id: string }[] = await this.snapshots.read<{ id: string }>(next, [last, BATCH]);
      if (rows.length > 0) yield rows.map(({ id }) => id);
      last = rows.length < BATCH ? undefined : rows.at(-1)?.id;
    }
  }

  /** The rows that were written from a time on, and those with the keys `others`. Some may come twice. */
  async *changed(table: string, from: Date, now: Date, others: readonly string[]): AsyncGenerator<string[]> {
    const changed = CHANGED_KEYS[table];
    if (!changed) throw new Error(`no statement lists the new rows of ${table}`);
    const left = new Set(others);
    for (let start = from.getTime(); start <= now.getTime(); start += WINDOW_MS) {
      const end = start + WINDOW_MS;
      const until = end > now.getTime() ? 'infinity' : new Date(end).toISOString();
      const rows = await this.snapshots.read<{ id: string }>(changed, [new Date(start).toISOString(), until]);
      const ids = rows.map(({ id }) => id);
      for (const id of ids) left.delete(id);
      yield* inBatches(ids);
    }
    yield* inBatches([...left]);
  }
}

function* inBatches(ids: readonly string[]): Generator<string[]> {
  for (let at = 0; at < ids.length; at += BATCH) yield ids.slice(at, at + BATCH);
}
