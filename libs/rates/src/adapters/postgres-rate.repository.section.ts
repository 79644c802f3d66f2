import { decimal, toCurrency } from '@app/kernel';
import { PostgresDatabase, PostgresUnitOfWork, sqlStateOf, SQLSTATE } from '@app/platform';
import type { DataSource } from 'typeorm';
import { scratchDataSource } from '../../../../test/support/test-database';
import type { NewRate } from '../domain/rate-review';
import type { RateSource } from '../domain/stored-rates';
import { ExchangeRateEntity } from './exchange-rate.entity';
import { PostgresRateRepository } from './postgres-rate.repository';

const OLD = new Date('2025-06-01T12:00:00.000Z');

function aRate(pair: string, value: string, asOf: Date | null = null): NewRate {
  const [base = '', quote = ''] = pair.split('/');
  return { base: toCurrency(base), quote: toCurrency(quote), value: decimal(value), asOf };
}

describe('rates on PostgreSQL', () => {
  // Rates belong to no account, so these tests need a table that no other test writes to.
  let source: DataSource;
  let repository: PostgresRateRepository;
  let uow: PostgresUnitOfWork;

  beforeAll(async () => {
    source = await scratchDataSource();
    repository = new PostgresRateRepository(source.getRepository(ExchangeRateEntity), new PostgresDatabase(source));
    uow = new PostgresUnitOfWork(source);
  });

  beforeEach(() => source.query('DELETE FROM exchange_rates; DELETE FROM exchange_rate_history'));

  describe('PostgresRateRepository', () => {
    const put = (rate: NewRate, source: RateSource = 'http') => uow.run((tx) => repository.put(tx, [rate], source));
    const putFixed = (...rates: NewRate[]) => uow.run((tx) => repository.putFixed(tx, rates));
    const shown = async () =>
      (await repository.list()).map((r) => `${r.base}/${r.quote} ${r.value.toFixed()} ${r.source}`);

    it('stores a rate with all its digits', async () => {
      const value = '0.144927536231884057971014492754';
      await put(aRate('ARS/BOB', value, OLD), 'staff');
      expect(await repository.list()).toEqual([
        { ...aRate('ARS/BOB', value, OLD), validUntil: null, source: 'staff', updatedAt: expect.any(Date) },
      ]);
    });

    it('dates a rate without a date now', async () => {
      const before = Date.now();
      await put(aRate('USD/ARS', '1000'));
      const [stored] = await repository.list();
      expect(stored?.asOf.getTime()).toBeGreaterThanOrEqual(before);
      expect(stored?.asOf.getTime()).toBeLessThanOrEqual(Date.now());
    });

    it('stores until when a rate holds, and the next rate has its own', async () => {
      await put({ ...aRate('USD/ARS', '1000', OLD), validUntil: OLD });
      expect((await repository.list())[0]?.validUntil).toEqual(OLD);
      await put(aRate('USD/ARS', '1000'));
      expect((await repository.list())[0]?.validUntil).toBeNull();
    });

    describe('the rates of the day before', () => {
      const before = async () =>
        (await uow.run((tx) => repository.readDayBefore(tx))).map(
          (rate) => `${rate.base}/${rate.quote} ${rate.value.toFixed()}`,
        );

      it('are the oldest known of the market when none is that old', async () => {
        await put(aRate('USD/ARS', '1000'));
        await put(aRate('USD/ARS', '1100'));
        expect(await before()).toEqual(['USD/ARS 1000']);
      });

      it('begin anew with a rate of staff, in either direction', async () => {
        await put(aRate('USD/ARS', '1000'));
        await put(aRate('ARS/USD', '0.0005'), 'staff');
        expect(await before()).toEqual(['ARS/USD 0.0005']);
      });

      it('are forgotten with a rate that is removed', async () => {
        await put(aRate('USD/ARS', '1000'), 'staff');
        await uow.run((tx) => repository.remove(tx, toCurrency('USD'), toCurrency('ARS')));
        expect(await before()).toEqual([]);
      });

      it('have no part of the built-in table', async () => {
        await putFixed(aRate('USD/ARS', '1000'));
        expect(await before()).toEqual([]);
      });
    });

    it('removes the rate of a pair', async () => {
      await put(aRate('USD/ARS', '1000'));
      await put(aRate('USD/BRL', '5'));
      await uow.run((tx) => repository.remove(tx, toCurrency('USD'), toCurrency('ARS')));
      expect(await shown()).toEqual(['USD/BRL 5 http']);
    });

    it('replaces the rate of a pair, its date and its source', async () => {
      await put(aRate('USD/ARS', '1000'), 'staff');
      await put(aRate('USD/ARS', '1001', OLD), 'http');
      const [stored] = await repository.list();
      expect([await shown(), stored?.asOf]).toEqual([['USD/ARS 1001 http'], OLD]);
    });

    it('replaces the rate that the pair had in the other direction', async () => {
      await put(aRate('USD/ARS', '1000'));
      await put(aRate('ARS/USD', '0.001'), 'staff');
      expect(await shown()).toEqual(['ARS/USD 0.001 staff']);
    });

    it('stores many rates at once, and lists them by pair', async () => {
      const rates = [aRate('USD/MXN', '18'), aRate('USD/ARS', '1000'), aRate('BRL/USD', '0.2')];
      await uow.run((tx) => repository.put(tx, rates, 'http'));
      expect(await shown()).toEqual(['BRL/USD 0.2 http', 'USD/ARS 1000 http', 'USD/MXN 18 http']);
    });

    it('accepts an empty list', async () => {
      await uow.run((tx) => repository.put(tx, [], 'http'));
      expect(await shown()).toEqual([]);
    });

    it('adds fixed rates only for pairs without a rate', async () => {
      await put(aRate('USD/ARS', '1400'), 'staff');
      await put(aRate('BRL/USD', '0.19'), 'http');
      await putFixed(aRate('USD/ARS', '1000'), aRate('USD/BRL', '5'), aRate('USD/MXN', '18'));
      expect(await shown()).toEqual(['BRL/USD 0.19 http', 'USD/ARS 1400 staff', 'USD/MXN 18 fixed']);
    });

    it('dates fixed rates now, whatever their value, and no others', async () => {
      await put(aRate('USD/ARS', '1400', OLD), 'fixed');
      await put(aRate('USD/BRL', '5', OLD), 'staff');
      await put(aRate('USD/MXN', '18', OLD), 'http');
      const before = Date.now();
      await putFixed(aRate('USD/ARS', '1000'));
      const [ars, ...others] = await repository.list();
      expect(ars?.asOf.getTime()).toBeGreaterThanOrEqual(before);
      expect(ars?.value.toFixed()).toBe('1400');
      expect(others.map((rate) => rate.asOf)).toEqual([OLD, OLD]);
    });

    it('reads in a transaction what the transaction has written', async () => {
      const read = await uow.run(async (tx) => {
        await repository.put(tx, [aRate('USD/ARS', '1000'), aRate('BRL/USD', '0.2')], 'http');
        return repository.read(tx);
      });
      expect(read).toEqual(await repository.list());
      expect(read).toHaveLength(2);
    });

    it('returns the same rates under the lock', async () => {
      await put(aRate('USD/ARS', '1000'));
      const locked = await uow.run((tx) => repository.lock(tx));
      expect(locked).toEqual(await repository.list());
    });

    it('remembers one rate an hour, and of those older than a day only the newest', async () => {
      for (let hour = 0; hour < 30; hour++) {
        await source.query(`UPDATE exchange_rate_history SET accepted_at = accepted_at - interval '61 minutes'`);
        await put(aRate('USD/ARS', String(1000 + hour)));
        await put(aRate('USD/ARS', '2000'));
      }
      const [{ count } = { count: 0 }] = await source.query<{ count: number }[]>(
        'SELECT count(*)::int AS count FROM exchange_rate_history',
      );
      expect(count).toBe(25);
      const [found] = await uow.run((tx) => repository.readDayBefore(tx));
      expect(found?.value.toFixed()).toBe('1005');
    });

    it('makes other writers wait while a transaction holds the lock', async () => {
      const order: string[] = [];
      const rate = aRate('USD/ARS', '1000');
      let second: Promise<void> | undefined;
      await uow.run(async (tx) => {
        await repository.lock(tx);
        second = uow.run((other) => repository.put(other, [rate], 'staff')).then(() => void order.push('second'));
        // Readers are not kept waiting; by the time that these have responded, an unblocked writer would be done.
        for (let i = 0; i < 20; i++) await repository.list();
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

    it.each(['0', '-1', 'NaN', 'Infinity'])('rejects a rate of %s', async (rate) => {
      await expect(insert('USD', 'ARS', rate)).resolves.toBe(SQLSTATE.checkViolation);
    });

    it('rejects a rate of a currency to itself', async () => {
      await expect(insert('USD', 'USD', '1')).resolves.toBe(SQLSTATE.checkViolation);
    });

    it('rejects a second rate of a pair in the other direction', async () => {
      await insert('USD', 'ARS', '1000');
      await expect(insert('ARS', 'USD', '0.001')).resolves.toBe(SQLSTATE.uniqueViolation);
    });
  });
});
