import { AuditLog, type Account, type Actor } from '@app/accounts';
import { Clock, newId, type Tx } from '@app/kernel';
import { LedgerService } from '@app/ledger';
import { MailOutbox } from '@app/mail';
import { Injectable } from '@nestjs/common';
import type { Payout, PayoutType } from '../domain/payout';
import type { OutflowQuote } from './outflow-quotes';
import { payoutMails } from './payout-mail';
import { PayoutsRepository, type Payable } from './ports';

/** Who orders an outflow. */
export interface Orderer {
  account: Account;
  user: { id: string; email: string };
  /** The same person, as an actor of the audit log. */
  actor: Actor;
}

/** Everything that an outflow is made of once all checks have passed. */
export interface Outflow {
  type: PayoutType;
  walletId: string;
  payable: Payable;
  quote: OutflowQuote;
  instant: boolean;
  comment: string | null;
  /** The id of the user who ordered it. */
  requestedBy: string;
}

/** Creates outflows of both types. */
@Injectable()
export class PayoutPlacement {
  constructor(
    private readonly payouts: PayoutsRepository,
    private readonly ledger: LedgerService,
    private readonly mail: MailOutbox,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates an outflow whose checks have passed. The ledger comes last, because it locks the wallet. Throws
   * `InsufficientAvailableBalanceError`.
   */
  async place(tx: Tx, { account, actor }: Orderer, outflow: Outflow): Promise<Payout> {
    const payout = this.draft(account, outflow);
    const { id, type, walletId, holdId, figures } = payout;
    await this.payouts.insert(tx, { payout, destination: outflow.payable.rail });
    await this.mail.enqueue(tx, payoutMails(payout, 'request'));
    await this.audit.record(tx, {
      actor,
      action: `${type}.ordered`,
      object: { type, id },
      accountId: account.id,
      details: {
        virtual_wallet_id: walletId,
        amount: figures.amount.toFixed(),
        currency: figures.amount.currency,
        destination: { type: payout.destination.type, id: payout.destination.id },
      },
    });
    await this.ledger.placeHold(tx, { holdId, walletId, amount: figures.amount, referenceType: type, referenceId: id });
    return payout;
  }

  private draft(account: Account, { type, walletId, payable, quote, instant, comment, requestedBy }: Outflow): Payout {
    const now = this.clock.now();
    return {
      id: newId(),
      accountId: account.id,
      type,
      status: 'requested',
      walletId,
      holdId: newId(),
      destination: payable.destination,
      instant,
      comment,
      figures: quote.figures,
      referenceRate: quote.referenceRate,
      leadTime: quote.route.leadTime,
      requestedBy,
      notices: { merchant: account.email, beneficiary: payable.email, language: account.language },
      failureReason: null,
      provider: null,
      providerReference: null,
      createdAt: now,
      updatedAt: now,
      completedAt: null,
      failedAt: null,
      returnedAt: null,
    };
  }
}
