import { toCurrency } from '@app/kernel';
import { noTx } from '@app/kernel/testing';
import { ExchangeRateUnavailableError } from '../domain/errors';
import { aClock } from '../testing/factories';
import { GivenRates } from '../testing/given-rates';

const USD = toCurrency('USD');
const ARS = toCurrency('ARS');
const BRL = toCurrency('BRL');
const EUR = toCurrency('EUR');
const HOUR = 3_600_000;

function someRates() {
  const clock = aClock();
  const rates = new GivenRates(clock, { fxMaxAgeMs: HOUR });
  const reads = jest.spyOn(rates.table, 'list');
  const ago = (ms: number) => ({ asOf: new Date(clock.now().getTime() - ms) });
  return { clock, rates, reads, ago };
}

describe('the current rates in a transaction', () => {
  it('are those of the cache, without a read', async () => {
    const { rates, reads } = someRates();
    rates.give('USD', 'ARS', '1000');
    await rates.getCurrent(USD, ARS);
    const found = await rates.getCurrentIn(noTx());
    expect(found.find(ARS, USD)?.toWire()).toBe('0.001');
    expect(reads).toHaveBeenCalledTimes(1);
  });

  it('are read on its own connection when nothing is cached, even while another read is under way', async () => {
    const { rates, reads } = someRates();
    rates.give('USD', 'ARS', '1000');
    reads.mockReturnValueOnce(new Promise(() => undefined));
    void rates.getCurrent(USD, ARS);
    const found = await rates.getCurrentIn(noTx());
    expect(found.find(USD, ARS)?.toWire()).toBe('1000');
  });

  it('do not include one that is too old or unknown', async () => {
    const { rates, clock } = someRates();
    rates.give('USD', 'ARS', '1000');
    clock.advance(HOUR + 1);
    const found = await rates.getCurrentIn(noTx());
    expect([found.find(USD, ARS), found.find(USD, BRL)]).toEqual([undefined, undefined]);
  });
});

describe('the current rate', () => {
  it('is the one that was set', async () => {
    const { rates } = someRates();
    rates.give('USD', 'ARS', '1000');
    expect((await rates.getCurrent(ARS, USD)).toWire()).toBe('0.001');
  });

  it('is usable up to the maximum age', async () => {
    const { rates, clock } = someRates();
    rates.give('USD', 'ARS', '1000');
    clock.advance(HOUR);
    await expect(rates.getCurrent(USD, ARS)).resolves.toMatchObject({ base: 'USD' });
  });

  it('is unavailable once it is older', async () => {
    const { rates, clock } = someRates();
    rates.give('USD', 'ARS', '1000');
    clock.advance(HOUR + 1);
    await expect(rates.getCurrent(USD, ARS)).rejects.toThrow(ExchangeRateUnavailableError);
  });

  it('ages while it is cached', async () => {
    const { rates, clock, ago } = someRates();
    rates.give('USD', 'ARS', '1000', ago(HOUR - 500));
    await rates.getCurrent(USD, ARS);
    clock.advance(501);
    await expect(rates.getCurrent(USD, ARS)).rejects.toThrow(ExchangeRateUnavailableError);
  });

  it('is unavailable when one leg of the cross rate is too old', async () => {
    const { rates, ago } = someRates();
    rates.give('USD', 'ARS', '1000');
    rates.give('USD', 'BRL', '5', ago(HOUR + 1));
    await expect(rates.getCurrent(BRL, ARS)).rejects.toThrow(ExchangeRateUnavailableError);
  });

  it('is unavailable, without details, for a pair that never had one', async () => {
    const { rates } = someRates();
    await expect(rates.getCurrent(USD, ARS)).rejects.toMatchObject({ code: 'EXCHANGE_RATE_UNAVAILABLE', details: {} });
  });

  it('of a currency to itself needs no stored rate', async () => {
    const { rates, reads } = someRates();
    expect((await rates.getCurrent(ARS, ARS)).toWire()).toBe('1');
    expect(reads).not.toHaveBeenCalled();
  });
});

describe('the last known rate', () => {
  it('has no maximum age', async () => {
    const { rates } = someRates();
    rates.give('USD', 'ARS', '1000', { asOf: new Date('2001-01-01') });
    expect((await rates.findLastKnown(USD, ARS))?.toWire()).toBe('1000');
  });

  it('is undefined for a pair that never had one', async () => {
    await expect(someRates().rates.findLastKnown(USD, ARS)).resolves.toBeUndefined();
  });
});

describe('reads of the table', () => {
  it('are shared by concurrent callers', async () => {
    const { rates, reads } = someRates();
    await Promise.all([rates.findLastKnown(USD, ARS), rates.findLastKnown(USD, BRL), rates.findLastKnown(USD, EUR)]);
    expect(reads).toHaveBeenCalledTimes(1);
  });

  it('are cached for a second', async () => {
    const { rates, reads, clock } = someRates();
    await rates.findLastKnown(USD, ARS);
    clock.advance(1_000);
    await rates.findLastKnown(USD, ARS);
    expect(reads).toHaveBeenCalledTimes(1);
    clock.advance(1);
    await rates.findLastKnown(USD, ARS);
    expect(reads).toHaveBeenCalledTimes(2);
  });

  it('are dropped when a change is announced', async () => {
    const { rates } = someRates();
    await rates.findLastKnown(USD, ARS);
    rates.give('USD', 'ARS', '1000');
    rates.invalidate();
    expect((await rates.findLastKnown(USD, ARS))?.toWire()).toBe('1000');
  });

  it('that began before a change was announced are not cached', async () => {
    const { rates, reads } = someRates();
    let open = (): void => undefined;
    reads.mockReturnValueOnce(new Promise((resolve) => (open = () => resolve([]))));
    const early = rates.findLastKnown(USD, ARS);
    rates.give('USD', 'ARS', '1000');
    rates.invalidate();
    open();
    await early;
    expect((await rates.findLastKnown(USD, ARS))?.toWire()).toBe('1000');
  });

  it('that fail are not cached', async () => {
    const { rates, reads } = someRates();
    reads.mockRejectedValueOnce(new Error('connection lost'));
    await expect(rates.findLastKnown(USD, ARS)).rejects.toThrow('connection lost');
    await expect(rates.findLastKnown(USD, ARS)).resolves.toBeUndefined();
  });
});
