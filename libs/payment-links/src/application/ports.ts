import type { Money, Tx } from '@app/kernel';
import type { CheckoutOrder, CollectionTerms, Instruction, Payer } from '../domain/checkout-order';
import type { LinkKind, LinkStatus, PaymentLink } from '../domain/payment-link';
import type { SettlementOutcome } from '../domain/settlement-decision';
import type { PaymentMethod } from '../domain/payment-method';

export abstract class PaymentLinksRepository {
  abstract insert(tx: Tx, link: PaymentLink): Promise<void>;
  /** The link, if it belongs to that user: a key reaches no other user's links. */
  abstract findForUser(id: string, userId: string, kind: LinkKind): Promise<PaymentLink | undefined>;
  /** Active and unused becomes cancelled; undefined when the link was not, in that instant. */
  abstract cancel(tx: Tx, id: string, userId: string, kind: LinkKind): Promise<PaymentLink | undefined>;
}

/** A link as its checkout page needs it: with the merchant's name and the order that was last opened. */
export interface CheckoutView {
  link: PaymentLink;
  merchant: string;
  usdEnabled: boolean;
  order: CheckoutOrder | null;
}

export abstract class CheckoutOrdersRepository {
  abstract view(linkId: string): Promise<CheckoutView | undefined>;
  /**
   * Opens the order on an active link: writes its deadline and method onto the link and supersedes the order that was
   * open before. Undefined, and nothing written, when the link is no longer active.
   */
  abstract open(tx: Tx, order: CheckoutOrder): Promise<PaymentLink | undefined>;
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
  type: 'payment.received' | 'order.lapsed';
  /** The order, by the reference that the rail gave it. */
  reference: string;
  /** What was paid; present on `payment.received`. */
  paid: Money | null;
  payer: Payer | null;
}

/** A stored notification and what it is about. */
export interface PendingNotification {
  notification: RailNotification;
  link: PaymentLink;
  order: CheckoutOrder;
}

export interface SettledNotification {
  pending: PendingNotification;
  outcome: SettlementOutcome;
  linkStatus: LinkStatus;
}

export abstract class NotificationsRepository {
  /** Stores the notification under its id. Throws `OrderNotFoundError` when no order has the reference. */
  abstract store(tx: Tx, notification: RailNotification, body: string): Promise<'stored' | 'repeated'>;
  /** Locks the unsettled ones among these, their links and orders; links in the order of their ids. */
  abstract lockPending(tx: Tx, keys: readonly NotificationKey[]): Promise<PendingNotification[]>;
  /** Writes outcomes, the links' and orders' new states and what cannot be credited, in bulk. */
  abstract writeOutcomes(tx: Tx, settled: readonly SettledNotification[]): Promise<void>;
  /** Unsettled notifications that are due for another attempt; their next one is put off further. */
  abstract takeDue(tx: Tx, limit: number): Promise<NotificationKey[]>;
}

export interface NotificationKey {
  provider: string;
  id: string;
}

/** The record of one credited collection with every fee component. */
export interface ReceivedPayment {
  id: string;
  accountId: string;
  linkId: string;
  orderId: string;
  kind: LinkKind;
  walletId: string;
  method: string;
  payer: Payer;
  terms: CollectionTerms;
  provider: string;
  providerReference: string;
  creditedAt: Date;
}

export abstract class ReceivedPaymentsRepository {
  abstract insert(tx: Tx, payments: readonly ReceivedPayment[]): Promise<void>;
}

export interface RailOrderRequest {
  /** Our id of the order: asking twice with the same id opens one order. */
  orderId: string;
  method: PaymentMethod;
  amount: Money;
  description: string;
  payer: Payer;
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
