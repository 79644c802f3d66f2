import { isCurrency, Money, parseDecimal, Problems, USD, WrittenAmount } from '@app/kernel';
import type { Currency, Decimal } from '@app/kernel';
import { BANK_COUNTRIES, currencyOfBank, isBankCountry } from '../../beneficiaries/domain/destination';

/** From a wallet's currency to the banks of a country, in a currency. */
export interface RouteKey {
  readonly origin: Currency;
  readonly country: string;
  readonly currency: Currency;
}

/** A route that money can take. `minimum` and `dollarPrice` are in the origin currency. */
export interface Route extends RouteKey {
  readonly minimum: Money;
  /** The price of one USD. */
  readonly dollarPrice: Decimal;
  /** How long money takes, as shown: `1d`. */
  readonly leadTime: string;
  /** Whether instant payouts are offered. */
  readonly instant: boolean;
}

/** A route as staff have set it. One that was removed hides the sandbox's default. */
export interface StoredRoute extends Route {
  readonly removed: boolean;
}

export interface RouteInput {
  origin: string;
  country: string;
  currency: string;
  minimum: string;
  dollarPrice: string;
  leadTime: string;
  instant: boolean;
}

const DEFAULT_LEAD_TIME = '1d';

/** Every pair of these wallet currencies and a country whose banks are known. */
export function knownRoutes(origins: readonly Currency[]): RouteKey[] {
  return origins.flatMap((origin) =>
    BANK_COUNTRIES.map((country) => ({ origin, country, currency: currencyOfBank(country) })),
  );
}

/** The sandbox's route: at least one dollar, at that price of one USD. */
export function defaultRoute(key: RouteKey, dollarPrice: Decimal): Route {
  const minimum = Money.of('1', USD).convert(dollarPrice, key.origin, 'up');
  return { ...key, minimum, dollarPrice, leadTime: DEFAULT_LEAD_TIME, instant: false };
}

export function isSameRoute(one: RouteKey, other: RouteKey): boolean {
  return one.origin === other.origin && one.country === other.country && one.currency === other.currency;
}

/** Whether a sandbox has a route of this key by default. */
export function isKnownRoute(key: RouteKey): boolean {
  return isBankCountry(key.country) && currencyOfBank(key.country) === key.currency;
}

/** Throws a `ValidationError` that names every rejected field, as the staff's tool calls them. */
export function parseRoute(input: RouteInput): Route {
  const problems = new Problems();
  const key = parseKey(problems, input);
  const minimum = WrittenAmount.read(input.minimum);
  const dollarPrice = parseDecimal(input.dollarPrice);
  if (!minimum || minimum.value.lt('0') || (key && !minimum.fits(key.origin))) {
    problems.add('minimum', 'must be an amount of the origin currency');
  }
  if (!dollarPrice?.gt('0')) problems.add('dollar-price', 'must be a decimal number greater than 0');
  if (!/^\d{1,3}(m|h|d)$/.test(input.leadTime)) problems.add('lead-time', 'must be a time such as 30m, 4h or 1d');
  problems.throwIfAny();
  if (!key || !minimum || !dollarPrice) throw new Error('a rejected route has no problem');
  const { leadTime, instant } = input;
  return { ...key, minimum: minimum.in(key.origin), dollarPrice, leadTime, instant };
}

/** Throws a `ValidationError` that names every rejected field. */
export function parseRouteKey(input: Pick<RouteInput, 'origin' | 'country' | 'currency'>): RouteKey {
  const problems = new Problems();
  const key = parseKey(problems, input);
  problems.throwIfAny();
  if (!key) throw new Error('a rejected route has no problem');
  return key;
}

/** A key that no destination has would never apply. */
function parseKey(
  problems: Problems,
  { origin, country, currency }: Pick<RouteInput, 'origin' | 'country' | 'currency'>,
): RouteKey | undefined {
  if (!isCurrency(origin)) problems.add('origin', 'must be a known currency code');
  if (!isBankCountry(country)) {
    problems.add('country', `must be one of ${BANK_COUNTRIES.join(', ')}`);
    return undefined;
  }
  const own = currencyOfBank(country);
  if (currency !== own) problems.add('currency', `must be ${own} for a bank in ${country}`);
  return isCurrency(origin) && currency === own ? { origin, country, currency: own } : undefined;
}
