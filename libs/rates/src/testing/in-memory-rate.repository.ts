import type { Clock, Currency, Tx } from '@app/kernel';
import { RateRepository } from '../application/ports';
import type { NewRate } from '../domain/rate-review';
import type { RateSource, StoredRate } from '../domain/stored-rates';

/** Keeps rates in a map; the clock stands in for the database's. A rolled-back transaction is not undone. */
export class InMemoryRateRepository extends RateRepository {
  private readonly rates = new Map<string, StoredRate>();

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

  async put(_tx: Tx, rates: readonly NewRate[], source: RateSource): Promise<void> {
    for (const rate of rates) this.store(rate, source);
  }

  async remove(_tx: Tx, base: Currency, quote: Currency): Promise<void> {
    this.rates.delete(`${base}/${quote}`);
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

  private store({ base, quote, value, asOf }: NewRate, source: RateSource): void {
    const now = this.clock.now();
    this.rates.delete(`${quote}/${base}`);
    this.rates.set(`${base}/${quote}`, { base, quote, value, asOf: asOf ?? now, source, updatedAt: now });
  }
}
