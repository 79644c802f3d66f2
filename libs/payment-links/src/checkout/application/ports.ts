import type { Money, Move, Tx } from '@app/kernel';
import type { PayerBank, ProviderAdapter, Subject } from '@app/rails';
import { OpenOrders } from '../../links/application/ports';
import type { PaymentLink } from '../../links/domain/payment-link';
import type { PaymentMethod } from '../../links/domain/payment-method';
import type { ArrivedPayment } from '../domain/arrived-payment';
import type { CheckoutOrder, Payer } from '../domain/checkout-order';
import type { DebitAuthorisation, ShownDebitAccount } from '../domain/debit-account';
import type { Instruction } from '../domain/instruction';

/** A link with the order that its payer sees. */
export interface LinkWithOrder {
  link: PaymentLink;
  /** The one that decided the link's status, else the open one, else the newest. */
  order: CheckoutOrder | null;
  /** Money for the link besides its own payment, oldest first; the oldest twenty. */
  arrived: readonly ArrivedPayment[];
}

/** A link as its checkout page needs it. */
export interface CheckoutView extends LinkWithOrder {
  /** The merchant's name. */
  merchant: string;
  usdEnabled: boolean;
  /** Whether a simulated provider has the order. */
  isSimulated: boolean;
}

/** Two payers chose at the same moment, and the other one was first. */
export class OrderRacedError extends Error {}

/** How many orders of one link may be opened at a rail. */
export interface OpeningLimits {
  inAll: number;
  /** Those since the time. */
  recent: number;
  since: Date;
}

/** What is stored of a debit when its payer confirms it. */
export interface ConfirmedDebit {
  account: ShownDebitAccount;
  /** What the payer still has to do; usually nothing. */
  instructions: readonly Instruction[];
}

/** The orders that payers open on links. Every status is written only over the one that was read. */
export abstract class CheckoutOrdersRepository extends OpenOrders {
  /** Locks the link and so its orders: no other transaction can change them until this one ends. */
  abstract lock(tx: Tx, linkId: string): Promise<void>;
  /** Undefined when there is no such link. */
  abstract find(linkId: string): Promise<LinkWithOrder | undefined>;
  /**
   * Counts one more opening at that time, before the rail is called; returns false and counts nothing when a limit is
   * reached. However many processes ask at the same moment, no more than the limit get true.
   */
  abstract countOpening(tx: Tx, linkId: string, now: Date, limits: OpeningLimits): Promise<boolean>;
  /**
   * The same for each of the links, once for a link that is given twice. Skips links that another transaction has
   * locked. One statement; returns the links that were counted.
   */
  abstract countOpenings(tx: Tx, linkIds: readonly string[], now: Date, limits: OpeningLimits): Promise<Set<string>>;
  /**
   * Opens the order on an active link: writes its deadline and method to the link and supersedes the order that was
   * open before. Returns undefined and writes nothing when the link is no longer active. One statement; throws
   * `OrderRacedError` when another order was opened at the same moment, unless the link was locked before.
   */
  abstract open(tx: Tx, order: CheckoutOrder): Promise<PaymentLink | undefined>;
  /**
   * The same for each of the orders, of which it opens one for each link. Skips links that another transaction has
   * locked. One statement; returns the ids of the orders that were opened. Throws `OrderRacedError` and opens none when
   * another order was opened at the same moment on one of the links.
   */
  abstract openFree(tx: Tx, orders: readonly CheckoutOrder[]): Promise<Set<string>>;
  /**
   * The payer confirmed the bank debit: open becomes confirmed, the active link is processing, and the order gets the
   * rail's instructions if there are any. A debit that its rail has submitted in the meantime only gets its account.
   * Returns undefined and writes nothing when neither applies. The caller has locked the link.
   */
  abstract confirm(tx: Tx, order: CheckoutOrder, confirmed: ConfirmedDebit): Promise<PaymentLink | undefined>;
  /**
   * Writes the new status and terms of orders whose links are locked. Throws `RetryTransactionError` when the status of
   * one of them has changed since it was read.
   */
  abstract save(tx: Tx, moves: readonly Move<CheckoutOrder>[]): Promise<void>;
  /** Writes the order that a link is created with, in the link's own transaction, without changing the link. */
  abstract insert(tx: Tx, order: CheckoutOrder): Promise<void>;
}

/** An order that expired with its link. */
export interface ExpiredOrder {
  readonly link: PaymentLink;
  /** As its provider refers to it. */
  readonly subject: Subject;
}

/** The orders whose time ran out. */
export abstract class DueOrders {
  /**
   * Takes at most `limit` open orders past their deadline. With an active link, order and link expire;
   * otherwise the order is closed. Returns those that expired.
   */
  abstract expireDue(tx: Tx, limit: number): Promise<ExpiredOrder[]>;
}

/** The account's record of a bank debit, which begins when its payer confirms it. */
export abstract class DebitRecords {
  /** Records that the debit of this order is in process. Records nothing for a debit whose fees exceed its amount. */
  abstract begin(tx: Tx, link: PaymentLink, order: CheckoutOrder, now: Date): Promise<void>;
}

export interface RailOrderRequest {
  /** Our id of the order. Repeated requests with the same id open one order. */
  orderId: string;
  method: PaymentMethod;
  amount: Money;
  description: string;
  payer: Payer;
  /** The bank that the payer pays from, for a method that asks for one. */
  bank: PayerBank | null;
  /** The link's checkout page, to which a provider's own page sends the payer back. */
  returnUrl: string;
  now: Date;
}

export interface RailOrder {
  reference: string;
  instructions: readonly Instruction[];
  expiresAt: Date | null;
}

/** A provider that collects by payment methods. It is called outside of any transaction, and reports payments as facts. */
export abstract class CollectionRail implements ProviderAdapter {
  /** The name under which its orders store it. */
  abstract readonly provider: string;
  /** Throws `OrderDeclinedError` or `AmountDeclinedError` when the provider does not accept the payment: then there is no order. */
  abstract open(request: RailOrderRequest, signal: AbortSignal): Promise<RailOrder>;
}

/** An order as the rail that opened it needs it to debit its amount. */
export interface RailDebitOrder {
  /** The rail's own reference of the order. */
  reference: string;
  amount: Money;
  description: string;
}

/** A provider that debits bank accounts, whose holders confirm each debit. */
export abstract class DebitRail implements ProviderAdapter {
  abstract readonly provider: string;
  /**
   * Submits the debit of the order's amount that the payer authorised, and returns what the payer still has to do before
   * the bank takes it, such as verifying the account; usually nothing. Repeated calls for one order make one debit, also
   * of another account after one was declined. The provider reports the outcome in facts. Throws `DebitDeclinedError`
   * when it declines the account.
   */
  abstract confirm(
    order: RailDebitOrder,
    debit: DebitAuthorisation,
    signal: AbortSignal,
  ): Promise<readonly Instruction[]>;
}
