import type { Currency, Tx } from '@app/kernel';
import type { NewRate, SourceRate } from '../domain/rate-review';
import type { RateSource, StoredRate } from '../domain/stored-rates';

/** The source of rates: the built-in table, or a market source. */
export abstract class FxRates {
  /** Every rate that the source quotes, unchecked. Throws `RateSourceError` when it gives no usable response. */
  abstract fetch(): Promise<SourceRate[]>;
}

export abstract class RateRepository {
  /** All stored rates, ordered by pair. A pair is stored in one direction only. */
  abstract list(): Promise<StoredRate[]>;
  /** The same, on the connection of the transaction. */
  abstract read(tx: Tx): Promise<StoredRate[]>;
  /** The same, locked against other writers until the transaction ends; readers do not wait. */
  abstract lock(tx: Tx): Promise<StoredRate[]>;
  /** By pair, the newest rate that was accepted at least a day ago, or else the oldest that is known. */
  abstract readDayBefore(tx: Tx): Promise<StoredRate[]>;
  /**
   * Stores each rate in place of the one that its pair had in either direction. `asOf` null is the database's now. Of
   * market rates, one an hour is remembered for `readDayBefore`; a rate of staff makes it forget the earlier ones.
   */
  abstract put(tx: Tx, rates: readonly NewRate[], source: RateSource): Promise<void>;
  /** Removes the rate that is stored for the pair in that direction, and forgets earlier ones. */
  abstract remove(tx: Tx, base: Currency, quote: Currency): Promise<void>;
  /** Adds the rates whose pair has none, as `fixed`, and dates all `fixed` rates now. */
  abstract putFixed(tx: Tx, rates: readonly NewRate[]): Promise<void>;
}
