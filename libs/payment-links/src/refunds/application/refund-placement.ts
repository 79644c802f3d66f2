import { AuditLog, type Account, type Actor } from '@app/accounts';
import { Clock, IdempotentResponses, newId, type IdempotentResponse, type Tx } from '@app/kernel';
import { LedgerService } from '@app/ledger';
import { Injectable } from '@nestjs/common';
import type { Share } from '../../settlement/domain/payment-share';
import type { ReceivedPayment } from '../../settlement/domain/received-payment';
import type { Refund } from '../domain/refund';
import { RefundsRepository } from './ports';

/** Who requests a refund. */
export interface Refunder {
  readonly account: Pick<Account, 'id'>;
  readonly userId: string;
  readonly actor: Actor;
}

/** Creates refunds whose checks have passed. */
@Injectable()
export class RefundPlacement {
  constructor(
    private readonly refunds: RefundsRepository,
    private readonly ledger: LedgerService,
    private readonly audit: AuditLog,
    private readonly responses: IdempotentResponses,
    private readonly clock: Clock,
  ) {}

  /** The ledger comes last, because it locks the wallet. Throws `InsufficientAvailableBalanceError`. */
  async place(
    tx: Tx,
    by: Refunder,
    payment: ReceivedPayment,
    share: Share,
    reason: string | null,
    response: IdempotentResponse<Refund> | undefined,
  ): Promise<Refund> {
    const refund = this.draft(by, payment, share, reason);
    const { id, walletId, walletAmount, holdId } = refund;
    await this.refunds.insert(tx, refund);
    await this.audit.record(tx, {
      actor: by.actor,
      action: 'refund.requested',
      object: { type: 'refund', id },
      accountId: payment.accountId,
      details: {
        received_payment_id: payment.id,
        amount: share.amount.toFixed(),
        currency: share.amount.currency,
        wallet_amount: walletAmount.toFixed(),
        wallet_currency: walletAmount.currency,
      },
    });
    await this.responses.keep(tx, response, refund);
    if (holdId !== null) {
      const reference = { referenceType: 'refund', referenceId: id };
      await this.ledger.placeHold(tx, { holdId, walletId, amount: walletAmount, ...reference });
    }
    return refund;
  }

  private draft(by: Refunder, payment: ReceivedPayment, share: Share, reason: string | null): Refund {
    const now = this.clock.now();
    return {
      id: newId(),
      accountId: payment.accountId,
      paymentId: payment.id,
      linkId: payment.linkId,
      orderId: payment.orderId,
      walletId: payment.walletId,
      // Rounding of the refunds before can leave nothing for the wallet to pay.
      holdId: share.walletAmount.isZero() ? null : newId(),
      status: 'requested',
      ...share,
      exchangeRate: payment.terms.exchangeRate,
      reason,
      origin: 'panel',
      failureReason: null,
      providerReason: null,
      provider: payment.provider,
      orderReference: payment.providerReference,
      providerReference: null,
      requestedBy: by.userId,
      requestId: by.actor.requestId ?? null,
      createdAt: now,
      updatedAt: now,
      completedAt: null,
      failedAt: null,
      correctedAt: null,
      caseOpenedAt: null,
    };
  }
}
