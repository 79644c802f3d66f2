import { AuditLog, type Actor } from '@app/accounts';
import { UnitOfWork, type Tx } from '@app/kernel';
import { OrderAdmin, type CaseSource, type KnownOrderState } from '@app/rails';
import { Injectable } from '@nestjs/common';
import { PayoutNotFailableError, PayoutNotFoundError } from '../domain/errors';
import type { Payout } from '../domain/payout';
import { PayoutPostings } from './payout-postings';
import { PayoutRails } from './payout-rails';
import { PayoutQueue, StaffPayouts, type PayoutForStaff } from './ports';

/** Payouts of any account, for staff and for the sandbox. Every change by staff is in the audit log. */
@Injectable()
export class PayoutAdmin extends OrderAdmin<Payout, Actor, PayoutForStaff> {
  protected readonly name = 'payout';

  constructor(
    protected readonly orders: StaffPayouts,
    protected readonly queue: PayoutQueue,
    private readonly rails: PayoutRails,
    protected readonly postings: PayoutPostings,
    private readonly audit: AuditLog,
    protected readonly uow: UnitOfWork,
  ) {
    super();
  }

  /** The stuck payouts, for the list of everything that waits for a person. */
  stuckCases(): CaseSource {
    return this.casesOf('payout_stuck', (payout) => ({
      provider: payout.provider,
      providerReference: payout.providerReference,
      accountId: payout.accountId,
      linkId: null,
      paymentId: null,
      amount: payout.figures.destinationAmount.toFixed(),
      currency: payout.figures.destinationAmount.currency,
      createdAt: payout.createdAt,
    }));
  }

  /** Fixes the provider of a payout that no worker has claimed yet. */
  async assign(id: string, provider: string): Promise<void> {
    await this.uow.once((tx) => this.queue.assign(tx, id, provider));
  }

  /** No provider has a payout that no worker has claimed. */
  protected async ask(payout: Payout, signal: AbortSignal): Promise<KnownOrderState | undefined> {
    return payout.provider === null ? undefined : this.rails.find(payout, signal);
  }

  protected record(
    tx: Tx,
    actor: Actor,
    done: string,
    { id, type, accountId }: Payout,
    details: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    return this.audit.record(tx, { actor, action: `${type}.${done}`, object: { type, id }, accountId, details });
  }

  protected notFound(): PayoutNotFoundError {
    return new PayoutNotFoundError();
  }

  protected notFailable(why: string): PayoutNotFailableError {
    return new PayoutNotFailableError(why);
  }
}
