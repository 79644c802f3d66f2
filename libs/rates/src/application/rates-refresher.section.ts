import { SystemClock, toCurrency } from '@app/kernel';
import { PostgresDatabase, PostgresUnitOfWork } from '@app/platform';
import type { DataSource } from 'typeorm';
import { scratchDataSource } from '../../../../test/support/test-database';
import { ExchangeRateEntity } from '../adapters/exchange-rate.entity';
import { FixedFxRates } from '../adapters/fixed-fx-rates';
import { PostgresRateRepository } from '../adapters/postgres-rate.repository';
import { RateSourceError } from '../domain/errors';
import { DEFAULT_MAX_JUMP, type SourceRate } from '../domain/rate-review';
import { FxRates } from './ports';
import { Rates, type FxMode } from './rates';
import { RatesRefresher } from './rates-refresher';

const USD = toCurrency('USD');
const ARS = toCurrency('ARS');
const DAY = 86_400_000;
const ago = (ms: number) => new Date(Date.now() - ms);

/** A market whose quotes the test sets. */
class Market extends FxRates {
  quotes: Record<string, string> = {};
  failure: Error | undefined;
  dated: { asOf: Date | null; validUntil: Date | null } = { asOf: null, validUntil: null };

  async fetch(): Promise<SourceRate[]> {
    if (this.failure) throw this.failure;
    return Object.entries(this.quotes).map(([quote, value]) => ({ base: 'USD', quote, value, ...this.dated }));
  }
}

