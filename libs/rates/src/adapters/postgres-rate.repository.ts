import { decimal, type Currency, type Tx } from '@app/kernel';
import { Database, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import { RateRepository } from '../application/ports';
import type { NewRate } from '../domain/rate-review';
import type { RateSource, StoredRate } from '../domain/stored-rates';
import { ExchangeRateEntity } from './exchange-rate.entity';

/**
 * The rows that are old enough come first, the newest of them before the others. A rate that has been stored for a day
 * was that of a day ago.
 */
const DAY_BEFORE = statement(
  'exchange-rates.day-before',
  `SELECT DISTINCT ON (base, quote) base, quote, rate, accepted_at
   FROM (
     SELECT base, quote, rate, accepted_at FROM exchange_rate_history
     UNION ALL
     SELECT base, quote, rate, updated_at FROM exchange_rates
      WHERE source <> 'fixed' AND updated_at <= now() - interval '1 day'
   ) AS known
   CROSS JOIN LATERAL (SELECT accepted_at <= now() - interval '1 day' AS is_old) age
   ORDER BY base, quote, is_old DESC, CASE WHEN is_old THEN accepted_at END DESC, accepted_at`,
);

/** $3: the rates. Of each pair one an hour. */
const REMEMBER = statement(
  'exchange-rates.remember',
  `INSERT INTO exchange_rate_history (base, quote, rate)
   SELECT base, quote, rate FROM unnest($1::text[], $2::text[], $3::numeric[]) AS given (base, quote, rate)
   WHERE NOT EXISTS (
     SELECT FROM exchange_rate_history known
     WHERE known.base = given.base AND known.quote = given.quote AND known.accepted_at > now() - interval '1 hour')
   ON CONFLICT DO NOTHING`,
);

/** The rates that are about to be replaced, unless they were in use for less than an hour. */
const REMEMBER_REPLACED = statement(
  'exchange-rates.remember-replaced',
  `INSERT INTO exchange_rate_history (base, quote, rate, accepted_at)
   SELECT stored.base, stored.quote, stored.rate, stored.updated_at
     FROM exchange_rates stored JOIN unnest($1::text[], $2::text[]) AS given (base, quote)
       ON given.base = stored.base AND given.quote = stored.quote
    WHERE stored.source <> 'fixed' AND stored.updated_at < now() - interval '1 hour'
   ON CONFLICT DO NOTHING`,
);

/** Keeps one rate of each pair that is older than a day. */
const FORGET_OLD = statement(
  'exchange-rates.forget-old',
  `DELETE FROM exchange_rate_history old WHERE EXISTS (
     SELECT FROM exchange_rate_history newer
     WHERE newer.base = old.base AND newer.quote = old.quote AND newer.accepted_at > old.accepted_at
       AND newer.accepted_at <= now() - interval '1 day')`,
);

/** In both directions. */
const FORGET = statement(
  'exchange-rates.forget',
  `DELETE FROM exchange_rate_history USING unnest($1::text[], $2::text[]) AS given (base, quote)
   WHERE (exchange_rate_history.base, exchange_rate_history.quote)
     IN ((given.base, given.quote), (given.quote, given.base))`,
);

const BY_PAIR = { order: { base: 'ASC', quote: 'ASC' } } as const;
const NOW = () => 'now()';

@Injectable()
export class PostgresRateRepository extends RateRepository {
  constructor(
    @InjectRepository(ExchangeRateEntity) private readonly rates: Repository<ExchangeRateEntity>,
    private readonly db: Database,
  ) {
    super();
  }

  list(): Promise<StoredRate[]> {
    return this.rates.find(BY_PAIR);
  }

  read(tx: Tx): Promise<StoredRate[]> {
    return this.db.manager(tx).find(ExchangeRateEntity, BY_PAIR);
  }

  async lock(tx: Tx): Promise<StoredRate[]> {
    return (await this.exclusively(tx)).find(ExchangeRateEntity, BY_PAIR);
  }

  async readDayBefore(tx: Tx): Promise<StoredRate[]> {
    const rows = await this.db
      .in(tx)
      .query<{ base: Currency; quote: Currency; rate: string; accepted_at: Date }>(DAY_BEFORE);
    return rows.map(({ base, quote, rate, accepted_at: at }) => ({
      base,
      quote,
      value: decimal(rate),
      asOf: at,
      validUntil: null,
      source: 'http' as const,
      updatedAt: at,
    }));
  }

  async put(tx: Tx, rates: readonly NewRate[], source: RateSource): Promise<void> {
    if (rates.length === 0) return;
    const manager = await this.exclusively(tx);
    const pairs = [rates.map(({ base }) => base), rates.map(({ quote }) => quote)] as const;
    await this.db.in(tx).execute(REMEMBER_REPLACED, [...pairs]);
    await manager.delete(
      ExchangeRateEntity,
      rates.map(({ base, quote }) => ({ base: quote, quote: base })),
    );
    const rows = rates.map(({ asOf, validUntil = null, ...rate }) => ({
      ...rate,
      source,
      asOf: asOf ?? NOW,
      validUntil,
      updatedAt: NOW,
    }));
    await manager.upsert(ExchangeRateEntity, rows, ['base', 'quote']);
    await this.remember(tx, rates, source);
  }

  async remove(tx: Tx, base: Currency, quote: Currency): Promise<void> {
    await (await this.exclusively(tx)).delete(ExchangeRateEntity, { base, quote });
    await this.db.in(tx).execute(FORGET, [[base], [quote]]);
  }

  async putFixed(tx: Tx, rates: readonly NewRate[]): Promise<void> {
    const manager = await this.exclusively(tx);
    const known = new Set(
      (await manager.find(ExchangeRateEntity)).flatMap(({ base, quote }) => [base + quote, quote + base]),
    );
    const missing = rates.filter(({ base, quote }) => !known.has(base + quote));
    await manager.insert(
      ExchangeRateEntity,
      missing.map((rate) => ({ ...rate, source: 'fixed' as const, asOf: NOW })),
    );
    await manager.update(ExchangeRateEntity, { source: 'fixed' }, { asOf: NOW });
  }

  private async remember(tx: Tx, rates: readonly NewRate[], source: RateSource): Promise<void> {
    const pairs = [rates.map(({ base }) => base), rates.map(({ quote }) => quote)] as const;
    const runner = this.db.in(tx);
    if (source !== 'http') await runner.execute(FORGET, [...pairs]);
    if (source !== 'fixed') await runner.execute(REMEMBER, [...pairs, rates.map(({ value }) => value.toFixed())]);
    await runner.execute(FORGET_OLD);
  }

  /** One writer at a time: writes are rare and small, and a review must not compare rates that have changed since. */
  private async exclusively(tx: Tx): Promise<EntityManager> {
    const manager = this.db.manager(tx);
    await manager.query('LOCK TABLE exchange_rates IN SHARE ROW EXCLUSIVE MODE');
    return manager;
  }
}
