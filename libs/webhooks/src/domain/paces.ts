import type { Pace } from './fair-share';

/** A receiver that takes longer is slow. */
export const SLOW_MS = 1_000;
/** Attempts without a response, one after another, that make a receiver silent. */
const SILENT_AFTER = 2;
/** Beyond this number the receiver that changed least recently is forgotten. */
const MAX_RECEIVERS = 10_000;

interface Memory {
  slow: boolean;
  /** Attempts that timed out since the last response. */
  unanswered: number;
  /** When it last ended an attempt quickly, in milliseconds. */
  quickAt: number;
}

/** What this process remembers of receivers. Only the order of deliveries depends on it. */
export class Paces {
  private readonly receivers = new Map<string, Memory>();

  paceOf(receiver: string): Pace {
    const memory = this.receivers.get(receiver);
    if (!memory) return 'new';
    if (memory.unanswered >= SILENT_AFTER) return 'silent';
    return memory.slow ? 'slow' : 'fast';
  }

  /** An attempt has ended. A connection that is refused at once holds no slot, so it counts as quick. */
  recordEnd(receiver: string, startedAt: Date, endedAt: Date, responded: boolean): void {
    const slow = endedAt.getTime() - startedAt.getTime() >= SLOW_MS;
    const before = this.receivers.get(receiver);
    this.remember(receiver, {
      slow,
      unanswered: slow && !responded ? (before?.unanswered ?? 0) + 1 : 0,
      quickAt: slow ? (before?.quickAt ?? -Infinity) : endedAt.getTime(),
    });
  }

  /**
   * An attempt is under way, perhaps in another process. After a second without a response a receiver is slow unless it
   * has ended another one quickly in the meantime, and silent if it has never responded.
   */
  recordRunning(receiver: string, since: Date, now: Date): void {
    if (now.getTime() - since.getTime() < SLOW_MS) return;
    const before = this.receivers.get(receiver);
    if (before?.slow === true || (before && before.quickAt >= since.getTime())) return;
    this.remember(receiver, { unanswered: SILENT_AFTER, quickAt: -Infinity, ...before, slow: true });
  }

  private remember(receiver: string, memory: Memory): void {
    this.receivers.delete(receiver);
    const [oldest] = this.receivers.keys();
    if (oldest !== undefined && this.receivers.size >= MAX_RECEIVERS) this.receivers.delete(oldest);
    this.receivers.set(receiver, memory);
  }
}
