import { abortAfter, Clock, Slots, UnitOfWork, ValidationError } from '@app/kernel';
import { Log } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { SettlementPullsRepository, type DuePull, type RecordedLines } from './ports';
import type { Provider } from './provider';
import { PulledLines } from './pulled-lines';
import { Providers } from './providers';

const SLOTS = 4;
const DAY_MS = 86_400_000;
/** Reports gain lines for days that were pulled before. */
const OVERLAP_MS = 3 * DAY_MS;
const FIRST_PULL_MS = 30 * DAY_MS;
/** Shorter than the claim of a pull, so that no other process pulls at the same time. */
const DEADLINE_MS = 30 * 60_000;
/** Ids that a log line names. */
const NAMED = 20;

/** Pulls settlement lines, once a day, from each provider that has an API for them. */
@Injectable()
export class SettlementPulls {
  private readonly slots = new Slots<DuePull>(SLOTS, ({ provider }) => provider);

  constructor(
    private readonly pulls: SettlementPullsRepository,
    private readonly lines: PulledLines,
    private readonly providers: Providers,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** The configured providers whose lines can be pulled. */
  listPullable(): Provider[] {
    return this.providers.list().filter((provider) => provider.pull !== undefined);
  }

  /** Claims due pulls for the free slots and starts them; true when more may be due. */
  async turn(onFree: () => void): Promise<boolean> {
    const names = this.listPullable().map(({ name }) => name);
    if (names.length === 0) return false;
    const claim = (free: number) => this.uow.once((tx) => this.pulls.takeDue(tx, names, free));
    return this.slots.fill(claim, (due) => this.pullDue(due), onFree);
  }

  /** Waits for running pulls; one that is cut off is due again within an hour. */
  async drain(deadlineMs: number): Promise<void> {
    await this.slots.drain(deadlineMs);
  }

  /**
   * Pulls the lines since that time, by default since 3 days before the last pull, or the last 30 days. Lines with
   * other money than recorded are left as recorded, and their ids returned. Throws `ValidationError` for a provider
   * whose lines cannot be pulled, and what the provider throws; batches recorded until then stay.
   */
  async pull(providerName: string, since?: Date): Promise<RecordedLines> {
    const provider = this.listPullable().find(({ name, storedNames }) => [name, ...storedNames].includes(providerName));
    if (!provider) throw ValidationError.of('provider', `the lines of provider ${providerName} cannot be pulled`);
    const startedAt = this.clock.now();
    const from = since ?? this.sinceOf(await this.pulls.lastPulledAt(provider.name));
    const result = await this.record(provider, from);
    // A pull of chosen days does not show that everything before was pulled.
    if (!since) await this.uow.once((tx) => this.pulls.succeed(tx, provider.name, startedAt));
    return result;
  }

  private async pullDue({ provider }: DuePull): Promise<void> {
    try {
      const { recorded, repeated, updated, changed } = await this.pull(provider);
      this.log.info({ provider, recorded, repeated, updated }, 'settlement lines pulled');
      if (changed.length > 0) {
        const ids = changed.slice(0, NAMED);
        this.log.error({ provider, count: changed.length, ids }, 'settlement lines differ from those recorded');
      }
    } catch (error) {
      this.log.error({ err: error, provider }, 'settlement lines could not be pulled');
      const reason = error instanceof Error ? error.message : String(error);
      await this.uow
        .once((tx) => this.pulls.noteError(tx, provider, reason.slice(0, 500)))
        .catch((failure: unknown) => this.log.error({ err: failure, provider }, 'error of the pull was not stored'));
    }
  }

  private sinceOf(pulledAt: Date | null): Date {
    return pulledAt ? new Date(pulledAt.getTime() - OVERLAP_MS) : new Date(this.clock.now().getTime() - FIRST_PULL_MS);
  }

  private record(provider: Provider, since: Date): Promise<RecordedLines> {
    const late = (): never => {
      throw new Error('the provider did not send its lines in time');
    };
    return abortAfter(
      DEADLINE_MS,
      (signal) => this.lines.record(provider.name, provider.pull?.(since, signal) ?? [], signal),
      late,
    );
  }
}
