import { Routes, type ListedRoute, type Route } from '@app/transfers';
import { staffMember } from './audit';
import { required, type Command, type Flag, type Flags } from './command';

const KEY: Readonly<Record<string, Flag>> = {
  origin: { value: 'ARS', required: true, meaning: 'currency of the wallet that pays' },
  country: { value: 'BR', required: true, meaning: 'country of the bank that receives' },
  currency: { value: 'BRL', required: true, meaning: 'currency that it receives' },
};

const setRoute: Command = {
  name: 'routes:set',
  summary: 'Set a payout route, or replace it',
  flags: {
    ...KEY,
    minimum: { value: '5000', required: true, meaning: 'least amount after fees, in the origin currency' },
    'dollar-price': { value: '1050', required: true, meaning: 'price of one USD in the origin currency' },
    'lead-time': { value: '1d', required: true, meaning: 'how long it takes, as the merchant sees it' },
    instant: { meaning: 'offer instant payouts' },
    force: { meaning: 'accept a dollar price that is far from the stored rate' },
  },
  run: async (app, _args, flags) => {
    const input = {
      ...keyOf(flags),
      minimum: required(flags, 'minimum'),
      dollarPrice: required(flags, 'dollar-price'),
      leadTime: required(flags, 'lead-time'),
      instant: flags['instant'] === true,
    };
    const route = await app.get(Routes).set(staffMember(), input, { force: flags['force'] === true });
    return { json: { route: routeJson(route) } };
  },
};

const listRoutes: Command = {
  name: 'routes:list',
  summary: 'List the payout routes',
  run: async (app) => {
    const routes = await app.get(Routes).list();
    return {
      json: { routes: routes.map((route) => ({ ...routeJson(route), is_default: route.isDefault })) },
      text: tableOf(routes),
    };
  },
};

const removeRoute: Command = {
  name: 'routes:remove',
  summary: 'Remove a payout route',
  flags: KEY,
  run: async (app, _args, flags) => {
    const route = await app.get(Routes).remove(staffMember(), keyOf(flags));
    return { json: { route: { ...routeJson(route), removed: true } } };
  },
};

export const routeCommands: readonly Command[] = [setRoute, listRoutes, removeRoute];

function keyOf(flags: Flags) {
  return {
    origin: required(flags, 'origin'),
    country: required(flags, 'country'),
    currency: required(flags, 'currency'),
  };
}

function routeJson({ origin, country, currency, minimum, dollarPrice, leadTime, instant }: Route) {
  return {
    origin,
    country,
    currency,
    minimum: minimum.toFixed(),
    dollar_price: dollarPrice.toFixed(),
    lead_time: leadTime,
    instant,
  };
}

/** One line for each route. */
function tableOf(routes: readonly ListedRoute[]): string {
  if (routes.length === 0) return 'There are none.';
  const lines = routes.map(({ origin, country, currency, minimum, dollarPrice, leadTime, instant, isDefault }) =>
    [
      `${origin} to ${country} in ${currency}:`,
      `at least ${minimum.toString()},`,
      `1 USD = ${dollarPrice.toFixed()} ${origin},`,
      leadTime,
      ...(instant ? ['instant'] : []),
      ...(isDefault ? ['(default)'] : []),
    ].join(' '),
  );
  return lines.join('\n');
}
