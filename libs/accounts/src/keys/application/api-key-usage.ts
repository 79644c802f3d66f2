import { UnitOfWork } from '@app/kernel';
import { Log } from '@app/platform';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { ApiKeyCredentialsRepository } from './ports';

const FLUSH_EVERY_MS = 2_000;

/** Collects the last use of API keys and writes it in batches, so that no request waits for it. */
@Injectable()
export class ApiKeyUsage implements OnModuleInit, OnApplicationShutdown {
  private uses = new Map<string, Date>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly credentials: ApiKeyCredentialsRepository,
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

  /** Writes the collected dates. A failure loses this batch only: the next use of a key writes a later date. */
  async flush(): Promise<void> {
    if (this.uses.size === 0) return;
    const batch = this.uses;
    this.uses = new Map();
    try {
      await this.uow.once((tx) => this.credentials.markUsed(tx, batch));
    } catch (error) {
      this.log.warn({ err: error, keys: batch.size }, 'could not write the last use of API keys');
    }
  }
}
