import { decimal, toCurrency, type Tx } from '@app/kernel';
import { StandingClock } from '@app/kernel/testing';
import { PostgresDatabase, PostgresUnitOfWork } from '@app/platform';
import type { DataSource } from 'typeorm';
import { scratchDataSource } from '../../../../test/support/test-database';
import { ExchangeRateEntity } from '../adapters/exchange-rate.entity';
import { PostgresRateRepository } from '../adapters/postgres-rate.repository';
import { ExchangeRateUnavailableError } from '../domain/errors';
import type { RateSource } from '../domain/stored-rates';
import { Rates, type FxMode } from './rates';

const USD = toCurrency('USD');
const ARS = toCurrency('ARS');
const BOB = toCurrency('BOB');
const HOUR = 3_600_000;

describe('Rates', () => {
  let source: DataSource;

  beforeAll(async () => {
    source = await scratchDataSource();
  });
  beforeEach(() => source.query('DELETE FROM exchange_rates; DELETE FROM exchange_rate_history'));

  function aService(fxSource: FxMode = 'fixed') {
    const clock = new StandingClock(new Date());
    const uow = new PostgresUnitOfWork(source);
    const repository = new PostgresRateRepository(
      source.getRepository(ExchangeRateEntity),
      new PostgresDatabase(source),
    );
    const rates = new Rates(repository, clock, { fxSource, fxMaxAgeMs: HOUR });
    const run = <T extends unknown[], R>(operation: (tx: Tx, ...args: T) => Promise<R>) => {
      const bound = operation.bind(rates);
      return (...args: T) => uow.run((tx) => bound(tx, ...args));
    };
    return {
      clock,
      rates,
      set: run(rates.setRate),
      check: run(rates.assertPlausible),
      unset: run(rates.unsetRate),
      store: (from: RateSource) =>
        uow.run((tx) => repository.put(tx, [{ base: USD, quote: ARS, value: decimal('1000'), asOf: null }], from)),
    };
  }

  describe('a rate set by staff', () => {
    const old = new Date('2025-12-31T00:00:00.000Z');

    it.each`
      fxSource   | asOf         | source
      ${'fixed'} | ${undefined} | ${'fixed'}
      ${'fixed'} | ${old}       | ${'staff'}
      ${'http'}  | ${undefined} | ${'staff'}
      ${'http'}  | ${old}       | ${'staff'}
    `('with source $fxSource and dated $asOf counts as $source', async ({ fxSource, asOf, source }) => {
      const { rates, set, clock } = aService(fxSource);
      await set('USD', 'ARS', '1000', asOf);
      const [stored] = await rates.list();
      expect([stored?.source, stored?.asOf]).toEqual([source, asOf ?? expect.any(Date)]);
      if (!asOf) expect(stored?.asOf.getTime()).toBeGreaterThanOrEqual(clock.now().getTime());
    });

    it.each`
      field      | args
      ${'base'}  | ${['XYZ', 'ARS', '1']}
      ${'quote'} | ${['USD', 'ars', '1']}
      ${'quote'} | ${['USD', 'USD', '1']}
      ${'rate'}  | ${['USD', 'ARS', '0']}
      ${'rate'}  | ${['USD', 'ARS', '-1']}
      ${'rate'}  | ${['USD', 'ARS', '1e3']}
      ${'rate'}  | ${['USD', 'ARS', '99999999999999']}
      ${'as_of'} | ${['USD', 'ARS', '1', new Date(Date.now() + 120_000)]}
      ${'as_of'} | ${['USD', 'ARS', '1', new Date('nonsense')]}
    `('is rejected for $args, naming $field', async ({ field, args }) => {
      const { set } = aService();
      await expect(set(...(args as [string, string, string]))).rejects.toMatchObject({
        code: 'VALIDATION_FAILED',
        details: { errors: { [field]: [expect.any(String)] } },
      });
    });

    it('can be given as a decimal', async () => {
      const { rates, set } = aService();
      await set('USD', 'BOB', decimal('6.9'));
      expect((await rates.getCurrent(USD, BOB)).toWire()).toBe('6.9');
    });
  });

  describe('a rate of staff that is more likely a mistake', () => {
    it.each([
      ['USD', 'ARS', '1200.01'],
      ['USD', 'ARS', '799.99'],
      ['ARS', 'USD', '0.01'],
      ['ARS', 'USD', '0.0008'],
      ['BRL', 'ARS', '300'],
      ['USD', 'EUR', '0.9'],
    ])('was stored without a question: %s/%s at %s', async (base, quote, rate) => {
      const { set, check } = aService();
      await set('USD', 'ARS', '1000');
      await set('USD', 'BRL', '5');
      await expect(check(base, quote, rate)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    });

    it.each([
      ['USD', 'ARS', '1200'],
      ['USD', 'ARS', '800'],
      ['ARS', 'USD', '0.00101'],
      ['ARS', 'USD', '0.00125'],
      ['USD', 'MXN', '18'],
      ['USD', 'PEN', '3.75'],
    ])('is not %s/%s at %s', async (base, quote, rate) => {
      const { set, check } = aService();
      await set('USD', 'ARS', '1000');
      await set('USD', 'PEN', '3.80');
      await expect(check(base, quote, rate)).resolves.toBeUndefined();
    });
  });

  describe('undoing a rate of staff', () => {
    it('removes it, in whichever direction the pair was set', async () => {
      const { rates, set, unset } = aService('http');
      await set('USD', 'ARS', '1000');
      await expect(unset('ARS', 'USD')).resolves.toMatchObject({ base: 'USD', quote: 'ARS', source: 'staff' });
      await expect(rates.list()).resolves.toEqual([]);
    });

    it('is rejected for a pair without one', async () => {
      const { store, unset } = aService('http');
      await expect(unset('USD', 'ARS')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
      await store('http');
      await expect(unset('USD', 'ARS')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    });
  });

  describe('where only staff set rates', () => {
    it('a rate of the built-in table is not used', async () => {
      const { store, rates } = aService('staff');
      await store('fixed');
      await expect(rates.findLastKnown(USD, ARS)).resolves.toBeUndefined();
    });

    it('a rate ages, though staff gave it no date', async () => {
      const { rates, set, clock } = aService('staff');
      await set('USD', 'ARS', '1000');
      clock.advance(HOUR + 60_000);
      await expect(rates.getCurrent(USD, ARS)).rejects.toThrow(ExchangeRateUnavailableError);
    });
  });
});
