import { decimal, digitsOf, Money, PAYER_CURRENCIES, USD, ZERO, type Currency, type Decimal } from '@app/kernel';
import { minorUnits, scaled } from '@app/kernel/testing';
import fc from 'fast-check';
import { payoutMinimum, transferFloor, transferMinimum } from './minimum';
import { defaultRoute, knownRoutes } from './route';

const currency = fc.constantFrom(...PAYER_CURRENCIES);
const price = fc.bigInt({ min: 1n, max: 10n ** 12n }).map((units) => scaled(units, 6));
const floor = fc.bigInt({ min: 0n, max: 10n ** 8n }).map((cents) => Money.of(scaled(cents, 2), USD));
const minimum = (of: Currency) =>
  fc.bigInt({ min: 0n, max: 10n ** 12n }).map((units) => Money.of(scaled(units, digitsOf(of)), of));
const situation = currency.chain((of) => fc.record({ of: fc.constant(of), price, floor, minimum: minimum(of) }));

/** The smallest unit of the currency. */
const unit = (of: Currency): Decimal => scaled(1n, digitsOf(of));

it('seven currencies are tried', () => expect(PAYER_CURRENCIES).toHaveLength(7));

it('the floor is the least amount of the currency that is worth as many dollars', () => {
  fc.assert(
    fc.property(situation, (given) => {
      const exact = given.floor.amount.times(given.price);
      const { amount, currency: shown } = transferFloor(given.floor, given.price, given.of);

      expect(shown).toBe(given.of);
      expect(amount.gte(exact)).toBe(true);
      expect(exact.eq(ZERO) || amount.minus(unit(given.of)).lt(exact)).toBe(true);
    }),
  );
});

it('the minimum of a transfer is the higher of the floor and the route’s minimum', () => {
  fc.assert(
    fc.property(situation, (given) => {
      const route = { minimum: given.minimum, dollarPrice: given.price };
      const ofFloor = minorUnits(transferFloor(given.floor, given.price, given.of));
      const ofRoute = minorUnits(given.minimum);

      expect(minorUnits(transferMinimum(given.floor, route))).toBe(ofFloor > ofRoute ? ofFloor : ofRoute);
      expect(payoutMinimum(route)).toBe(given.minimum);
    }),
  );
});

it('the sandbox requires one dollar on each of its routes, and never less', () => {
  fc.assert(
    fc.property(fc.constantFrom(...knownRoutes(PAYER_CURRENCIES)), price, (key, dollarPrice) => {
      const route = defaultRoute(key, dollarPrice);

      expect(route).toMatchObject({ ...key, dollarPrice, leadTime: '1d', instant: false });
      expect(route.minimum.currency).toBe(key.origin);
      expect(route.minimum.amount.gte(dollarPrice)).toBe(true);
      expect(route.minimum.amount.minus(unit(key.origin)).lt(dollarPrice)).toBe(true);
    }),
  );
});

it.each([
  ['ARS', '1000', '5000.00'],
  ['BRL', '5', '25.00'],
  ['COP', '4000', '20000.00'],
  ['CLP', '950.1', '4751'],
  ['MXN', '18', '90.00'],
  ['BOB', '6.9', '34.50'],
  ['USD', '1', '5.00'],
])('five dollars in %s at %s are %s', (code, dollarPrice, wanted) => {
  const of = Money.zero(code).currency;

  expect(transferFloor(Money.of('5', USD), decimal(dollarPrice), of).toFixed()).toBe(wanted);
});
