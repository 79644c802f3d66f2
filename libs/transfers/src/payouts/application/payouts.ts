import { IdempotentResponses, UnitOfWork, type IdempotentResponse, type Page, type WrittenAmount } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { PayoutNotFoundError } from '../domain/errors';
import type { Payout } from '../domain/payout';
import { assertAboveMinimum, OutflowQuotes, type OutflowQuote } from './outflow-quotes';
import { PayoutPlacement, type Orderer } from './payout-placement';
import {
  PayableBankAccounts,
  PayoutsReader,
  type PayoutFilter,
  type PayoutQuery,
  type PayoutWithHistory,
} from './ports';

export interface NewPayoutRequest {
  walletId: string;
  bankAccountId: string;
  amount: WrittenAmount;
  instant: boolean;
  comment: string | null;
}

/** Payouts to the merchant's own bank accounts, and reading of all payouts. */
@Injectable()
export class Payouts {
  constructor(
    private readonly reader: PayoutsReader,
    private readonly bankAccounts: PayableBankAccounts,
    private readonly quotes: OutflowQuotes,
    private readonly placement: PayoutPlacement,
    private readonly responses: IdempotentResponses,
    private readonly uow: UnitOfWork,
  ) {}

  /**
   * Orders a payout and reserves its amount. Throws, in this order, `VirtualWalletNotFoundError`, a `ValidationError`
   * for the amount, `BankAccountNotFoundError`, `PayoutRouteUnavailableError`, `AmountBelowMinimumError` or
   * `InsufficientAvailableBalanceError`; `ExchangeRateUnavailableError` when the conversion has no current rate.
   */
  async order(by: Orderer, request: NewPayoutRequest, response?: IdempotentResponse<Payout>): Promise<Payout> {
    const { walletId, instant, comment } = request;
    const { quote, payable } = await this.quote(by.account.id, request);
    assertAboveMinimum(quote);
    return this.uow.run(async (tx) => {
      const outflow = { type: 'payout', walletId, payable, quote, instant, comment, requestedBy: by.user.id } as const;
      const payout = await this.placement.place(tx, by, outflow);
      await this.responses.keep(tx, response, payout);
      return payout;
    });
  }

  /**
   * The fees and the net amount at current rates; writes nothing. Throws what `order` throws except the last two
   * checks.
   */
  async estimate(accountId: string, request: NewPayoutRequest): Promise<OutflowQuote> {
    return (await this.quote(accountId, request)).quote;
  }

  /** Throws `PayoutNotFoundError`, also for a payout of another account. */
  async read(accountId: string, id: string): Promise<PayoutWithHistory> {
    const found = await this.reader.find(accountId, id);
    if (!found) throw new PayoutNotFoundError();
    return found;
  }

  /** The newest first. */
  list(accountId: string, query: PayoutQuery): Promise<Page<Payout>> {
    return this.reader.list(accountId, query);
  }

  /** All of them, for a file. */
  stream(accountId: string, filter: PayoutFilter): AsyncIterable<Payout> {
    return this.reader.stream(accountId, filter);
  }

  private async quote(accountId: string, { walletId, bankAccountId, amount, instant }: NewPayoutRequest) {
    const wallet = await this.quotes.walletOf(accountId, walletId);
    this.quotes.amountOf(amount, wallet);
    const payable = await this.bankAccounts.findPayable(accountId, bankAccountId);
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
}
