import { Injectable } from '@nestjs/common';
import type { NotificationSource } from './ports';

/** Every provider that may send facts, by its name in `/providers/{provider}/facts`. */
@Injectable()
export class NotificationSources {
  private readonly byProvider = new Map<string, NotificationSource>();

  /** Throws when the name is taken. */
  register(source: NotificationSource): void {
    if (this.byProvider.has(source.provider)) throw new Error(`the provider ${source.provider} is registered twice`);
    this.byProvider.set(source.provider, source);
  }

  find(provider: string): NotificationSource | undefined {
    return this.byProvider.get(provider);
  }
}
