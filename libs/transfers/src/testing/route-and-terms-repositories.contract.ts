import { decimal, Money, toCurrency, type Tx, type UnitOfWork } from '@app/kernel';
import type { RoutesRepository } from '../routes/application/ports';
import type { TermsRepository } from '../terms/application/ports';
import { aRoute } from './factories';

interface Subject {
  uow: UnitOfWork;
  /** The ids of two accounts. */
  owners: readonly [string, string];
}

/** What every adapter of the port must do. Routes of other tests may be there. */
export function routesRepositoryContract(subject: () => Subject & { routes: RoutesRepository }): void {
  const put = (route: Parameters<RoutesRepository['put']>[1]) =>
    subject().uow.run((tx: Tx) => subject().routes.put(tx, route));
  const CLP = toCurrency('CLP');
  const fromChile = aRoute({ origin: CLP, minimum: Money.of('950', 'CLP'), dollarPrice: decimal('950.123456789') });

  it('stores one route for each key, in place of the one before', async () => {
    await put({ ...fromChile, removed: false });
    expect(await subject().routes.find(fromChile)).toEqual({ ...fromChile, removed: false });
    const other = { ...fromChile, minimum: Money.of('0', 'CLP'), leadTime: '4h', instant: true, removed: true };
    await put(other);
    expect(await subject().routes.find(fromChile)).toEqual(other);
  });

  it('distinguishes keys by each of their parts', async () => {
    await put({ ...fromChile, removed: false });

    expect(await subject().routes.find({ ...fromChile, origin: toCurrency('UYU') })).toBeUndefined();
    expect(await subject().routes.find({ ...fromChile, country: 'PE' })).toBeUndefined();
    expect(await subject().routes.find({ ...fromChile, currency: toCurrency('PEN') })).toBeUndefined();
  });

  it('lists all of them in order, removed ones too', async () => {
    const [first, second] = [fromChile, { ...fromChile, country: 'MX', currency: toCurrency('MXN') }];
    await put({ ...second, removed: true });
    await put({ ...first, removed: false });
    const listed = (await subject().routes.list()).filter(({ origin }) => origin === CLP);

    expect(listed).toEqual([
      { ...first, removed: false },
      { ...second, removed: true },
    ]);
  });
}

/** What every adapter of the port must do. */
export function termsRepositoryContract(subject: () => Subject & { terms: TermsRepository }): void {
  it('keeps the first acceptance of an account', async () => {
    const { terms, uow, owners } = subject();
    const [accountId, other] = owners;
    const first = { accountId, version: '1', userId: other, acceptedAt: new Date('2030-01-01T00:00:00.000Z') };
    const insert = (acceptance: typeof first) => uow.run((tx) => terms.insert(tx, acceptance));

    expect(await terms.find(accountId)).toBeUndefined();
    expect(await insert(first)).toBe(true);
    expect(await insert({ ...first, version: '2', acceptedAt: new Date() })).toBe(false);
    expect(await terms.find(accountId)).toEqual(first);
    expect(await terms.find(other)).toBeUndefined();
  });
}
