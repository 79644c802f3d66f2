import { Metrics, type Config } from '@app/platform';
import { RecordedLog } from '@app/platform/testing';
import type { Rates, RatesRefresher } from '@app/rates';
import { RatesLoop } from './rates.loop';

function aLoop({ fxMaxAgeMs = 3_600_000, refresh = async () => ({ stored: 6, rejected: [] as object[] }) } = {}) {
  const log = new RecordedLog();
  const refreshed = jest.fn(refresh);
  const refresher = { refresh: refreshed } as unknown as RatesRefresher;
  const stored = { problem: undefined as string | undefined };
  const rates = { describeProblem: async () => stored.problem, listUnusable: async () => [] } as unknown as Rates;
  const metrics = new Metrics('test', false);
  const loop = new RatesLoop(refresher, { fxMaxAgeMs } as Config, log, rates, metrics);
  return { loop, log, refreshed, stored, metrics };
}

const problems = (log: RecordedLog) =>
  log.lines.filter(({ level }) => level !== 'debug').map(({ level, message }) => `${level} ${message}`);

describe('RatesLoop', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('refreshes the rates before its start completes', async () => {
    const { loop, refreshed } = aLoop();
    await loop.start();
    await loop.stop();
    expect(refreshed).toHaveBeenCalledTimes(1);
  });

  it('refreshes every minute', async () => {
    const { loop, refreshed } = aLoop();
    await loop.start();
    await jest.advanceTimersByTimeAsync(120_000);
    await loop.stop();
    expect(refreshed).toHaveBeenCalledTimes(3);
  });

  it('refreshes three times within the age at which rates become unusable', async () => {
    const { loop, refreshed } = aLoop({ fxMaxAgeMs: 9_000 });
    await loop.start();
    await jest.advanceTimersByTimeAsync(9_000);
    await loop.stop();
    expect(refreshed).toHaveBeenCalledTimes(4);
  });

  it('continues after a failed refresh', async () => {
    const { loop, refreshed, log } = aLoop({ refresh: () => Promise.reject(new Error('source down')) });
    await loop.start();
    await jest.advanceTimersByTimeAsync(60_000);
    await loop.stop();
    expect(refreshed).toHaveBeenCalledTimes(2);
    expect(problems(log)).toHaveLength(2);
  });

  it('logs once that rates cannot be used, and once that they can again', async () => {
    const { loop, log, stored } = aLoop();
    stored.problem = 'no usable rate: USD/ARS';
    await loop.start();
    await jest.advanceTimersByTimeAsync(120_000);
    stored.problem = undefined;
    await jest.advanceTimersByTimeAsync(120_000);
    await loop.stop();
    expect(problems(log)).toEqual([
      'error exchange rates cannot be used: payments that need them are rejected',
      'info all exchange rates can be used again',
    ]);
  });

  it('counts rejected rates by their reason', async () => {
    const rejected = [{ quote: 'ARS', reason: 'jump_in_a_day' }];
    const { loop, metrics } = aLoop({ refresh: async () => ({ stored: 0, rejected }) });
    await loop.start();
    await loop.stop();
    expect(await metrics.registry.metrics()).toMatch(/exchange_rates_refused_total\{reason="jump_in_a_day".*\} 1/);
  });

  it('warns about each rejected rate', async () => {
    const rejected = [{ quote: 'ARS', reason: 'jump' }];
    const { loop, log } = aLoop({ refresh: async () => ({ stored: 0, rejected }) });
    await loop.start();
    await loop.stop();
    expect(problems(log)).toEqual(['warn exchange rate rejected']);
  });

  it('does not refresh after it has stopped', async () => {
    const { loop, refreshed } = aLoop();
    await loop.start();
    await loop.stop();
    await jest.advanceTimersByTimeAsync(600_000);
    expect(refreshed).toHaveBeenCalledTimes(1);
  });

  it('waits for a running refresh when it stops, and starts no other', async () => {
    let finish = (): void => undefined;
    const running = new Promise<{ stored: number; rejected: object[] }>((resolve) => {
      finish = () => resolve({ stored: 0, rejected: [] });
    });
    const { loop, refreshed } = aLoop({ refresh: () => running });
    const started = loop.start();
    const stopped = loop.stop();
    finish();
    await Promise.all([started, stopped]);
    await jest.advanceTimersByTimeAsync(600_000);
    expect(refreshed).toHaveBeenCalledTimes(1);
  });
});
