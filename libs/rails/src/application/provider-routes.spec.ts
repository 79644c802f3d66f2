import { ConfigError } from '@app/platform';
import type { Capability } from '../domain/capability';
import { aProvider, collecting } from '../testing';
import { routesOf } from './provider-routes';

const BRAZIL: Capability = { kind: 'pay_out', country: 'BR', currency: 'BRL' };
const DOLLARS: Capability = { kind: 'receive', currency: 'USD' };
const woovi = aProvider({ name: 'woovi', capabilities: [...collecting(['brl_pix']), BRAZIL] });
const dlocal = aProvider({ name: 'dlocal', capabilities: [...collecting(['brl_pix', 'cop_pse']), BRAZIL, DOLLARS] });
const sandbox = aProvider({ name: 'sandbox', isSimulated: true, capabilities: collecting(['card', 'cop_pse']) });

const routing = (collection: Record<string, string> = {}, payout: Record<string, string> = {}) => ({
  environment: 'sandbox' as const,
  allowSimulatedRails: false,
  collectionRoutes: new Map(Object.entries(collection)),
  payoutRoutes: new Map(Object.entries(payout)),
});

/** The provider of each capability by name, or the problems. */
function routed(...of: Parameters<typeof routesOf>): Record<string, string> | string {
  try {
    return Object.fromEntries([...routesOf(...of)].map(([name, { provider }]) => [name, provider.name]));
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
}

describe('the routes of new orders', () => {
  it('go to the only provider that has the capability', () => {
    expect(routed([woovi, sandbox], routing())).toEqual({
      brl_pix: 'woovi',
      'BR/BRL': 'woovi',
      card: 'sandbox',
      cop_pse: 'sandbox',
    });
  });

  it('go where they are named, and else where * points if that provider has the capability', () => {
    const config = routing({ brl_pix: 'woovi', '*': 'dlocal' }, { '*': 'woovi' });
    expect(routed([woovi, dlocal, sandbox], config)).toEqual({
      brl_pix: 'woovi',
      cop_pse: 'dlocal',
      card: 'sandbox',
      'BR/BRL': 'woovi',
      usd_account: 'dlocal',
    });
  });

  it('do not exist for what no provider serves', () => {
    expect(routed([], routing())).toEqual({});
  });

  it('need a word where two providers have the capability: the problem names both (rule 6.8)', () => {
    expect(routed([woovi, dlocal], routing({ brl_pix: 'dlocal' }))).toBe(
      'PAYOUT_ROUTES must say which of woovi and dlocal serves BR/BRL',
    );
  });

  it.each([
    [{ brl_pix: 'stripe' }, 'COLLECTION_ROUTES names stripe, which is not among PROVIDERS'],
    [{ card: 'woovi' }, 'COLLECTION_ROUTES names woovi for card, which it does not serve'],
    [{ 'BR/BRL': 'woovi' }, 'COLLECTION_ROUTES names woovi for BR/BRL, which it does not serve'],
  ])('are rejected when they cannot be followed: %j', (collection, problem) => {
    expect(routed([woovi], routing(collection as Record<string, string>))).toBe(problem);
  });

  describe('in production', () => {
    const production = { ...routing(), environment: 'production' as const };

    it('may not go to a simulated provider, and each that does is named (rule 16.2)', () => {
      expect(routed([woovi, sandbox], production)).toBe(
        'ALLOW_SIMULATED_RAILS must be true in production while a simulated provider serves card, cop_pse',
      );
    });

    it('may where that is allowed', () => {
      expect(routed([sandbox], { ...production, allowSimulatedRails: true })).toEqual({
        card: 'sandbox',
        cop_pse: 'sandbox',
      });
    });
  });
});
