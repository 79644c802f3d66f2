import type { Money } from '@app/kernel';
import { Providers } from '../application/providers';
import { ProviderRoutes } from '../application/provider-routes';
import type { Provider } from '../application/provider';
import type { Capability } from '../domain/capability';

/** A provider that a test scripts: without capabilities and messages by default. */
export function aProvider(changes: Partial<Provider> = {}): Provider {
  return {
    name: 'memory',
    storedNames: changes.adapters?.map(({ provider }) => provider) ?? ['memory'],
    isSimulated: false,
    capabilities: [],
    adapters: [],
    loops: [],
    read: () => ({ facts: [], hints: [] }),
    ...changes,
  };
}

/** The provider collects by these methods, up to these amounts, and asks their payers for nothing. */
export function collecting(methods: readonly string[], largest: readonly Money[] = []): Capability[] {
  return methods.map((method) => ({ kind: 'collect', method, requires: [], banks: [], refunds: 'partial', largest }));
}

/** A registry of these providers, and the routes that follow from it. */
export function registryOf(...all: readonly Provider[]): { providers: Providers; routes: ProviderRoutes } {
  const providers = new Providers();
  for (const provider of all) providers.register(provider);
  const routing = { allowSimulatedRails: true, collectionRoutes: new Map<string, string>() };
  const routes = new ProviderRoutes(providers, { environment: 'sandbox', payoutRoutes: new Map(), ...routing });
  return { providers, routes };
}
