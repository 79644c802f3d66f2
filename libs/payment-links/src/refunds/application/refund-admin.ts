import { AuditLog, type Actor } from '@app/accounts';
import { UnitOfWork, ValidationError } from '@app/kernel';
import { askProvider, QUIET_MS, tooSoon } from '@app/rails';
import { Injectable } from '@nestjs/common';
import { RefundNotFailableError, RefundNotFoundError } from '../domain/errors';
import type { Refund } from '../domain/refund';
import { orderOf } from './refund-hand-over';
import { RefundPostings } from './refund-postings';
import { RefundRails } from './refund-rails';
import { StaffRefunds, RefundQueue, type LeasedRefund, type RefundWithAttempts } from './ports';

/** An open refund is stuck when an attempt failed, or when it has been open for longer than this. */
const STUCK_AFTER_MS = 3_600_000;

/** Refunds of any account, for staff. Every change is in the audit log. */
@Injectable()
export class RefundAdmin {
  constructor(
    private readonly refunds: StaffRefunds,
    private readonly queue: RefundQueue,
    private readonly rails: RefundRails,
    private readonly postings: RefundPostings,
    private readonly audit: AuditLog,
    private readonly uow: UnitOfWork,
  ) {}

  /** Throws `RefundNotFoundError`. */
  async show(id: string): Promise<RefundWithAttempts> {
    const found = await this.refunds.find(id);
    if (!found) throw new RefundNotFoundError();
    return found;
  }

  /** The oldest first. */
  stuck(limit: number): Promise<RefundWithAttempts[]> {
    return this.refunds.stuck(STUCK_AFTER_MS, limit);
  }

  countStuck(): Promise<number> {
    return this.refunds.countStuck(STUCK_AFTER_MS);
  }

  /** Lets the worker ask the provider of an open refund now. Throws `RefundNotFoundError` or `ValidationError`. */
  async retry(id: string, by: Actor): Promise<Refund> {
    const { refund } = await this.show(id);
    await this.uow.run(async (tx) => {
      if (!(await this.refunds.retryNow(tx, id))) {
        throw new ValidationError('The refund is closed, or it is being handed over at this moment.');
      }
      await this.audit.record(tx, entryOf(refund, by, 'refund.retried', {}));
    });
    return refund;
  }

  /**
   * Fails an open refund whose provider confirms that it has not paid and does not have it, and releases its hold. Throws
   * `RefundNotFoundError`, `ValidationError` without a reason, `RefundNotFailableError` or the provider's error. A rejection
   * because the last submission is too recent keeps workers away, so that a later call can succeed.
   */
  async fail(id: string, reason: string, by: Actor): Promise<Refund> {
    if (!reason.trim()) throw ValidationError.of('reason', 'must not be empty');
    const { refund: found } = await this.show(id);
    const leased = await this.uow.once((tx) => this.refunds.lease(tx, id, QUIET_MS));
    if (!leased) throw new RefundNotFailableError(`it is ${found.status}, or it is being handed over at this moment`);
    const rail = await this.stateOf(leased);
    return this.uow.run(async (tx) => {
      const steps = await this.postings.begin(tx, [id]);
      const isSame = steps.get(id)?.status === leased.refund.status && (await this.refunds.holds(tx, id, leased.lease));
      if (!isSame || !steps.take(id, { event: 'fail', reason, providerReference: null })) {
        throw new RefundNotFailableError('it has changed meanwhile');
      }
      await this.audit.record(tx, entryOf(found, by, 'refund.failed', { reason, rail }));
      await this.postings.write(tx, steps);
      return steps.get(id) as Refund;
    });
  }

  /** The state at the provider, if it proves that the provider never paid. */
  private async stateOf({ refund, lease, quietMs }: LeasedRefund): Promise<'unknown' | 'failed'> {
    const { id } = refund;
    try {
      const known = await askProvider((signal) => this.rails.of(refund.provider).find(orderOf(refund), signal));
      if (known?.state === 'failed') return 'failed';
      if (known) throw new RefundNotFailableError(`its provider says that it is ${known.state}`);
    } catch (error) {
      await this.uow.once((tx) => this.queue.postpone(tx, [{ id, lease, inMs: 0, error: null }]));
      throw error;
    }
    if (quietMs < QUIET_MS) throw new RefundNotFailableError(tooSoon(lease));
    return 'unknown';
  }
}

function entryOf({ id, accountId }: Refund, actor: Actor, action: string, details: Record<string, unknown>) {
  return { actor, action, object: { type: 'refund', id }, accountId, details };
}
