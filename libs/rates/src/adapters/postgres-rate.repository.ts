import { decimal, toCurrency, type Tx } from '@app/kernel';
import { Database, statement, type StatementRunner } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { RateRepository } from '../application/ports';
import type { NewRate } from '../domain/rate-review';
import type { RateSource, StoredRate } from '../domain/stored-rates';

interface RateRow {
  base: string;
  quote: string;
  rate: string;
  as_of: Date;
  source: RateSource;
  updated_at: Date;
}

const ALL = statement(
  'rates.all',
  'SELECT base, quote, rate, as_of, source, updated_at FROM exchange_rates ORDER BY base, quote',
);

// Writes are rare and small. One writer at a time: no deadlock between batches, and no verdict on rates that changed.
const LOCK = statement('rates.lock', 'LOCK TABLE exchange_rates IN SHARE ROW EXCLUSIVE MODE');

const DELETE_OPPOSITE = statement(
  'rates.delete-opposite',
  `DELETE FROM exchange_rates r USING unnest($1::text[], $2::text[]) AS new (base, quote)
   WHERE r.base = new.quote AND r.quote = new.base`,
);

const PUT = statement(
  'rates.put',
  `INSERT INTO exchange_rates (base, quote, rate, as_of, source)
   SELECT base, quote, rate, COALESCE(as_of, now()), $5
   FROM unnest($1::text[], $2::text[], $3::numeric[], $4::timestamptz[]) AS new (base, quote, rate, as_of)
   ON CONFLICT (base, quote) DO UPDATE
   SET rate = excluded.rate, as_of = excluded.as_of, source = excluded.source, updated_at = now()`,
);

const ADD_MISSING_FIXED = statement(
  'rates.add-missing-fixed',
  `INSERT INTO exchange_rates (base, quote, rate, as_of, source)
   SELECT base, quote, rate, now(), 'fixed' FROM unnest($1::text[], $2::text[], $3::numeric[]) AS new (base, quote, rate)
   WHERE NOT EXISTS (
     SELECT FROM exchange_rates r
     WHERE (r.base = new.base AND r.quote = new.quote) OR (r.base = new.quote AND r.quote = new.base))`,
);

const STAMP_FIXED = statement('rates.stamp-fixed', `UPDATE exchange_rates SET as_of = now() WHERE source = 'fixed'`);

@Injectable()
export class PostgresRateRepository extends RateRepository {
  constructor(private readonly db: Database) {
    super();
  }

  async all(): Promise<StoredRate[]> {
    return (await this.db.read<RateRow>(ALL)).map(toDomain);
  }

  async lock(tx: Tx): Promise<StoredRate[]> {
    const runner = await this.exclusively(tx);
    return (await runner.query<RateRow>(ALL)).map(toDomain);
  }

  async put(tx: Tx, rates: readonly NewRate[], source: RateSource): Promise<void> {
    if (rates.length === 0) return;
    const runner = await this.exclusively(tx);
    const [bases, quotes, values] = columns(rates);
    await runner.execute(DELETE_OPPOSITE, [bases, quotes]);
    await runner.execute(PUT, [bases, quotes, values, rates.map((rate) => rate.asOf), source]);
  }

  async putFixed(tx: Tx, rates: readonly NewRate[]): Promise<void> {
    const runner = await this.exclusively(tx);
    await runner.execute(ADD_MISSING_FIXED, columns(rates));
    await runner.execute(STAMP_FIXED);
  }

  private async exclusively(tx: Tx): Promise<StatementRunner> {
    const runner = this.db.in(tx);
    await runner.execute(LOCK);
    return runner;
  }
}

function columns(rates: readonly NewRate[]): [string[], string[], string[]] {
  return [rates.map((r) => r.base), rates.map((r) => r.quote), rates.map((r) => r.value.toFixed())];
}

function toDomain(row: RateRow): StoredRate {
  return {
    base: toCurrency(row.base),
    quote: toCurrency(row.quote),
    value: decimal(row.rate),
    asOf: row.as_of,
    source: row.source,
    updatedAt: row.updated_at,
  };
}
