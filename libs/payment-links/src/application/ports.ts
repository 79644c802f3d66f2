import type { Money, Tx } from '@app/kernel';
import type { CheckoutOrder, Instruction, Payer } from '../domain/checkout-order';
import type { DebitAccount, ShownDebitAccount } from '../domain/debit-account';
import type { ExceptionStatus, PaymentException } from '../domain/payment-exception';
import type { LinkKind, LinkReach, LinkStatus, PaymentLink } from '../domain/payment-link';
import type { PaymentMethod } from '../domain/payment-method';
import type { PseBank } from '../domain/pse-banks';
import type { ReceivedPayment } from '../domain/received-payment';
import type { Aside, Decision, NotificationType } from '../domain/settlement-decision';

export abstract class PaymentLinksRepository {
  /** All of them or none, in one statement. */
  abstract insert(tx: Tx, links: readonly PaymentLink[]): Promise<void>;
  /** The link, if it is within reach: a key reaches no other user's links, and nobody those of another account. */
  abstract find(id: string, reach: LinkReach, kind: LinkKind): Promise<PaymentLink | undefined>;
  /** Active and unused becomes cancelled; undefined when the link was not, in that instant, or is out of reach. */
  abstract cancel(tx: Tx, id: string, reach: LinkReach, kind: LinkKind): Promise<PaymentLink | undefined>;
}

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
  /** Staff accepts what was paid: the order is paid with these terms, the link goes from that status to completed. */
  abstract complete(tx: Tx, order: CheckoutOrder, from: LinkStatus): Promise<void>;
  /** A confirmed debit came to nothing: the order is refused, the link goes from that status back to active. */
  abstract refuse(tx: Tx, order: CheckoutOrder, from: LinkStatus): Promise<void>;
  /** Writes the order that a link is born with, in the link's own transaction; nothing of it shows on the link. */
  abstract insert(tx: Tx, order: CheckoutOrder): Promise<void>;
  /** Orders past their deadline lapse, and their active links expire; at most `limit`. Returns the expired links. */
  abstract lapseDue(tx: Tx, limit: number): Promise<PaymentLink[]>;
}

/** What a rail told, once its signature has been checked. */
export interface RailNotification {
  provider: string;
  /** The rail's own id of the notification: the second arrival changes nothing. */
  id: string;
  type: NotificationType;
  /** The order, by the reference that the rail gave it. */
  reference: string;
  /** What was paid; present on `payment.received` and `debit.settled`. */
  paid: Money | null;
  payer: Payer | null;
}

/** A notification and the bytes it came in. */
export interface ReceivedNotification {
  notification: RailNotification;
  body: string;
}

/** A stored notification, what it is about, and what was put aside of it. */
export interface PendingNotification {
  notification: RailNotification;
  link: PaymentLink;
  order: CheckoutOrder;
  asides: readonly Aside[];
}

/** A decided notification; `pending` is what it was decided from. */
export interface SettledNotification extends Decision {
  pending: PendingNotification;
  /** The exception that it is about: its own, found again, or the one whose money the rail took back. */
  aside: Aside | null;
}

export interface Backlog {
  /** Notifications that are stored and not settled. */
  pending: number;
  /** Age of the oldest of them, in seconds; zero when there is none. */
  oldestSeconds: number;
  /** Exceptions that wait for staff. */
  openExceptions: number;
}

export abstract class NotificationsRepository {
  /** Stores each under its id, in one statement; answers in their order. The first arrival of an id is what stays. */
  abstract store(
    tx: Tx,
    received: readonly ReceivedNotification[],
  ): Promise<('stored' | 'repeated' | 'unknown_order')[]>;
  /**
   * Locks the links that these are about, in the order of their ids, and returns every unsettled notification of those
   * links: by link, and within one by what happens first.
   */
  abstract lockPending(tx: Tx, keys: readonly NotificationKey[]): Promise<PendingNotification[]>;
  /** Writes outcomes, the links' and orders' new states and what cannot be credited, in bulk. None of them waits. */
  abstract writeOutcomes(tx: Tx, settled: readonly SettledNotification[]): Promise<PutAside[]>;
  /** Unsettled notifications that are due for another attempt; their next one is put off further. */
  abstract takeDue(tx: Tx, limit: number): Promise<NotificationKey[]>;
  abstract backlog(): Promise<Backlog>;
}

