import { decimal, toCurrency } from '@app/kernel';
import { createDataSource, PostgresDatabase, PostgresUnitOfWork, sqlStateOf, SQLSTATE } from '@app/platform';
import type { DataSource } from 'typeorm';
import { createScratchDatabase } from '../../../../test/support/test-database';
import { rateRepositoryContract } from '../testing/rate-repository.contract';
import { ExchangeRateEntity } from './exchange-rate.entity';
import { PostgresRateRepository } from './postgres-rate.repository';

// Rates belong to no account, so these tests need a table that no other test writes to.
let scratch: Awaited<ReturnType<typeof createScratchDatabase>>;
let source: DataSource;
let repository: PostgresRateRepository;
let uow: PostgresUnitOfWork;

beforeAll(async () => {
  scratch = await createScratchDatabase();
  source = await createDataSource(scratch.url, 4, 'test').initialize();
  repository = new PostgresRateRepository(source.getRepository(ExchangeRateEntity), new PostgresDatabase(source));
  uow = new PostgresUnitOfWork(source);
});

beforeEach(() => source.query('DELETE FROM exchange_rates; DELETE FROM exchange_rate_history'));

afterAll(async () => {
  await source.destroy();
  await scratch.drop();
});

describe('PostgresRateRepository', () => {
  rateRepositoryContract(() => ({ repository, uow }));

  it('remembers one rate an hour, and of those older than a day only the newest', async () => {
    const put = (value: string) =>
      uow.run((tx) =>
        repository.put(
          tx,
          [{ base: toCurrency('USD'), quote: toCurrency('ARS'), value: decimal(value), asOf: null }],
          'http',
        ),
      );
    for (let hour = 0; hour < 30; hour++) {
      await source.query(`UPDATE exchange_rate_history SET accepted_at = accepted_at - interval '61 minutes'`);
      await put(String(1000 + hour));
      await put('2000');
    }
    const [{ count } = { count: 0 }] = await source.query<{ count: number }[]>(
      'SELECT count(*)::int AS count FROM exchange_rate_history',
    );
    expect(count).toBe(25);
    const [found] = await uow.run((tx) => repository.dayBefore(tx));
    expect(found?.value.toFixed()).toBe('1005');
  });

  it('makes other writers wait while a transaction holds the lock', async () => {
    const order: string[] = [];
    const rate = { base: toCurrency('USD'), quote: toCurrency('ARS'), value: decimal('1000'), asOf: null };
    let second: Promise<void> | undefined;
    await uow.run(async (tx) => {
      await repository.lock(tx);
      second = uow.run((other) => repository.put(other, [rate], 'staff')).then(() => void order.push('second'));
      // Readers are not kept waiting; by the time that these have answered, an unblocked writer would be done.
      for (let i = 0; i < 20; i++) await repository.all();
      order.push('first');
    });
    await second;
    expect(order).toEqual(['first', 'second']);
  });
});

describe('the table of exchange rates', () => {
  const insert = (base: string, quote: string, rate: string) =>
    source
      .query(`INSERT INTO exchange_rates (base, quote, rate, as_of, source) VALUES ($1, $2, $3, now(), 'staff')`, [
        base,
        quote,
        rate,
      ])
      .then(() => undefined, sqlStateOf);

  it.each(['0', '-1', 'NaN', 'Infinity'])('refuses a rate of %s', async (rate) => {
    await expect(insert('USD', 'ARS', rate)).resolves.toBe(SQLSTATE.checkViolation);
  });

  it('refuses a rate of a currency to itself', async () => {
    await expect(insert('USD', 'USD', '1')).resolves.toBe(SQLSTATE.checkViolation);
  });

  it('refuses a second rate of a pair in the other direction', async () => {
    await insert('USD', 'ARS', '1000');
    await expect(insert('ARS', 'USD', '0.001')).resolves.toBe(SQLSTATE.uniqueViolation);
  });
});