describe('RatesRefresher', () => {
  let source: DataSource;

  beforeAll(async () => {
    source = await scratchDataSource();
  });
  beforeEach(() => source.query('DELETE FROM exchange_rates; DELETE FROM exchange_rate_history'));

  function aRefresher(from: FxRates, fxSource: FxMode = from instanceof FixedFxRates ? 'fixed' : 'http') {
    const [clock, uow] = [new SystemClock(), new PostgresUnitOfWork(source)];
    const repository = new PostgresRateRepository(
      source.getRepository(ExchangeRateEntity),
      new PostgresDatabase(source),
    );
    const rates = new Rates(repository, clock, { fxSource, fxMaxAgeMs: 3_600_000 });
    const refresher = new RatesRefresher(from, repository, uow, clock, rates, { fxSource, maxJump: DEFAULT_MAX_JUMP });
    const set = (rate: string, asOf?: Date) => uow.run((tx) => rates.setRate(tx, 'USD', 'ARS', rate, asOf));
    const shown = async () => (await rates.list()).map((r) => `${r.base}/${r.quote} ${r.value.toFixed()} ${r.source}`);
    return { rates, refresher, set, shown };
  }

  /** Makes what is stored that much older, as if the time had passed. */
  async function pass(ms: number, rates?: Rates): Promise<void> {
    const span = `interval '${ms} milliseconds'`;
    await source.query(
      `UPDATE exchange_rates SET as_of = as_of - ${span}, valid_until = valid_until - ${span},
       updated_at = updated_at - ${span};
     UPDATE exchange_rate_history SET accepted_at = accepted_at - ${span}`,
    );
    rates?.invalidate();
  }

  describe('with the fixed source, a refresh', () => {
    it('fills an empty table with the built-in rates', async () => {
      const { refresher, shown } = aRefresher(new FixedFxRates());
      await refresher.refresh();
      expect(await shown()).toEqual([
        'USD/ARS 1000 fixed',
        'USD/BOB 6.9 fixed',
        'USD/BRL 5 fixed',
        'USD/CLP 950 fixed',
        'USD/COP 4000 fixed',
        'USD/MXN 18 fixed',
      ]);
    });

    it('keeps the rates usable', async () => {
      const { refresher, rates } = aRefresher(new FixedFxRates());
      await refresher.refresh();
      await pass(DAY, rates);
      await expect(rates.getCurrent(USD, ARS)).rejects.toThrow();
      await refresher.refresh();
      await expect(rates.getCurrent(USD, ARS)).resolves.toMatchObject({ base: 'USD' });
    });

    it('keeps a value that staff set in place of a built-in one, and dates it now', async () => {
      const { refresher, rates, set } = aRefresher(new FixedFxRates());
      await set('1400');
      await pass(DAY);
      await refresher.refresh();
      expect((await rates.getCurrent(USD, ARS)).toWire()).toBe('1400');
    });

    it('does not renew a rate that staff dated', async () => {
      const { refresher, rates, set } = aRefresher(new FixedFxRates());
      const asOf = ago(DAY);
      await set('1400', asOf);
      await refresher.refresh();
      await expect(rates.findLastKnown(USD, ARS)).resolves.toMatchObject({ asOf });
    });
  });

  describe('with a market source, a refresh', () => {
    it('stores what the market quotes', async () => {
      const market = new Market();
      const { refresher, shown } = aRefresher(market);
      market.quotes = { ARS: '1401.5', BRL: '5.4' };
      await expect(refresher.refresh()).resolves.toEqual({ stored: 2, rejected: [] });
      expect(await shown()).toEqual(['USD/ARS 1401.5 http', 'USD/BRL 5.4 http']);
    });

    it('replaces a rate of staff with the market rate', async () => {
      const market = new Market();
      const { refresher, set, shown } = aRefresher(market);
      await set('1400');
      market.quotes = { ARS: '1410' };
      await refresher.refresh();
      expect(await shown()).toEqual(['USD/ARS 1410 http']);
    });

    it('keeps the last good rate, and its age, when the market jumps', async () => {
      const market = new Market();
      const { refresher, rates } = aRefresher(market);
      market.quotes = { ARS: '1000' };
      await refresher.refresh();
      await pass(60_000);
      const before = await rates.list();
      market.quotes = { ARS: '1201' };
      await expect(refresher.refresh()).resolves.toMatchObject({ stored: 0, rejected: [{ reason: 'jump' }] });
      await expect(rates.list()).resolves.toEqual(before);
    });

    it('rejects a rate that has moved by over 20 % from the day before in small steps (rule 8.7)', async () => {
      const market = new Market();
      const { refresher, shown } = aRefresher(market);
      for (const rate of ['1000', '1190', '1416', '1685']) {
        market.quotes = { ARS: rate };
        await refresher.refresh();
        await pass(60_000);
      }
      expect(await shown()).toEqual(['USD/ARS 1190 http']);
      await expect(refresher.refresh()).resolves.toMatchObject({ rejected: [{ reason: 'jump', lastGood: '1190' }] });
      market.quotes = { ARS: '1210' };
      await expect(refresher.refresh()).resolves.toMatchObject({
        rejected: [{ reason: 'jump_in_a_day', lastGood: '1000' }],
      });
    });

    it('compares with the rate of a day before, also when it came soon after another one', async () => {
      const market = new Market();
      const { refresher, shown } = aRefresher(market);
      for (const [rate, pause] of [
        ['1000', 60_000],
        ['1190', 30 * 3_600_000],
        ['1195', 60_000],
      ] as const) {
        market.quotes = { ARS: rate };
        await refresher.refresh();
        await pass(pause);
      }
      market.quotes = { ARS: '1400' };
      await refresher.refresh();
      expect(await shown()).toEqual(['USD/ARS 1400 http']);
    });

    it('lets a source that rises by 19 % at each refresh raise a rate by no more than 20 % a day (rule 8.7)', async () => {
      const market = new Market();
      const { refresher, rates } = aRefresher(market);
      const stored = async () => (await rates.list())[0]!.value;
      market.quotes = { ARS: '1000' };
      await refresher.refresh();
      for (const limit of ['1200', '1440', '1728']) {
        for (let hour = 0; hour < 24; hour++) {
          for (let minute = 0; minute < 4; minute++) {
            market.quotes = { ARS: (await stored()).times('1.19').toFixed() };
            await refresher.refresh();
            await pass(60_000);
          }
          expect((await stored()).lte(limit)).toBe(true);
          await pass(56 * 60_000);
        }
      }
      expect((await stored()).gt('1400')).toBe(true);
    });

    it('lets a rate move on after a day', async () => {
      const market = new Market();
      const { refresher, shown } = aRefresher(market);
      for (const rate of ['1000', '1190']) {
        market.quotes = { ARS: rate };
        await refresher.refresh();
        await pass(2 * 3_600_000);
      }
      await pass(DAY);
      market.quotes = { ARS: '1400' };
      await refresher.refresh();
      expect(await shown()).toEqual(['USD/ARS 1400 http']);
    });

    it('uses rates that are dated with a day until the next ones must have come', async () => {
      const market = new Market();
      const { refresher, rates } = aRefresher(market);
      market.dated = { asOf: ago(DAY), validUntil: ago(-2.5 * DAY) };
      market.quotes = { ARS: '1000' };
      await refresher.refresh();
      await expect(rates.getCurrent(USD, ARS)).resolves.toMatchObject({ asOf: market.dated.asOf });
      await pass(2 * DAY, rates);
      await expect(rates.getCurrent(USD, ARS)).resolves.toMatchObject({ base: 'USD' });
      await expect(rates.listUnusable()).resolves.toEqual([]);
      await pass(DAY, rates);
      await expect(rates.getCurrent(USD, ARS)).rejects.toThrow();
      await expect(rates.listUnusable()).resolves.toEqual(['USD/ARS']);
    });

    it('follows the market after a jump that staff set', async () => {
      const market = new Market();
      const { refresher, set, shown } = aRefresher(market);
      market.quotes = { ARS: '1000' };
      await refresher.refresh();
      await set('1500');
      market.quotes = { ARS: '1510' };
      await refresher.refresh();
      expect(await shown()).toEqual(['USD/ARS 1510 http']);
    });

    it('changes nothing when the source fails', async () => {
      const market = new Market();
      const { refresher, shown } = aRefresher(market);
      market.quotes = { ARS: '1000' };
      await refresher.refresh();
      market.failure = new RateSourceError('down');
      await expect(refresher.refresh()).rejects.toThrow(RateSourceError);
      expect(await shown()).toEqual(['USD/ARS 1000 http']);
    });

    it('takes effect at once in its process', async () => {
      const market = new Market();
      const { refresher, rates } = aRefresher(market);
      await rates.findLastKnown(USD, ARS);
      market.quotes = { ARS: '1000' };
      await refresher.refresh();
      expect((await rates.getCurrent(USD, ARS)).toWire()).toBe('1000');
    });
  });

  it('where only staff set rates, a refresh stores nothing and renews nothing', async () => {
    const { refresher, rates, set, shown } = aRefresher(new FixedFxRates(), 'staff');
    await set('1400');
    await pass(DAY);
    const before = await rates.list();
    await expect(refresher.refresh()).resolves.toEqual({ stored: 0, rejected: [] });
    expect(await shown()).toEqual(['USD/ARS 1400 staff']);
    await expect(rates.list()).resolves.toEqual(before);
  });
});
