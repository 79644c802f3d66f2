import type { Money, Tx } from '@app/kernel';
import type { CheckoutOrder, Payer } from '../../checkout/domain/checkout-order';
import type { PaymentException } from '../../exceptions/domain/payment-exception';
import type { PaymentLink } from '../../links/domain/payment-link';
import type { ReceivedPayment } from '../domain/received-payment';
import type { Aside, Decision, NotificationType } from '../domain/settlement-decision';

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
