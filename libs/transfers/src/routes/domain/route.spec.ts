import { Money, PAYER_CURRENCIES, toCurrency, ValidationError } from '@app/kernel';
import { aRoute, routeInput } from '../../testing/factories';
import { isKnownRoute, knownRoutes, parseRoute, parseRouteKey, type RouteInput } from './route';

function rejected(work: () => unknown): string[] {
  try {
    work();
  } catch (error) {
    if (error instanceof ValidationError) return Object.keys(error.details.errors ?? {});
    throw error;
  }
  throw new Error('it was accepted');
}

describe('a route that staff set', () => {
  it('is read from text', () => {
    expect(parseRoute(routeInput())).toEqual(aRoute({ minimum: Money.of('5000', 'ARS') }));
  });

  it.each<[string, Partial<RouteInput>]>([
    ['origin', { origin: 'ZZZ' }],
    ['country', { country: 'PE' }],
    ['country', { country: 'br' }],
    ['currency', { currency: 'ARS' }],
    ['minimum', { minimum: '-1' }],
    ['minimum', { minimum: '5000.001' }],
    ['minimum', { minimum: '1e3' }],
    ['minimum', { origin: 'CLP', minimum: '0.5' }],
    ['dollar-price', { dollarPrice: '0' }],
    ['dollar-price', { dollarPrice: 'x' }],
    ['lead-time', { leadTime: 'tomorrow' }],
  ])('is rejected, naming %s: %j', (field, changes) => {
    expect(rejected(() => parseRoute(routeInput(changes)))).toEqual([field]);
  });

  it('is rejected with errors for all flags at once', () => {
    const nothing = { origin: '', country: '', currency: '', minimum: '', dollarPrice: '', leadTime: '' };

    expect(rejected(() => parseRoute(routeInput(nothing)))).toEqual([
      'origin',
      'country',
      'minimum',
      'dollar-price',
      'lead-time',
    ]);
    expect(rejected(() => parseRouteKey({ origin: '', country: 'AR', currency: 'BRL' }))).toEqual([
      'origin',
      'currency',
    ]);
  });
});

describe('the routes of a sandbox', () => {
  it('are every pair of the seven wallet currencies and the seven countries', () => {
    expect(knownRoutes(PAYER_CURRENCIES)).toHaveLength(49);
    expect(new Set(knownRoutes(PAYER_CURRENCIES).map(({ origin, country }) => `${origin}${country}`)).size).toBe(49);
  });

  it('never go to a country in the currency of another', () => {
    const [origin, currency] = [toCurrency('ARS'), toCurrency('BRL')];

    expect(isKnownRoute({ origin, country: 'BR', currency })).toBe(true);
    expect(isKnownRoute({ origin, country: 'AR', currency })).toBe(false);
  });
});
