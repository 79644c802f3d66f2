import type { Currency, Tx } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import { RateRepository } from '../application/ports';
import type { NewRate } from '../domain/rate-review';
import type { RateSource, StoredRate } from '../domain/stored-rates';
import { ExchangeRateEntity } from './exchange-rate.entity';

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

  all(): Promise<StoredRate[]> {
    return this.rates.find(BY_PAIR);
  }

  read(tx: Tx): Promise<StoredRate[]> {
    return this.db.manager(tx).find(ExchangeRateEntity, BY_PAIR);
  }

  async lock(tx: Tx): Promise<StoredRate[]> {
    return (await this.exclusively(tx)).find(ExchangeRateEntity, BY_PAIR);
  }

  async put(tx: Tx, rates: readonly NewRate[], source: RateSource): Promise<void> {
    if (rates.length === 0) return;
    const manager = await this.exclusively(tx);
    await manager.delete(
      ExchangeRateEntity,
      rates.map(({ base, quote }) => ({ base: quote, quote: base })),
    );
    const rows = rates.map(({ asOf, ...rate }) => ({ ...rate, source, asOf: asOf ?? NOW, updatedAt: NOW }));
    await manager.upsert(ExchangeRateEntity, rows, ['base', 'quote']);
  }

  async remove(tx: Tx, base: Currency, quote: Currency): Promise<void> {
    await (await this.exclusively(tx)).delete(ExchangeRateEntity, { base, quote });
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

  /** One writer at a time: writes are rare and small, and a review must not compare rates that have changed since. */
  private async exclusively(tx: Tx): Promise<EntityManager> {
    const manager = this.db.manager(tx);
    await manager.query('LOCK TABLE exchange_rates IN SHARE ROW EXCLUSIVE MODE');
    return manager;
  }
}
