import type { Actor } from '@app/accounts';
import { Money, toCurrency } from '@app/kernel';
import { ExchangeRateUnavailableError } from '@app/rates';
import type { DataSource } from 'typeorm';
import { testDataSource } from '../../../../../test/support/test-database';
import { PayoutRouteUnavailableError } from '../../payouts/domain/errors';
import { aRoute, routeInput } from '../../testing/factories';
import { postgresDestinations } from '../../testing/harness-destinations';
import { PayoutRouteNotFoundError } from '../domain/errors';

const STAFF: Actor = { type: 'staff', name: 'ops' };
const [ARS, BRL, USD, CLP] = ['ARS', 'BRL', 'USD', 'CLP'].map(toCurrency) as [never, never, never, never];
const BRAZIL = { country: 'BR', currency: BRL };

describe('routes and minimums', () => {
  let source: DataSource;

  beforeAll(async () => {
    source = await testDataSource();
  });

  beforeEach(() => source.query('DELETE FROM payout_routes'));

  describe('Routes', () => {
    it('of a sandbox require one dollar, at the stored rate', async () => {
      const { routes, setRate } = postgresDestinations(source);
      await setRate('ARS', '1000.001');

      expect(await routes.find(ARS, 'BR', BRL)).toMatchObject({
        minimum: Money.of('1000.01', 'ARS'),
        leadTime: '1d',
        instant: false,
      });
      expect(await routes.find(USD, 'BR', BRL)).toMatchObject({ minimum: Money.of('1', 'USD') });
    });

    it('of a sandbox need a stored rate, and a country in its own currency', async () => {
      const { routes, setRate } = postgresDestinations(source);
      await setRate('CLP', '950');

      expect(await routes.find(ARS, 'BR', BRL)).toBeUndefined();
      expect(await routes.find(CLP, 'AR', BRL)).toBeUndefined();
      expect(await routes.find(CLP, 'PE', toCurrency('PEN'))).toBeUndefined();
      expect(await routes.find(toCurrency('PEN'), 'BR', BRL)).toBeUndefined();
    });

    it('of a sandbox start from a wallet in any currency that has a rate', async () => {
      const { routes, setRate } = postgresDestinations(source);
      await setRate('PEN', '3.7');

      expect(await routes.find(toCurrency('PEN'), 'BR', BRL)).toMatchObject({ minimum: Money.of('3.70', 'PEN') });
      expect((await routes.list()).map(({ origin }) => origin)).toContain('PEN');
    });

    it('of production are those that staff set, and no others', async () => {
      const { routes, setRate } = postgresDestinations(source, { environment: 'production' });
      await setRate('ARS', '1000');
      expect(await routes.find(ARS, 'BR', BRL)).toBeUndefined();
      await routes.set(STAFF, routeInput());

      expect(await routes.find(ARS, 'BR', BRL)).toEqual(aRoute());
      expect(await routes.list()).toEqual([{ ...aRoute(), isDefault: false }]);
    });

    it('that staff set replace those of a sandbox', async () => {
      const { routes, setRate } = postgresDestinations(source);
      await setRate('ARS', '1000');
      await routes.set(STAFF, routeInput({ instant: true }));

      expect(await routes.find(ARS, 'BR', BRL)).toEqual(aRoute({ instant: true }));
      const listed = await routes.list();
      // From ARS and from USD to seven countries each; other wallet currencies have no rate.
      expect(listed).toHaveLength(14);
      expect(listed.filter(({ isDefault }) => !isDefault)).toMatchObject([{ origin: 'ARS', country: 'BR' }]);
    });

    it('that staff remove are gone until they are set again, those of a sandbox too', async () => {
      const { routes, setRate } = postgresDestinations(source);
      await setRate('ARS', '1000');
      await routes.remove(STAFF, routeInput());
      expect(await routes.find(ARS, 'BR', BRL)).toBeUndefined();
      expect(await routes.list()).toHaveLength(13);
      await expect(routes.remove(STAFF, routeInput())).rejects.toThrow(PayoutRouteNotFoundError);
      await routes.set(STAFF, routeInput());
      expect(await routes.find(ARS, 'BR', BRL)).toBeDefined();
    });

    it.each(['1.050', '0.001', '10000', '100'])(
      'are rejected at a dollar price of %s while the rate is 1000: a point may have been meant to separate thousands',
      async (dollarPrice) => {
        const { routes, setRate } = postgresDestinations(source, { environment: 'production' });
        await setRate('ARS', '1000');

        await expect(routes.set(STAFF, routeInput({ dollarPrice }))).rejects.toThrow(
          expect.objectContaining({ details: { errors: { 'dollar-price': [expect.stringContaining('--force')] } } }),
        );
        expect(await routes.list()).toEqual([]);
        await routes.set(STAFF, routeInput({ dollarPrice }), { force: true });
        expect(await routes.list()).toHaveLength(1);
      },
    );

    it.each(['101', '1500', '9999'])('take a dollar price of %s while the rate is 1000', async (dollarPrice) => {
      const { routes, setRate } = postgresDestinations(source);
      await setRate('ARS', '1000');
      expect((await routes.set(STAFF, routeInput({ dollarPrice }))).dollarPrice.toFixed()).toBe(dollarPrice);
    });

    it('have every change in the audit log', async () => {
      const { routes, audit } = postgresDestinations(source, { environment: 'production' });
      await routes.set(STAFF, routeInput());
      await routes.remove(STAFF, routeInput());
      const object = { type: 'payout_route', id: 'ARS/BR/BRL' };
      const details = { minimum: '5000.00', dollar_price: '1050', lead_time: '1d', instant: false };

      expect(audit.entries).toEqual([
        { actor: STAFF, action: 'payout_route.set', object, details },
        { actor: STAFF, action: 'payout_route.removed', object, details },
      ]);
    });
  });

  describe('TransferMinimums', () => {
    it('take the floor when it is higher than the route’s minimum, at the route’s own dollar price', async () => {
      const { routes, minimums, setRate } = postgresDestinations(source);
      await setRate('ARS', '1000');
      await routes.set(STAFF, routeInput());

      expect(await minimums.of(ARS, BRAZIL)).toEqual({
        amount: Money.of('5250', 'ARS'),
        usdFloor: Money.of('5', 'USD'),
        routeMinimum: Money.of('5000', 'ARS'),
      });
    });

    it('take the route’s minimum when it is higher', async () => {
      const { routes, minimums } = postgresDestinations(source);
      await routes.set(STAFF, routeInput({ minimum: '6000' }));

      expect(await minimums.of(ARS, BRAZIL)).toMatchObject({ amount: Money.of('6000', 'ARS') });
    });

    it('are only the floor without a destination, at the price of the route to the wallet’s own country', async () => {
      const { routes, minimums, setRate } = postgresDestinations(source);
      await setRate('ARS', '1000');
      await routes.set(STAFF, routeInput({ country: 'AR', currency: 'ARS', dollarPrice: '1200' }));

      expect(await minimums.of(ARS)).toEqual({
        amount: Money.of('6000', 'ARS'),
        usdFloor: Money.of('5', 'USD'),
        routeMinimum: null,
      });
    });

    it('are the floor at the stored rate when there is no such route', async () => {
      const { minimums, setRate } = postgresDestinations(source, {
        environment: 'production',
        transferMinimumUsd: '7.50',
      });
      await setRate('ARS', '1000');
      await setRate('PEN', '3.7');

      expect((await minimums.of(ARS)).amount).toEqual(Money.of('7500', 'ARS'));
      expect((await minimums.of(toCurrency('PEN'))).amount).toEqual(Money.of('27.75', 'PEN'));
      expect((await minimums.of(USD)).amount).toEqual(Money.of('7.50', 'USD'));
    });

    it('are rejected without a route, and without any price of the dollar', async () => {
      const { minimums } = postgresDestinations(source);

      await expect(minimums.of(ARS, BRAZIL)).rejects.toThrow(PayoutRouteUnavailableError);
      await expect(minimums.of(ARS)).rejects.toThrow(ExchangeRateUnavailableError);
    });
  });
});
