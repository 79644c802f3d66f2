import type { Tx } from '@app/kernel';
import type { NewRate, SourceRate } from '../domain/rate-review';
import type { RateSource, StoredRate } from '../domain/stored-rates';

/** Where rates come from: the shipped table, or a market source. */
export abstract class FxRates {
  /** Every rate that the source quotes, unchecked. Throws `RateSourceError` when it gives no usable answer. */
  abstract fetch(): Promise<SourceRate[]>;
}

export abstract class RateRepository {
  /** All stored rates, ordered by pair. A pair is stored in one direction only. */
  abstract all(): Promise<StoredRate[]>;
  /** The same, with every other writer kept waiting until the transaction ends; readers are not. */
  abstract lock(tx: Tx): Promise<StoredRate[]>;
  /** Stores each rate in place of what its pair had, in whichever direction. `asOf` null is the database's now. */
  abstract put(tx: Tx, rates: readonly NewRate[], source: RateSource): Promise<void>;
  /** Adds those of the rates whose pair has none as `fixed`, and brings all `fixed` rates up to now. */
  abstract putFixed(tx: Tx, rates: readonly NewRate[]): Promise<void>;
}
