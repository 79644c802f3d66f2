import { UnitOfWork } from '@app/kernel';
import { Log } from '@app/platform';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { ApiKeysRepository } from './ports';

const FLUSH_EVERY_MS = 2_000;

/** Collects when keys were used and writes it in batches, so that no request waits for it. */
@Injectable()
export class KeyUsage implements OnModuleInit, OnApplicationShutdown {
  private uses = new Map<string, Date>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly keys: ApiKeysRepository,
    private readonly uow: UnitOfWork,
    private readonly log: Log,
  ) {}

  onModuleInit(): void {
    this.timer = setInterval(() => void this.flush(), FLUSH_EVERY_MS);
    this.timer.unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }

  record(keyId: string, at: Date): void {
    this.uses.set(keyId, at);
  }

  /** Writes what has come together. A failure loses this batch only: the next use of a key writes it again. */
  async flush(): Promise<void> {
    if (this.uses.size === 0) return;
    const batch = this.uses;
    this.uses = new Map();
    try {
      await this.uow.once((tx) => this.keys.markUsed(tx, batch));
    } catch (error) {
      this.log.warn({ err: error, keys: batch.size }, 'last use of API keys could not be written');
    }
  }
}
