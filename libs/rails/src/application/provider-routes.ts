import { CONFIG, ConfigError, type Config, type ConfigProblem, type RouteList } from '@app/platform';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { capabilityName, type Capability, type CollectCapability } from '../domain/capability';
import type { Provider } from './provider';
import { Providers } from './providers';

/** The provider of new orders of a capability. */
export interface Route<C extends Capability = Capability> {
  readonly provider: Provider;
  readonly capability: C;
}

type Routing = Pick<Config, 'environment' | 'allowSimulatedRails' | 'collectionRoutes' | 'payoutRoutes'>;

/**
 * Which provider serves a capability for new orders. What is open stays with the provider that its record stores. Rules
 * 6.7 and 6.8.
 */
@Injectable()
export class ProviderRoutes implements OnModuleInit {
  private computed: ReadonlyMap<string, Route> | undefined;

  constructor(
    private readonly providers: Providers,
    @Inject(CONFIG) private readonly config: Routing,
  ) {}

  /**
   * Throws a `ConfigError` for a route to a provider without the capability, for a capability of two providers without
   * a route, and in production for every capability that a simulated provider serves, unless that is allowed.
   */
  onModuleInit(): void {
    this.computed = routesOf(this.providers.list(), this.config);
  }

  /** Computed at the first use, when all modules have registered their providers. */
  private get routes(): ReadonlyMap<string, Route> {
    this.computed ??= routesOf(this.providers.list(), this.config);
    return this.computed;
  }

  /** By the code of a payment method, or `card`. */
  collect(method: string): Route<CollectCapability> | undefined {
    const route = this.routes.get(method);
    return route?.capability.kind === 'collect' ? { ...route, capability: route.capability } : undefined;
  }

  payOut(country: string, currency: string): Route | undefined {
    return this.routes.get(`${country}/${currency}`);
  }

  receive(currency: string): Route | undefined {
    return this.routes.get(`${currency.toLowerCase()}_account`);
  }

  /** Every capability that a provider serves for new orders. */
  list(): readonly Route[] {
    return [...this.routes.values()];
  }
}

const VARIABLES = { collect: 'COLLECTION_ROUTES', receive: 'COLLECTION_ROUTES', pay_out: 'PAYOUT_ROUTES' } as const;

/** The route of each capability, by its name. Throws a `ConfigError` that names every problem. Rule 6.8. */
export function routesOf(providers: readonly Provider[], config: Routing): Map<string, Route> {
  const problems: ConfigProblem[] = [...unknownRoutes(providers, config)];
  const routes = new Map<string, Route>();
  for (const [name, candidates] of candidatesByName(providers)) {
    const variable = VARIABLES[(candidates[0] as Route).capability.kind];
    const list = variable === 'PAYOUT_ROUTES' ? config.payoutRoutes : config.collectionRoutes;
    const route = choose(candidates, list.get(name), list.get('*'));
    if (route) routes.set(name, route);
    else {
      const names = candidates.map(({ provider }) => provider.name).join(' and ');
      problems.push({ variable, problem: `must say which of ${names} serves ${name}` });
    }
  }
  const simulated = [...routes].filter(([, { provider }]) => provider.isSimulated).map(([name]) => name);
  if (config.environment === 'production' && simulated.length > 0 && !config.allowSimulatedRails) {
    const problem = `must be true in production while a simulated provider serves ${simulated.join(', ')}`;
    problems.push({ variable: 'ALLOW_SIMULATED_RAILS', problem });
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return routes;
}

function choose(candidates: readonly Route[], named?: string, fallback?: string): Route | undefined {
  const of = (name: string | undefined) => candidates.find(({ provider }) => provider.name === name);
  return of(named) ?? of(fallback) ?? (candidates.length === 1 ? candidates[0] : undefined);
}

function candidatesByName(providers: readonly Provider[]): Map<string, Route[]> {
  const candidates = new Map<string, Route[]>();
  for (const provider of providers) {
    for (const capability of provider.capabilities) {
      const name = capabilityName(capability);
      candidates.set(name, [...(candidates.get(name) ?? []), { provider, capability }]);
    }
  }
  return candidates;
}

function unknownRoutes(providers: readonly Provider[], { collectionRoutes, payoutRoutes }: Routing): ConfigProblem[] {
  const problemsOf = (variable: string, list: RouteList, kinds: readonly Capability['kind'][]) =>
    [...list].flatMap(([name, wanted]): ConfigProblem[] => {
      const provider = providers.find((each) => each.name === wanted);
      if (!provider) return [{ variable, problem: `names ${wanted}, which is not among PROVIDERS` }];
      const has = provider.capabilities.some((each) => kinds.includes(each.kind) && capabilityName(each) === name);
      return name === '*' || has ? [] : [{ variable, problem: `names ${wanted} for ${name}, which it does not serve` }];
    });
  return [
    ...problemsOf('COLLECTION_ROUTES', collectionRoutes, ['collect', 'receive']),
    ...problemsOf('PAYOUT_ROUTES', payoutRoutes, ['pay_out']),
  ];
}
