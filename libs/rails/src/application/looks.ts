import { Slots, UnitOfWork } from '@app/kernel';
import { Log, Metrics } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { askProvider } from './ask-provider';
import { FactInbox } from './fact-inbox';
import { LooksRepository, type DueLook, type ListedLook, type LooksBacklog } from './ports';
import type { Look, LookSubject } from './provider';
import { Providers } from './providers';

/** Questions that are asked at the same time. */
const SLOTS = 16;
/** The worker stops asking about a subject that is undecided for longer, and logs it. */
const GIVE_UP_AFTER_MS = 30 * 86_400_000;

/** Asks providers about subjects, and hands the facts in their responses to the inbox. */
@Injectable()
export class Looks {
  private readonly slots = new Slots<DueLook>(SLOTS, ({ subject }) => textOf(subject));
  private readonly outcomes: ReturnType<typeof Metrics.prototype.counter<'outcome'>>;

  constructor(
    private readonly looks: LooksRepository,
    private readonly providers: Providers,
    private readonly inbox: FactInbox,
    private readonly uow: UnitOfWork,
    private readonly log: Log,
    metrics: Metrics,
  ) {
    this.outcomes = metrics.counter('provider_looks_total', 'Questions to providers by outcome', 'outcome', [
      'decided',
      'undecided',
      'failed',
    ]);
  }

  /** Plans a look at each subject whose provider can be asked, by default as soon as possible. */
  async schedule(subjects: readonly LookSubject[], inMs = 0): Promise<void> {
    const askable = subjects.filter(({ provider }) => this.providers.find(provider)?.look !== undefined);
    if (askable.length > 0) await this.uow.once((tx) => this.looks.schedule(tx, askable, inMs));
  }

  /** Takes due looks for the free slots and starts them; true when more may be due. */
  turn(onFree: () => void): Promise<boolean> {
    const claim = (free: number) => this.uow.once((tx) => this.looks.takeDue(tx, free));
    return this.slots.fill(claim, (due) => this.ask(due), onFree);
  }

  /** Waits for running questions; a later turn repeats one that is cut off. */
  async drain(deadlineMs: number): Promise<void> {
    await this.slots.drain(deadlineMs);
  }

  /** Stops asking about subjects that have been undecided for 30 days; returns how many. */
  async giveUpOld(): Promise<number> {
    const given = await this.uow.once((tx) => this.looks.giveUp(tx, GIVE_UP_AFTER_MS));
    for (const subject of given) this.log.error(fieldsOf(subject), 'provider is not asked about the subject any more');
    return given.length;
  }

  /** Those that are due first. */
  list(limit: number): Promise<ListedLook[]> {
    return this.looks.list(limit);
  }

  backlog(): Promise<LooksBacklog> {
    return this.looks.backlog();
  }

  private async ask({ subject, attempt }: DueLook): Promise<void> {
    try {
      const { facts, isDecided } = await this.responseOf(subject);
      const body = JSON.stringify({ look: subject, attempt });
      for (const fact of facts) await this.inbox.take({ fact, body });
      await this.uow.once((tx) =>
        isDecided ? this.looks.remove(tx, [subject]) : this.looks.noteError(tx, subject, null),
      );
      this.outcomes.inc({ outcome: isDecided ? 'decided' : 'undecided' });
    } catch (error) {
      this.outcomes.inc({ outcome: 'failed' });
      this.log.warn({ err: error, attempt, ...fieldsOf(subject) }, 'provider could not be asked');
      const reason = error instanceof Error ? error.message : String(error);
      await this.uow
        .once((tx) => this.looks.noteError(tx, subject, reason.slice(0, 500)))
        .catch((failure: unknown) => this.log.error({ err: failure, ...fieldsOf(subject) }, 'look is not noted'));
    }
  }

  private responseOf(subject: LookSubject): Promise<Look> {
    const provider = this.providers.find(subject.provider);
    if (!provider?.look) throw new Error(`the provider ${subject.provider} is not configured, or cannot be asked`);
    return askProvider((signal) => (provider.look as NonNullable<typeof provider.look>)(subject, signal));
  }
}

function textOf({ provider, kind, reference }: LookSubject): string {
  return `${provider} ${kind} ${reference}`;
}

function fieldsOf({ provider, kind, reference }: LookSubject) {
  return { provider, kind, reference };
}
