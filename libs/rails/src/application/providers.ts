import { Injectable } from '@nestjs/common';
import type { Provider, ProviderAdapter } from './provider';

/** A port: an abstract class whose adapters belong to providers. */
export type ProviderPort<T extends ProviderAdapter> = abstract new (...parameters: never[]) => T;

/** The configured providers. */
@Injectable()
export class Providers {
  private readonly byStoredName = new Map<string, Provider>();
  private readonly registered = new Set<Provider>();

  /** Throws when one of its names is taken. */
  register(provider: Provider): void {
    for (const name of provider.storedNames) {
      if (this.byStoredName.has(name)) throw new Error(`the provider ${name} is registered twice`);
      this.byStoredName.set(name, provider);
    }
    this.registered.add(provider);
  }

  list(): readonly Provider[] {
    return [...this.registered];
  }

  /** The provider that records store under that name. */
  find(storedName: string): Provider | undefined {
    return this.byStoredName.get(storedName);
  }

  /** The names under which records store the other providers. */
  storedNamesBeside(storedName: string): readonly string[] {
    const own = this.find(storedName)?.storedNames ?? [storedName];
    return [...this.byStoredName.keys()].filter((name) => !own.includes(name));
  }

  /**
   * The adapter of the provider that a record stores, whatever the routes say now. Throws when the provider is no
   * longer configured or lacks the port.
   */
  adapterOf<T extends ProviderAdapter>(port: ProviderPort<T>, storedName: string): T {
    const provider = this.find(storedName);
    if (!provider) throw new Error(`the provider ${storedName} is not configured`);
    return this.adapterIn(port, provider);
  }

  /** The adapter through which a provider opens new records. Throws when the provider lacks the port. */
  adapterIn<T extends ProviderAdapter>(port: ProviderPort<T>, provider: Provider): T {
    const adapter = provider.adapters.find((each): each is T => each instanceof port);
    if (!adapter) throw new Error(`the provider ${provider.name} has no ${port.name}`);
    return adapter;
  }
}
