import { decimal, toCurrency, type Tx } from '@app/kernel';
import { InMemoryRateRepository } from '../testing/in-memory-rate.repository';
import { ExchangeRateUnavailableError } from '../domain/errors';
import type { StoredRate } from '../domain/stored-rates';
import { NoUnitOfWork } from '@app/kernel/testing';
import { aClock } from '../testing/factories';
import { Rates, type FxMode } from './rates';

const USD = toCurrency('USD');
const ARS = toCurrency('ARS');
const BRL = toCurrency('BRL');
const EUR = toCurrency('EUR');
const BOB = toCurrency('BOB');
const HOUR = 3_600_000;

/** Counts reads, and can hold them. */
class WatchedRepository extends InMemoryRateRepository {
  reads = 0;
  gate: Promise<void> = Promise.resolve();

  override async all(): Promise<StoredRate[]> {
    this.reads += 1;
    const rates = await super.all();
    await this.gate;
    return rates;
  }
}

function aService(fxSource: FxMode = 'fixed') {
  const clock = aClock();
  const repository = new WatchedRepository(clock);
  const rates = new Rates(repository, clock, { fxSource, fxMaxAgeMs: HOUR });
  const set = (...args: [string, string, string, Date?]) =>
    new NoUnitOfWork().run((tx: Tx) => rates.setRate(tx, ...args));
  const check = (...args: [string, string, string]) =>
    new NoUnitOfWork().run((tx: Tx) => rates.assertPlausible(tx, ...args));
  const unset = (...args: [string, string]) => new NoUnitOfWork().run((tx: Tx) => rates.unsetRate(tx, ...args));
  return { clock, repository, rates, set, check, unset };
}

describe('the current rates in a transaction', () => {
  it('are those of the cache, without a read', async () => {
    const { rates, set, repository } = aService();
    await set('USD', 'ARS', '1000');
    await rates.current(USD, ARS);
    const found = await new NoUnitOfWork().run((tx: Tx) => rates.currentIn(tx));
    expect(found.find(ARS, USD)?.toWire()).toBe('0.001');
    expect(repository.reads).toBe(1);
  });

  it('are read on its own connection when nothing is cached, even while another read is under way', async () => {
    const { rates, set, repository } = aService();
    await set('USD', 'ARS', '1000');
    repository.gate = new Promise(() => undefined);
    void rates.current(USD, ARS);
    const found = await new NoUnitOfWork().run((tx: Tx) => rates.currentIn(tx));
    expect(found.find(USD, ARS)?.toWire()).toBe('1000');
  });

  it('do not include one that is too old or unknown', async () => {
    const { rates, set, clock } = aService('http');
    await set('USD', 'ARS', '1000');
    clock.advance(HOUR + 1);
    const found = await new NoUnitOfWork().run((tx: Tx) => rates.currentIn(tx));
    expect([found.find(USD, ARS), found.find(USD, BRL)]).toEqual([undefined, undefined]);
  });
});

describe('the current rate', () => {
  it('is the one that was set', async () => {
    const { rates, set } = aService();
    await set('USD', 'ARS', '1000');
    expect((await rates.current(ARS, USD)).toWire()).toBe('0.001');
  });

  it('is usable up to the maximum age', async () => {
    const { rates, set, clock } = aService('http');
    await set('USD', 'ARS', '1000');
    clock.advance(HOUR);
    await expect(rates.current(USD, ARS)).resolves.toMatchObject({ base: 'USD' });
  });

  it('is unavailable once it is older', async () => {
    const { rates, set, clock } = aService('http');
    await set('USD', 'ARS', '1000');
    clock.advance(HOUR + 1);
    await expect(rates.current(USD, ARS)).rejects.toThrow(ExchangeRateUnavailableError);
  });

  it('ages while it is cached', async () => {
    const { rates, set, clock } = aService('http');
    await set('USD', 'ARS', '1000', new Date(clock.now().getTime() - HOUR + 500));
    await rates.current(USD, ARS);
    clock.advance(501);
    await expect(rates.current(USD, ARS)).rejects.toThrow(ExchangeRateUnavailableError);
  });

  it('is unavailable when one leg of the cross rate is too old', async () => {
    const { rates, set, clock } = aService();
    await set('USD', 'ARS', '1000');
    await set('USD', 'BRL', '5', new Date(clock.now().getTime() - HOUR - 1));
    await expect(rates.current(BRL, ARS)).rejects.toThrow(ExchangeRateUnavailableError);
  });

  it('is unavailable, without details, for a pair that never had one', async () => {
    const { rates } = aService();
    await expect(rates.current(USD, ARS)).rejects.toMatchObject({ code: 'EXCHANGE_RATE_UNAVAILABLE', details: {} });
  });

  it('of a currency to itself needs no stored rate', async () => {
    const { rates, repository } = aService();
    expect([(await rates.current(ARS, ARS)).toWire(), repository.reads]).toEqual(['1', 0]);
  });
});

