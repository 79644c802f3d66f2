import type { Money, Move, Tx } from '@app/kernel';
import type { PaymentLink } from '../../links/domain/payment-link';
import type { PaymentMethod } from '../../links/domain/payment-method';
import type { CheckoutOrder, Instruction, Payer } from '../domain/checkout-order';
import type { DebitAccount, ShownDebitAccount } from '../domain/debit-account';
import type { PseBank } from '../domain/pse-banks';

/** A link as its checkout page needs it: with the merchant's name and the order that was last opened. */
export interface CheckoutView {
  link: PaymentLink;
  merchant: string;
  usdEnabled: boolean;
  order: CheckoutOrder | null;
}

/** Two payers chose at the same moment, and the other one was first. */
export class OrderRacedError extends Error {}

export abstract class CheckoutOrdersRepository {
  /** Whoever locks a link is alone with it and its orders until the transaction ends. */
  abstract lock(tx: Tx, linkId: string): Promise<void>;
  abstract view(linkId: string): Promise<CheckoutView | undefined>;
  /**
   * Opens the order on an active link: writes its deadline and method onto the link and supersedes the order that was
   * open before. Undefined, and nothing written, when the link is no longer active. One statement; throws
   * `OrderRacedError` when another order was opened at the same moment, unless the link was locked before.
   */
  abstract open(tx: Tx, order: CheckoutOrder): Promise<PaymentLink | undefined>;
  /**
   * The payer confirmed the bank debit: open becomes confirmed, the active link is processing. A debit that its rail has
   * submitted meanwhile only gets its account. Undefined, and nothing written, when neither holds. The caller has locked
   * the link.
   */
  abstract confirm(tx: Tx, order: CheckoutOrder, debit: ShownDebitAccount): Promise<PaymentLink | undefined>;
  /**
   * Writes what became of orders whose links are locked: status and terms. Throws `RetryTransactionError` when one of them
   * has another status than it was read with.
   */
  abstract save(tx: Tx, moves: readonly Move<CheckoutOrder>[]): Promise<void>;
  /** Writes the order that a link is born with, in the link's own transaction; nothing of it shows on the link. */
  abstract insert(tx: Tx, order: CheckoutOrder): Promise<void>;
  /** Orders past their deadline lapse, and their active links expire; at most `limit`. Returns the expired links. */
  abstract lapseDue(tx: Tx, limit: number): Promise<PaymentLink[]>;
}

/** The account's record of a bank debit, which begins when its payer confirms it. */
export abstract class DebitRecords {
  /** Records that the debit of this order is in process. None for a debit whose fees are more than it brings. */
  abstract begin(tx: Tx, link: PaymentLink, order: CheckoutOrder, now: Date): Promise<void>;
}

export interface RailOrderRequest {
  /** Our id of the order: asking twice with the same id opens one order. */
  orderId: string;
  method: PaymentMethod;
  amount: Money;
  description: string;
  payer: Payer;
  /** The bank that the payer pays from, for a method that asks for one. */
  bank: PseBank | null;
  now: Date;
}

export interface RailOrder {
  reference: string;
  instructions: readonly Instruction[];
  expiresAt: Date | null;
}

/** A payment rail. It is called outside of any transaction, and reports payments by notifications only. */
export abstract class CollectionRail {
  /** Its name in `/providers/{provider}/notifications`. */
  abstract readonly provider: string;
  abstract open(request: RailOrderRequest): Promise<RailOrder>;
  /**
   * Hands over the account that the payer lets be debited for the order's amount. Twice for one order is one debit. The
   * rail reports what comes of it. Throws `DebitRefusedError` when the rail does not take the account.
   */
  abstract confirmDebit(reference: string, account: DebitAccount): Promise<void>;
}
