import { Routes, type ListedRoute, type Route } from '@app/transfers';
import { staffMember } from './audit';
import { required, type Command, type Flags } from './command';

const KEY_USAGE = '--origin ARS --country BR --currency BRL';
const KEY = { origin: { type: 'string' }, country: { type: 'string' }, currency: { type: 'string' } } as const;

const setRoute: Command = {
  name: 'routes:set',
  usage: `${KEY_USAGE} --minimum 5000 --dollar-price 1050 --lead-time 1d [--instant]`,
  options: {
    ...KEY,
    minimum: { type: 'string' },
    'dollar-price': { type: 'string' },
    'lead-time': { type: 'string' },
    instant: { type: 'boolean' },
  },
  run: async (app, _args, flags) => {
    const route = await app.get(Routes).set(staffMember(), {
      ...keyOf(flags),
      minimum: required(flags, 'minimum'),
      dollarPrice: required(flags, 'dollar-price'),
      leadTime: required(flags, 'lead-time'),
      instant: flags['instant'] === true,
    });
    return { json: { route: routeJson(route) } };
  },
};

const listRoutes: Command = {
  name: 'routes:list',
  usage: '',
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
  usage: KEY_USAGE,
  options: KEY,
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
    ...{ origin, country, currency, minimum: minimum.toFixed() },
    ...{ dollar_price: dollarPrice.toFixed(), lead_time: leadTime, instant },
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
