import type { NotificationSource } from './ports';

/** Everybody who may report payments, by the name in `/providers/{provider}/notifications`. */
export class NotificationSources {
  private readonly byProvider: ReadonlyMap<string, NotificationSource>;

  constructor(sources: readonly NotificationSource[]) {
    this.byProvider = new Map(sources.map((source) => [source.provider, source]));
  }

  find(provider: string): NotificationSource | undefined {
    return this.byProvider.get(provider);
  }
}
