import {
  IdempotentResponses,
  isolateFailures,
  KeyedBatcher,
  UnitOfWork,
  type Answer,
  type Failure,
  type IdempotentResponse,
  type Page,
  type Tx,
  type WrittenAmount,
} from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { PayoutNotFoundError } from '../domain/errors';
import type { Payout } from '../domain/payout';
import { assertAboveMinimum, OutflowQuotes, type OutflowQuote } from './outflow-quotes';
import { PayoutPlacement, type Orderer, type OutflowOrder } from './payout-placement';
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

/** An order, the response to its idempotency key if it has one, and what became of it. */
interface Placing extends OutflowOrder {
  response: IdempotentResponse<Payout> | undefined;
}
type Placed = { payout: Payout } | Failure;

const LARGEST_BATCH = 64;

/** Payouts to the merchant's own bank accounts, and reading of all payouts. */
@Injectable()
export class Payouts {
  /**
   * Payouts from a wallet that are ordered at the same moment are placed in one transaction, since each locks the wallet
   * until it is committed; one that cannot be placed fails alone, and each is answered once its own outcome is known (rule
   * 11.13).
   */
  private readonly placing = new KeyedBatcher<Placing, Placed>(LARGEST_BATCH, (orders, answer) =>
    this.placeAll(orders, answer),
  );

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
    const outflow = { type: 'payout', walletId, payable, quote, instant, comment, requestedBy: by.user.id } as const;
    const placed = await this.placing.add(walletId, { by, outflow, response });
    if ('error' in placed) throw placed.error;
    return placed.payout;
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

  private async placeAll(orders: readonly Placing[], answer: Answer<Placed>): Promise<Placed[]> {
    const placed = new Map<Placing, Payout>();
    const result = (at: number, failure: Failure | undefined) =>
      failure ?? { payout: placed.get(orders[at] as Placing) as Payout };
    const failures = await isolateFailures(
      orders,
      (some) => this.uow.runAssured((tx) => this.place(tx, some, placed)),
      (at, failure) => answer(at, result(at, failure)),
    );
    return failures.map((failure, at) => result(at, failure));
  }

  private async place(tx: Tx, orders: readonly Placing[], placed: Map<Placing, Payout>): Promise<void> {
    const payouts = await this.placement.place(tx, orders);
    for (const [at, order] of orders.entries()) {
      const payout = payouts[at] as Payout;
      await this.responses.keep(tx, order.response, payout);
      placed.set(order, payout);
    }
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
