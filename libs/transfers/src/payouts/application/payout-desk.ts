import { AuditLog, type Actor } from '@app/accounts';
import { UnitOfWork, ValidationError } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { PayoutNotFailableError, PayoutNotFoundError } from '../domain/errors';
import type { HistoryEntry, Payout } from '../domain/payout';
import { PayoutBooks } from './payout-books';
import { PayoutRail, PayoutsRepository, type RailKnowledge, type StuckPayout } from './ports';

/** An open payout is stuck when an attempt failed, or when it has been open for longer than this. */
const STUCK_AFTER_MS = 3_600_000;
const RAIL_DEADLINE_MS = 10_000;
const LEASE_MS = 60_000;

/** Payouts of any account, for staff and for the sandbox. Every change by staff is in the audit log. */
@Injectable()
export class PayoutDesk {
  constructor(
    private readonly payouts: PayoutsRepository,
    private readonly rail: PayoutRail,
    private readonly books: PayoutBooks,
    private readonly audit: AuditLog,
    private readonly uow: UnitOfWork,
  ) {}

  /** Any payout, with its history. Throws `PayoutNotFoundError`. */
  async show(id: string): Promise<StuckPayout & { history: HistoryEntry[] }> {
    const [found, history] = await Promise.all([this.payouts.findForStaff(id), this.payouts.history(id)]);
    if (!found) throw new PayoutNotFoundError();
    return { ...found, history };
  }

  /** The oldest first. */
  stuck(limit: number): Promise<StuckPayout[]> {
    return this.payouts.stuck(STUCK_AFTER_MS, limit);
  }

  countStuck(): Promise<number> {
    return this.payouts.countStuck(STUCK_AFTER_MS);
  }

  /** Lets the worker look at an open payout now. Throws `PayoutNotFoundError` or `ValidationError`. */
  async retry(id: string, by: Actor): Promise<Payout> {
    const { payout } = await this.show(id);
    await this.uow.run(async (tx) => {
      if (!(await this.payouts.retryNow(tx, id))) {
        throw new ValidationError('The payout is closed, or it is being handed over at this moment.');
      }
      await this.audit.record(tx, entryOf(payout, by, 'retried', {}));
    });
    return payout;
  }

  /**
   * Fails an open payout whose rail confirms that it has not paid and does not have it, and releases its hold. Throws
   * `PayoutNotFoundError`, `ValidationError` without a reason, `PayoutNotFailableError` or the rail's error.
   */
  async fail(id: string, reason: string, by: Actor): Promise<Payout> {
    if (!reason.trim()) throw ValidationError.of('reason', 'must not be empty');
    const { payout } = await this.show(id);
    if (!(await this.uow.once((tx) => this.payouts.lease(tx, id, LEASE_MS)))) {
      throw new PayoutNotFailableError(`it is ${payout.status}, or it is being handed over at this moment`);
    }
    const known = await this.rail.find(id, AbortSignal.timeout(RAIL_DEADLINE_MS));
    assertNeverPaid(known);
    return this.uow.run(async (tx) => {
      const steps = this.books.begin(await this.payouts.lock(tx, [id]));
      if (!steps.take(id, { event: 'fail', reason, providerReference: null })) {
        throw new PayoutNotFailableError('it was settled meanwhile');
      }
      await this.audit.record(tx, entryOf(payout, by, 'failed', { reason, rail: known.state }));
      await this.books.write(tx, steps);
      return steps.get(id) as Payout;
    });
  }
}

function assertNeverPaid({ state }: RailKnowledge): void {
  if (state === 'unknown' || state === 'failed') return;
  throw new PayoutNotFailableError(`its rail says that it is ${state}`);
}

function entryOf({ id, type, accountId }: Payout, actor: Actor, done: string, details: Record<string, unknown>) {
  return { actor, action: `${type}.${done}`, object: { type, id }, accountId, details };
}
