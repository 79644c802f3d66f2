import type { Clock } from '@app/kernel';
import type { RateRepository } from '../application/ports';
import { Rates, type RatesOptions } from '../application/rates';
import type { StoredRate } from '../domain/stored-rates';
import { aStoredRate } from './factories';

/**
 * The rates that a test gives, for tests that need no table of them. By default the market's, which age for an hour.
 */
export class GivenRates extends Rates {
  /** The reads of stored rates. A test can count and hold them. */
  readonly table: Pick<RateRepository, 'list' | 'read'>;
  private readonly rows: Map<string, StoredRate>;

  constructor(
    private readonly time: Clock,
    options: Partial<RatesOptions> = {},
  ) {
    const rows = new Map<string, StoredRate>();
    const list = async () => [...rows.values()];
    const table = { list, read: list };
    super(table as unknown as RateRepository, time, { fxSource: 'http', fxMaxAgeMs: 3_600_000, ...options });
    this.table = table;
    this.rows = rows;
  }

  /** Changes the stored rate, like another process: `invalidate` announces it. */
  give(base: string, quote: string, value: string, parts: Partial<StoredRate> = {}): void {
    this.rows.delete(`${quote}/${base}`);
    const stored = aStoredRate(`${base}/${quote}`, value, { asOf: this.time.now(), source: 'staff', ...parts });
    this.rows.set(`${base}/${quote}`, stored);
  }
}
