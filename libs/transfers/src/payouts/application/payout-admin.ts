import { AuditLog, type Actor } from '@app/accounts';
import { UnitOfWork, ValidationError } from '@app/kernel';
import { askProvider, QUIET_MS, tooSoon } from '@app/rails';
import { Injectable } from '@nestjs/common';
import { PayoutNotFailableError, PayoutNotFoundError } from '../domain/errors';
import type { Payout } from '../domain/payout';
import { PayoutPostings } from './payout-postings';
import { PayoutRails } from './payout-rails';
import {
  PayoutQueue,
  PayoutsReader,
  type LeasedPayout,
  type RailKnowledge,
  type PayoutWithAttempts,
  type PayoutWithHistory,
} from './ports';

/** An open payout is stuck when an attempt failed, or when it has been open for longer than this. */
const STUCK_AFTER_MS = 3_600_000;

/** Payouts of any account, for staff and for the sandbox. Every change by staff is in the audit log. */
@Injectable()
export class PayoutAdmin {
  constructor(
    private readonly reader: PayoutsReader,
    private readonly queue: PayoutQueue,
    private readonly rails: PayoutRails,
    private readonly postings: PayoutPostings,
    private readonly audit: AuditLog,
    private readonly uow: UnitOfWork,
  ) {}

  /** Any payout, with its history. Throws `PayoutNotFoundError`. */
  async show(id: string): Promise<PayoutWithAttempts & PayoutWithHistory> {
    const found = await this.reader.findForStaff(id);
    if (!found) throw new PayoutNotFoundError();
    return found;
  }

  /** The oldest first. */
  stuck(limit: number): Promise<PayoutWithAttempts[]> {
    return this.reader.stuck(STUCK_AFTER_MS, limit);
  }

  countStuck(): Promise<number> {
    return this.reader.countStuck(STUCK_AFTER_MS);
  }

  /** Lets the worker continue with an open payout now. Throws `PayoutNotFoundError` or `ValidationError`. */
  async retry(id: string, by: Actor): Promise<Payout> {
    const { payout } = await this.show(id);
    await this.uow.run(async (tx) => {
      if (!(await this.queue.retryNow(tx, id))) {
        throw new ValidationError('The payout is closed, or it is being handed over at this moment.');
      }
      await this.audit.record(tx, entryOf(payout, by, 'retried', {}));
    });
    return payout;
  }

  /**
   * Fails an open payout whose rail confirms that it has not paid and does not have it, and releases its hold. Throws
   * `PayoutNotFoundError`, `ValidationError` without a reason, `PayoutNotFailableError` or the rail's error. A
   * rejection because the last submission is too recent keeps workers away, so that a later call can succeed.
   */
  async fail(id: string, reason: string, by: Actor): Promise<Payout> {
    if (!reason.trim()) throw ValidationError.of('reason', 'must not be empty');
    const { payout: found } = await this.show(id);
    const leased = await this.uow.once((tx) => this.queue.lease(tx, id, QUIET_MS));
    if (!leased) throw new PayoutNotFailableError(`it is ${found.status}, or it is being handed over at this moment`);
    const known = await this.ask(leased);
    return this.uow.run(async (tx) => {
      const steps = await this.postings.begin(tx, [id]);
      const isSame = steps.get(id)?.status === leased.payout.status && (await this.queue.holds(tx, id, leased.lease));
      if (!isSame || !steps.take(id, { event: 'fail', reason, providerReference: null })) {
        throw new PayoutNotFailableError('it has changed meanwhile');
      }
      await this.audit.record(tx, entryOf(found, by, 'failed', { reason, rail: known.state }));
      await this.postings.write(tx, steps);
      return steps.get(id) as Payout;
    });
  }

  /** Fixes the provider of a payout that no worker has claimed yet. */
  async assign(id: string, provider: string): Promise<void> {
    await this.uow.once((tx) => this.queue.assign(tx, id, provider));
  }

  private find(payout: Payout): Promise<RailKnowledge> {
    const rail = this.rails.of(payout);
    return askProvider((signal) => rail.find(payout.id, signal));
  }

  /** The state at the rail, if it proves that the rail never paid. */
  private async ask(leased: LeasedPayout): Promise<RailKnowledge> {
    const { payout } = leased;
    const { id } = payout;
    try {
      const known = payout.provider === null ? UNKNOWN : await this.find(payout);
      if (known.state === 'failed') return known;
      if (known.state !== 'unknown') throw new PayoutNotFailableError(`its rail says that it is ${known.state}`);
    } catch (error) {
      await this.uow.once((tx) => this.queue.postpone(tx, [{ id, lease: leased.lease, inMs: 0, error: null }]));
      throw error;
    }
    if (leased.quietMs >= QUIET_MS) return { state: 'unknown' };
    throw new PayoutNotFailableError(tooSoon(leased.lease));
  }
}

const UNKNOWN: RailKnowledge = { state: 'unknown' };

function entryOf({ id, type, accountId }: Payout, actor: Actor, done: string, details: Record<string, unknown>) {
  return { actor, action: `${type}.${done}`, object: { type, id }, accountId, details };
}
