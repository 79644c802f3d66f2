import { decimal, toCurrency, type UnitOfWork } from '@app/kernel';
import type { RateRepository } from '../application/ports';
import type { NewRate } from '../domain/rate-review';

export interface RateRepositorySubject {
  /** Without any rate when a test begins. */
  repository: RateRepository;
  uow: UnitOfWork;
}

const OLD = new Date('2025-06-01T12:00:00.000Z');

function aRate(pair: string, value: string, asOf: Date | null = null): NewRate {
  const [base = '', quote = ''] = pair.split('/');
  return { base: toCurrency(base), quote: toCurrency(quote), value: decimal(value), asOf };
}

/** What every adapter of the port must do. */
export function rateRepositoryContract(subject: () => RateRepositorySubject): void {
  const put = (rate: NewRate, source: 'fixed' | 'http' | 'staff' = 'http') =>
    subject().uow.run((tx) => subject().repository.put(tx, [rate], source));
  const putFixed = (...rates: NewRate[]) => subject().uow.run((tx) => subject().repository.putFixed(tx, rates));
  const shown = async () =>
    (await subject().repository.all()).map((r) => `${r.base}/${r.quote} ${r.value.toFixed()} ${r.source}`);

  it('stores a rate with all its digits', async () => {
    const value = '0.144927536231884057971014492754';
    await put(aRate('ARS/BOB', value, OLD), 'staff');
    expect(await subject().repository.all()).toEqual([
      { ...aRate('ARS/BOB', value, OLD), validUntil: null, source: 'staff', updatedAt: expect.any(Date) },
    ]);
  });

  it('dates a rate without a date now', async () => {
    const before = Date.now();
    await put(aRate('USD/ARS', '1000'));
    const [stored] = await subject().repository.all();
    expect(stored?.asOf.getTime()).toBeGreaterThanOrEqual(before);
    expect(stored?.asOf.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it('stores until when a rate holds, and the next rate has its own', async () => {
    await put({ ...aRate('USD/ARS', '1000', OLD), validUntil: OLD });
    expect((await subject().repository.all())[0]?.validUntil).toEqual(OLD);
    await put(aRate('USD/ARS', '1000'));
    expect((await subject().repository.all())[0]?.validUntil).toBeNull();
  });

  describe('the rates of the day before', () => {
    const before = async () =>
      (await subject().uow.run((tx) => subject().repository.dayBefore(tx))).map(
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
      await subject().uow.run((tx) => subject().repository.remove(tx, toCurrency('USD'), toCurrency('ARS')));
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
    await subject().uow.run((tx) => subject().repository.remove(tx, toCurrency('USD'), toCurrency('ARS')));
    expect(await shown()).toEqual(['USD/BRL 5 http']);
  });

  it('replaces the rate of a pair, its date and its source', async () => {
    await put(aRate('USD/ARS', '1000'), 'staff');
    await put(aRate('USD/ARS', '1001', OLD), 'http');
    const [stored] = await subject().repository.all();
    expect([await shown(), stored?.asOf]).toEqual([['USD/ARS 1001 http'], OLD]);
  });

  it('replaces the rate that the pair had in the other direction', async () => {
    await put(aRate('USD/ARS', '1000'));
    await put(aRate('ARS/USD', '0.001'), 'staff');
    expect(await shown()).toEqual(['ARS/USD 0.001 staff']);
  });

  it('stores many rates at once, and lists them by pair', async () => {
    const rates = [aRate('USD/MXN', '18'), aRate('USD/ARS', '1000'), aRate('BRL/USD', '0.2')];
    await subject().uow.run((tx) => subject().repository.put(tx, rates, 'http'));
    expect(await shown()).toEqual(['BRL/USD 0.2 http', 'USD/ARS 1000 http', 'USD/MXN 18 http']);
  });

  it('accepts an empty list', async () => {
    await subject().uow.run((tx) => subject().repository.put(tx, [], 'http'));
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
    const [ars, ...others] = await subject().repository.all();
    expect(ars?.asOf.getTime()).toBeGreaterThanOrEqual(before);
    expect(ars?.value.toFixed()).toBe('1400');
    expect(others.map((rate) => rate.asOf)).toEqual([OLD, OLD]);
  });

  it('reads in a transaction what the transaction has written', async () => {
    const read = await subject().uow.run(async (tx) => {
      await subject().repository.put(tx, [aRate('USD/ARS', '1000'), aRate('BRL/USD', '0.2')], 'http');
      return subject().repository.read(tx);
    });
    expect(read).toEqual(await subject().repository.all());
    expect(read).toHaveLength(2);
  });

  it('returns the same rates under the lock', async () => {
    await put(aRate('USD/ARS', '1000'));
    const locked = await subject().uow.run((tx) => subject().repository.lock(tx));
    expect(locked).toEqual(await subject().repository.all());
  });
}
