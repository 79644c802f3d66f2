import type { Clock, Currency, Tx } from '@app/kernel';
import { RateRepository } from '../application/ports';
import type { NewRate } from '../domain/rate-review';
import type { RateSource, StoredRate } from '../domain/stored-rates';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Keeps rates in a map; the clock stands in for the database's. A rolled-back transaction is not undone. */
export class InMemoryRateRepository extends RateRepository {
  private readonly rates = new Map<string, StoredRate>();
  /** Oldest first. */
  private history: StoredRate[] = [];

  constructor(private readonly clock: Clock) {
    super();
  }

  async all(): Promise<StoredRate[]> {
    return this.sorted();
  }

  async read(_tx: Tx): Promise<StoredRate[]> {
    return this.sorted();
  }

  async lock(_tx: Tx): Promise<StoredRate[]> {
    return this.sorted();
  }

  async dayBefore(_tx: Tx): Promise<StoredRate[]> {
    const found = new Map<string, StoredRate>();
    for (const rate of this.history) {
      const key = `${rate.base}/${rate.quote}`;
      const isOld = this.ageMs(rate) >= DAY_MS;
      if (isOld || !found.has(key)) found.set(key, rate);
    }
    return [...found.values()];
  }

  async put(_tx: Tx, rates: readonly NewRate[], source: RateSource): Promise<void> {
    for (const rate of rates) {
      const stored = this.store(rate, source);
      if (source !== 'http') this.forget(rate.base, rate.quote);
      const recent = this.history.some(
        (known) => known.base === rate.base && known.quote === rate.quote && this.ageMs(known) < HOUR_MS,
      );
      if (source !== 'fixed' && !recent) this.history.push(stored);
    }
  }

  async remove(_tx: Tx, base: Currency, quote: Currency): Promise<void> {
    this.rates.delete(`${base}/${quote}`);
    this.forget(base, quote);
  }

  async putFixed(_tx: Tx, rates: readonly NewRate[]): Promise<void> {
    for (const rate of rates) {
      if (!this.rates.has(`${rate.base}/${rate.quote}`) && !this.rates.has(`${rate.quote}/${rate.base}`)) {
        this.store(rate, 'fixed');
      }
    }
    for (const [pair, rate] of this.rates) {
      if (rate.source === 'fixed') this.rates.set(pair, { ...rate, asOf: this.clock.now() });
    }
  }

  private sorted(): StoredRate[] {
    return [...this.rates].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, rate]) => rate);
  }

  private ageMs(rate: StoredRate): number {
    return this.clock.now().getTime() - rate.updatedAt.getTime();
  }

  private forget(base: Currency, quote: Currency): void {
    const pairs = [`${base}/${quote}`, `${quote}/${base}`];
    this.history = this.history.filter((known) => !pairs.includes(`${known.base}/${known.quote}`));
  }

  private store({ base, quote, value, asOf, validUntil = null }: NewRate, source: RateSource): StoredRate {
    const now = this.clock.now();
    this.rates.delete(`${quote}/${base}`);
    const stored = { base, quote, value, asOf: asOf ?? now, validUntil, source, updatedAt: now };
    this.rates.set(`${base}/${quote}`, stored);
    return stored;
  }
}
