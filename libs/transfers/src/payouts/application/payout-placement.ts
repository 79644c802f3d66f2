import { AuditLog, type Account, type Actor, type AuditEntry } from '@app/accounts';
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

/** An outflow, and who ordered it. */
export interface OutflowOrder {
  by: Orderer;
  outflow: Outflow;
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
   * Creates outflows whose checks have passed, all or none, in as many statements as one takes. The ledger comes last,
   * because it locks the wallets. Throws `InsufficientAvailableBalanceError`.
   */
  async place(tx: Tx, orders: readonly OutflowOrder[]): Promise<Payout[]> {
    const drafts = orders.map(({ by, outflow }) => ({ by, outflow, payout: this.draft(by, outflow) }));
    const payouts = drafts.map(({ payout }) => payout);
    await this.payouts.insert(
      tx,
      drafts.map(({ payout, outflow }) => ({ payout, destination: outflow.payable.rail })),
    );
    await this.mail.enqueue(
      tx,
      payouts.flatMap((payout) => payoutMails(payout, 'request')),
    );
    await this.audit.record(tx, ...drafts.map(({ by, payout }) => orderedEntry(by, payout)));
    await this.ledger.placeHolds(
      tx,
      payouts.map(({ id, type, walletId, holdId, figures: { amount } }) => {
        return { holdId, walletId, amount, referenceType: type, referenceId: id };
      }),
    );
    return payouts;
  }

  private draft({ account, actor }: Orderer, outflow: Outflow): Payout {
    const { type, walletId, payable, quote, instant, comment, requestedBy } = outflow;
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
      requestId: actor.requestId ?? null,
      notices: { merchant: account.email, beneficiary: payable.email, language: account.language },
      failureReason: null,
      providerReason: null,
      provider: null,
      providerReference: null,
      createdAt: now,
      updatedAt: now,
      completedAt: null,
      failedAt: null,
      returnedAt: null,
      returned: null,
      correctedAt: null,
      caseOpenedAt: null,
    };
  }
}

function orderedEntry({ account, actor }: Orderer, payout: Payout): AuditEntry {
  const { id, type, walletId, figures, destination } = payout;
  return {
    actor,
    action: `${type}.ordered`,
    object: { type, id },
    accountId: account.id,
    details: {
      virtual_wallet_id: walletId,
      amount: figures.amount.toFixed(),
      currency: figures.amount.currency,
      destination: { type: destination.type, id: destination.id },
    },
  };
}
