import { AuditLog, type Actor } from '@app/accounts';
import { ONE, UnitOfWork, USD, ValidationError, type Currency, type Decimal, type Tx } from '@app/kernel';
import { CONFIG, type Config } from '@app/platform';
import { Rates } from '@app/rates';
import { Inject, Injectable } from '@nestjs/common';
import type { PayoutRoute } from '../../payouts/application/ports';
import { PayoutRouteNotFoundError } from '../domain/errors';
import {
  defaultRoute,
  isKnownRoute,
  isSameRoute,
  knownRoutes,
  parseRoute,
  parseRouteKey,
  type Route,
  type RouteInput,
  type RouteKey,
} from '../domain/route';
import { RoutesRepository } from './ports';

/** No price of the dollar is so far from its rate. A point that was meant to separate thousands is, by a thousand. */
const FARTHEST = '10';

/** A route as staff list it. */
export interface ListedRoute extends Route {
  /** The sandbox's own, which staff have not set. */
  readonly isDefault: boolean;
}

/**
 * The routes that money can take. In a sandbox every pair of a wallet currency and a known country has one as long as
 * the price of a dollar is known; what staff set replaces it, and what they remove hides it.
 */
@Injectable()
export class Routes {
  constructor(
    private readonly routes: RoutesRepository,
    private readonly rates: Rates,
    private readonly audit: AuditLog,
    private readonly uow: UnitOfWork,
    @Inject(CONFIG) private readonly config: Pick<Config, 'environment'>,
  ) {}

  /** The route from a wallet's currency to the banks of a country; undefined when money cannot be sent there. */
  async find(origin: Currency, country: string, currency: Currency): Promise<PayoutRoute | undefined> {
    return this.findRoute({ origin, country, currency });
  }

  /** Every route, ordered by origin, country and currency. */
  async list(): Promise<ListedRoute[]> {
    const stored = await this.routes.list();
    const priced = (await this.rates.list()).flatMap(({ base, quote }) => [base, quote]);
    const known = knownRoutes([...new Set([USD, ...priced])]);
    const missing = known.filter((key) => !stored.some((each) => isSameRoute(each, key)));
    const defaults = await Promise.all(missing.map((key) => this.defaultOf(key)));
    return [
      ...stored.filter(({ removed }) => !removed).map(({ removed: _, ...route }) => ({ ...route, isDefault: false })),
      ...defaults.flatMap((route) => (route ? [{ ...route, isDefault: true }] : [])),
    ].sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
  }

  /**
   * Sets a route, which replaces an existing one. Throws `ValidationError`, naming flags of the staff's tool; without
   * `force` also for a price of the dollar that is far from the stored rate.
   */
  async set(by: Actor, input: RouteInput, { force = false } = {}): Promise<Route> {
    const route = parseRoute(input);
    if (!force) await this.assertPlausible(route);
    await this.uow.run(async (tx) => {
      await this.routes.put(tx, { ...route, removed: false });
      await this.record(tx, by, 'set', route);
    });
    return route;
  }

  /** Removes the route, so that no money can be sent on it. Throws `ValidationError` and `PayoutRouteNotFoundError`. */
  async remove(by: Actor, input: Pick<RouteInput, 'origin' | 'country' | 'currency'>): Promise<Route> {
    const key = parseRouteKey(input);
    const route = await this.findRoute(key);
    if (!route) throw new PayoutRouteNotFoundError(key);
    await this.uow.run(async (tx) => {
      await this.routes.put(tx, { ...route, removed: true });
      await this.record(tx, by, 'removed', route);
    });
    return route;
  }

  /** The last known price of one USD; undefined when no rate is stored. */
  async dollarPrice(currency: Currency): Promise<Decimal | undefined> {
    return currency === USD ? ONE : (await this.rates.findLastKnown(USD, currency))?.value;
  }

  private async assertPlausible({ origin, dollarPrice }: Route): Promise<void> {
    const stored = await this.dollarPrice(origin);
    if (!stored || (dollarPrice.gt(stored.div(FARTHEST)) && dollarPrice.lt(stored.times(FARTHEST)))) return;
    const [given, rate] = [dollarPrice, stored].map((price) => price.toFixed());
    throw ValidationError.of(
      'dollar-price',
      `${given} is ${FARTHEST} times or more from the stored rate of ${rate}: thousands have no separator; set it with --force`,
    );
  }

  private async findRoute(key: RouteKey): Promise<Route | undefined> {
    const stored = await this.routes.find(key);
    if (!stored) return this.defaultOf(key);
    const { removed, ...route } = stored;
    return removed ? undefined : route;
  }

  private async defaultOf(key: RouteKey): Promise<Route | undefined> {
    if (this.config.environment !== 'sandbox' || !isKnownRoute(key)) return undefined;
    const price = await this.dollarPrice(key.origin);
    return price && defaultRoute(key, price);
  }

  private record(tx: Tx, by: Actor, done: string, route: Route): Promise<void> {
    return this.audit.record(tx, {
      actor: by,
      action: `payout_route.${done}`,
      object: { type: 'payout_route', id: nameOf(route) },
      details: {
        minimum: route.minimum.toFixed(),
        dollar_price: route.dollarPrice.toFixed(),
        lead_time: route.leadTime,
        instant: route.instant,
      },
    });
  }
}

function nameOf({ origin, country, currency }: RouteKey): string {
  return `${origin}/${country}/${currency}`;
}