describe('the last known rate', () => {
  it('has no maximum age', async () => {
    const { rates, set } = aService();
    await set('USD', 'ARS', '1000', new Date('2001-01-01'));
    expect((await rates.lastKnown(USD, ARS))?.toWire()).toBe('1000');
  });

  it('is undefined for a pair that never had one', async () => {
    await expect(aService().rates.lastKnown(USD, ARS)).resolves.toBeUndefined();
  });
});

describe('reads of the table', () => {
  it('are shared by concurrent callers', async () => {
    const { rates, repository } = aService();
    await Promise.all([rates.lastKnown(USD, ARS), rates.lastKnown(USD, BRL), rates.lastKnown(USD, EUR)]);
    expect(repository.reads).toBe(1);
  });

  it('are cached for a second', async () => {
    const { rates, repository, clock } = aService();
    await rates.lastKnown(USD, ARS);
    clock.advance(1_000);
    await rates.lastKnown(USD, ARS);
    expect(repository.reads).toBe(1);
    clock.advance(1);
    await rates.lastKnown(USD, ARS);
    expect(repository.reads).toBe(2);
  });

  it('are dropped when a change is announced', async () => {
    const { rates, set } = aService();
    await rates.lastKnown(USD, ARS);
    await set('USD', 'ARS', '1000');
    rates.invalidate();
    expect((await rates.lastKnown(USD, ARS))?.toWire()).toBe('1000');
  });

  it('that began before a change was announced are not cached', async () => {
    const { rates, repository, set } = aService();
    let open = (): void => undefined;
    repository.gate = new Promise((resolve) => (open = resolve));
    const early = rates.lastKnown(USD, ARS);
    await set('USD', 'ARS', '1000');
    rates.invalidate();
    open();
    await early;
    expect((await rates.lastKnown(USD, ARS))?.toWire()).toBe('1000');
  });

  it('that fail are not cached', async () => {
    const { rates, repository } = aService();
    repository.gate = Promise.reject(new Error('connection lost'));
    await expect(rates.lastKnown(USD, ARS)).rejects.toThrow('connection lost');
    repository.gate = Promise.resolve();
    await expect(rates.lastKnown(USD, ARS)).resolves.toBeUndefined();
  });
});

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
    await expect(rates.list()).resolves.toMatchObject([{ source, asOf: asOf ?? clock.now() }]);
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
    ${'as_of'} | ${['USD', 'ARS', '1', new Date('2026-01-01T00:02:00.000Z')]}
    ${'as_of'} | ${['USD', 'ARS', '1', new Date('nonsense')]}
  `('is refused for $args, naming $field', async ({ field, args }) => {
    const { set } = aService();
    await expect(set(...(args as [string, string, string]))).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { errors: { [field]: [expect.any(String)] } },
    });
  });

  it('can be given as a decimal', async () => {
    const { rates } = aService();
    await new NoUnitOfWork().run((tx) => rates.setRate(tx, 'USD', 'BOB', decimal('6.9')));
    expect((await rates.current(USD, BOB)).toWire()).toBe('6.9');
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

  it('is refused for a pair without one', async () => {
    const { repository, unset } = aService('http');
    await expect(unset('USD', 'ARS')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    const rate = { base: USD, quote: ARS, value: decimal('1000'), asOf: null };
    await new NoUnitOfWork().run((tx: Tx) => repository.put(tx, [rate], 'http'));
    await expect(unset('USD', 'ARS')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });
});

describe('where only staff set rates', () => {
  it('a rate of the built-in table is not used', async () => {
    const { repository, rates } = aService('staff');
    const rate = { base: USD, quote: ARS, value: decimal('1000'), asOf: null };
    await new NoUnitOfWork().run((tx: Tx) => repository.put(tx, [rate], 'fixed'));
    await expect(rates.lastKnown(USD, ARS)).resolves.toBeUndefined();
  });

  it('a rate ages, though staff gave it no date', async () => {
    const { rates, set, clock } = aService('staff');
    await set('USD', 'ARS', '1000');
    clock.advance(HOUR + 1);
    await expect(rates.current(USD, ARS)).rejects.toThrow(ExchangeRateUnavailableError);
  });
});
