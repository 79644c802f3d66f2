import { AuditLog, type Account, type Actor } from '@app/accounts';
import {
  Clock,
  IdempotentAnswers,
  newId,
  UnitOfWork,
  type IdempotentAnswer,
  type Page,
  type Tx,
  type WrittenAmount,
} from '@app/kernel';
import { LedgerService } from '@app/ledger';
import { MailOutbox } from '@app/mail';
import { Injectable } from '@nestjs/common';
import { PayoutNotFoundError } from '../domain/errors';
import type { Payout, PayoutType } from '../domain/payout';
import { assertAboveMinimum, OutflowQuotes, type OutflowQuote } from './outflow-quotes';
import { payoutMails } from './payout-mail';
import {
  PayableBankAccounts,
  PayoutsRepository,
  type Payable,
  type PayoutFilter,
  type PayoutQuery,
  type PayoutWithHistory,
} from './ports';

/** Who orders an outflow. */
export interface Orderer {
  account: Account;
  user: { id: string; email: string };
  /** The same person, as an actor of the audit log. */
  actor: Actor;
}

export interface NewPayoutRequest {
  walletId: string;
  bankAccountId: string;
  amount: WrittenAmount;
  instant: boolean;
  comment: string | null;
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

/** Payouts to the merchant's own bank accounts, and reading of all payouts. */
@Injectable()
export class Payouts {
  constructor(
    private readonly payouts: PayoutsRepository,
    private readonly bankAccounts: PayableBankAccounts,
    private readonly quotes: OutflowQuotes,
    private readonly ledger: LedgerService,
    private readonly mail: MailOutbox,
    private readonly audit: AuditLog,
    private readonly answers: IdempotentAnswers,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Orders a payout and reserves its amount. Throws, in this order, `VirtualWalletNotFoundError`,
   * a `ValidationError` for the amount, `BankAccountNotFoundError`, `PayoutRouteUnavailableError`, `AmountBelowMinimumError` or
   * `InsufficientAvailableBalanceError`; `ExchangeRateUnavailableError` when the conversion has no current rate.
   */
  async order(by: Orderer, request: NewPayoutRequest, answer?: IdempotentAnswer<Payout>): Promise<Payout> {
    const { walletId, instant, comment } = request;
    const { quote, payable } = await this.quote(by.account.id, request);
    assertAboveMinimum(quote);
    return this.uow.run(async (tx) => {
      const outflow = { type: 'payout', walletId, payable, quote, instant, comment, requestedBy: by.user.id } as const;
      const payout = await this.place(tx, by, outflow);
      await this.answers.keep(tx, answer, payout);
      return payout;
    });
  }

  /** The fees and the net amount at current rates; writes nothing. Throws what `order` throws except the last two checks. */
  async estimate(accountId: string, request: NewPayoutRequest): Promise<OutflowQuote> {
    return (await this.quote(accountId, request)).quote;
  }

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

  /** Throws `PayoutNotFoundError`, also for a payout of another account. */
  async read(accountId: string, id: string): Promise<PayoutWithHistory> {
    const found = await this.payouts.find(accountId, id);
    if (!found) throw new PayoutNotFoundError();
    return found;
  }

  /** The newest first. */
  list(accountId: string, query: PayoutQuery): Promise<Page<Payout>> {
    return this.payouts.list(accountId, query);
  }

  /** All of them, for a file. */
  every(accountId: string, filter: PayoutFilter): AsyncIterable<Payout> {
    return this.payouts.every(accountId, filter);
  }

  private async quote(accountId: string, { walletId, bankAccountId, amount, instant }: NewPayoutRequest) {
    const wallet = await this.ledger.merchantWallet(accountId, walletId);
    this.quotes.amountOf(amount, wallet);
    const payable = await this.bankAccounts.payable(accountId, bankAccountId);
    const { destination, currency } = payable;
    const quote = await this.quotes.quote({
      type: 'payout',
      wallet,
      amount,
      instant,
      country: destination.country,
      currency,
    });
    return { quote, payable };
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