export interface NotificationKey {
  provider: string;
  id: string;
}

/** A new exception and what was paid. */
export type PutAside = Pick<PaymentException, 'id' | 'amount' | 'provider' | 'notificationId'>;

export interface ExceptionQuery {
  status?: ExceptionStatus;
  limit: number;
}

export abstract class PaymentExceptionsRepository {
  /** Newest first. */
  abstract list(query: ExceptionQuery): Promise<PaymentException[]>;
  abstract find(id: string): Promise<FoundException | undefined>;
  /** Locks its link, if it has one, and then the exception itself. */
  abstract lock(tx: Tx, id: string): Promise<FoundException | undefined>;
  /** Writes the exception of a notification about an unknown order; false when it has one already. */
  abstract add(tx: Tx, exception: PaymentException): Promise<boolean>;
  /** Open becomes resolved. */
  abstract resolve(tx: Tx, id: string, resolution: ExceptionResolution): Promise<void>;
}

/** An exception and what it is about; both null when the order is unknown. */
export interface FoundException {
  exception: PaymentException;
  link: PaymentLink | null;
  order: CheckoutOrder | null;
}

export interface ExceptionResolution {
  status: 'credited' | 'refunded';
  walletId: string | null;
  resolution: string;
}

export abstract class ReceivedPaymentsRepository {
  /** New records, of debits on their way or of credited payments. One that is in process becomes credited. */
  abstract write(tx: Tx, payments: readonly ReceivedPayment[]): Promise<void>;
  /** Takes away what is in process for these orders, whose debits were refused. */
  abstract withdraw(tx: Tx, orderIds: readonly string[]): Promise<void>;
  /** Credited becomes returned; answers when each had been credited, by order. */
  abstract giveBack(tx: Tx, orderIds: readonly string[], at: Date): Promise<ReadonlyMap<string, Date>>;
  /** Credited becomes returned for what staff credited beyond links' own payments, by exception; answers them. */
  abstract giveBackBeyond(tx: Tx, exceptionIds: readonly string[], at: Date): Promise<ReceivedPayment[]>;
  /** Counts on by that many for each account; answers the first number of each. Accounts are locked by id. */
  abstract takeReceiptNumbers(tx: Tx, counts: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, bigint>>;
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

/** What a rail's HTTP call carried. `body` is the exact bytes, since a signature covers them. */
export interface RailMessage {
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
  now: Date;
}

/** Whoever tells us of payments, and does so only by signed notifications. */
export interface NotificationSource {
  /** Its name in `/providers/{provider}/notifications`. */
  readonly provider: string;
  /** Throws `NotificationRefusedError` unless the signature is right, fresh, and the content readable. */
  readNotification(message: RailMessage): RailNotification;
}

/** A payment rail. It is called outside of any transaction. */
export abstract class CollectionRail implements NotificationSource {
  abstract readonly provider: string;
  abstract open(request: RailOrderRequest): Promise<RailOrder>;
  /**
   * Hands over the account that the payer lets be debited for the order's amount. Twice for one order is one debit. What
   * comes of it is notified. Throws `DebitRefusedError` when the rail does not take the account.
   */
  abstract confirmDebit(reference: string, account: DebitAccount): Promise<void>;
  abstract readNotification(message: RailMessage): RailNotification;
}

export interface CardSessionRequest {
  /** Our id of the link: asking twice with the same one opens one session. */
  linkId: string;
  /** What the payer pays. */
  amount: Money;
  description: string;
}

export interface CardSession {
  /** How the platform names the session, when it is closed and in notifications; the same for the same link. */
  reference: string;
  /** What the payer is told on the checkout page. */
  instructions: readonly Instruction[];
}

/**
 * The platform that takes cards. It is called outside of any transaction. Whatever goes wrong there rejects; how long
 * we wait is our own decision, and the signal tells the adapter that nobody waits any more.
 */
export abstract class CardPlatform {
  /** Its name in `/providers/{provider}/notifications`. */
  abstract readonly provider: string;
  abstract openSession(request: CardSessionRequest, signal: AbortSignal): Promise<CardSession>;
  /** From here on nobody can pay the session. One that is closed already stays so, and that is no failure. */
  abstract closeSession(reference: string, signal: AbortSignal): Promise<void>;
}
