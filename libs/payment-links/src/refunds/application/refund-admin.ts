import { AuditLog, type Actor } from '@app/accounts';
import { UnitOfWork, type Tx } from '@app/kernel';
import { OrderAdmin, type CaseSource, type KnownOrderState } from '@app/rails';
import { Injectable } from '@nestjs/common';
import { RefundNotFailableError, RefundNotFoundError } from '../domain/errors';
import type { Refund } from '../domain/refund';
import { orderOf } from './refund-hand-over';
import { RefundPostings } from './refund-postings';
import { RefundRails } from './refund-rails';
import { StaffRefunds, RefundQueue } from './ports';

/** Refunds of any account, for staff. Every change is in the audit log. */
@Injectable()
export class RefundAdmin extends OrderAdmin<Refund, Actor> {
  protected readonly name = 'refund';

  constructor(
    protected readonly orders: StaffRefunds,
    protected readonly queue: RefundQueue,
    private readonly rails: RefundRails,
    protected readonly postings: RefundPostings,
    private readonly audit: AuditLog,
    protected readonly uow: UnitOfWork,
  ) {
    super();
  }

  /** The stuck refunds, for the list of everything that waits for a person. */
  stuckCases(): CaseSource {
    return this.casesOf('refund_stuck', (refund) => ({
      provider: refund.provider,
      providerReference: refund.providerReference,
      accountId: refund.accountId,
      linkId: refund.linkId,
      paymentId: refund.paymentId,
      amount: refund.amount.toFixed(),
      currency: refund.amount.currency,
      createdAt: refund.createdAt,
    }));
  }

  protected ask(refund: Refund, signal: AbortSignal): Promise<KnownOrderState | undefined> {
    return this.rails.of(refund.provider).find(orderOf(refund), signal);
  }

  protected record(
    tx: Tx,
    actor: Actor,
    done: string,
    { id, accountId }: Refund,
    details: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    return this.audit.record(tx, {
      actor,
      action: `refund.${done}`,
      object: { type: 'refund', id },
      accountId,
      details,
    });
  }

  protected notFound(): RefundNotFoundError {
    return new RefundNotFoundError();
  }

  protected notFailable(why: string): RefundNotFailableError {
    return new RefundNotFailableError(why);
  }
}
