import type { Clock } from '@app/kernel';
import type { DueReceiver, ReceiverShare } from '../domain/fair-share';
import type { Claim, DeliveryQueue } from './ports';

/** The largest share of time that reads of due receivers may take; the cost grows with their number. */
const READ_SHARE = 0.1;
/** A receiver that becomes due while others are busy is seen no later than this. */
const READ_AGAIN_MS = 100;

/** The receivers with due deliveries, as of a moment ago: those that a claim exhausted are left out. */
export class DueReceivers {
  private receivers = new Map<string, DueReceiver>();
  private readAgainAt = -Infinity;
  private reading: Promise<void> | undefined;
  private failure: { error: unknown } | undefined;
  private last = { atMs: -Infinity, oldestDueMs: undefined as number | undefined };

  constructor(
    private readonly queue: DeliveryQueue,
    private readonly clock: Clock,
  ) {}

  /** When the queue was last read, by the monotonic clock, and since when its oldest delivery was due then. */
  get lastRead(): Readonly<typeof this.last> {
    return this.last;
  }

  /** Those that are known now. Starts a read of the queue, unless one has just ended. */
  listKnown(): DueReceiver[] {
    if (this.receivers.size === 0 || this.clock.monotonicMs() >= this.readAgainAt) this.startRead();
    return [...this.receivers.values()];
  }

  /** Those that are known when the read under way has ended. Throws if this or an earlier read failed. */
  async listAfterRead(): Promise<DueReceiver[]> {
    await this.reading;
    const { failure } = this;
    this.failure = undefined;
    if (failure) throw failure.error;
    return [...this.receivers.values()];
  }

  /** A receiver with fewer deliveries than its share has no more that are due. */
  recordClaim(shares: readonly ReceiverShare[], { claimed, exhausted }: Claim): void {
    // It is not known whose the exhausted deliveries were.
    if (exhausted.length > 0) this.readAgainAt = -Infinity;
    const counts = new Map<string, number>();
    for (const { receiver } of claimed) counts.set(receiver, (counts.get(receiver) ?? 0) + 1);
    for (const { receiver, slots } of shares) if ((counts.get(receiver) ?? 0) < slots) this.receivers.delete(receiver);
  }

  private startRead(): void {
    this.reading ??= this.read()
      .catch((error: unknown) => {
        this.failure = { error };
      })
      .finally(() => (this.reading = undefined));
  }

  private async read(): Promise<void> {
    const startedAt = this.clock.monotonicMs();
    const due = await this.queue.dueReceivers();
    const endedAt = this.clock.monotonicMs();
    this.receivers = new Map(due.map((receiver) => [receiver.receiver, receiver]));
    this.readAgainAt = endedAt + Math.min((endedAt - startedAt) / READ_SHARE, READ_AGAIN_MS);
    this.last = { atMs: startedAt, oldestDueMs: due.reduce<number | undefined>(earlier, undefined) };
  }
}

function earlier(time: number | undefined, { dueSince }: DueReceiver): number {
  return Math.min(time ?? Infinity, dueSince.getTime());
}
