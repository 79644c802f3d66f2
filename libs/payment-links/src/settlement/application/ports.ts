import type { Tx } from '@app/kernel';
import type { Subject } from '@app/rails';
import type { CheckoutOrder } from '../../checkout/domain/checkout-order';
import type { PayerLanguage } from '../../links/domain/payer-language';
import type { PaymentLink } from '../../links/domain/payment-link';
import type { PaymentException } from '../domain/payment-exception';
import type { PaymentFact } from '../domain/payment-fact';
import type { ReturnedPayment } from '../domain/payment-return';
import type { Share } from '../domain/payment-share';
import type { ReceivedPayment } from '../domain/received-payment';
import type { Decision, ReportedException } from '../domain/settlement-decision';

/** A payment fact, what it is about, and the payment exceptions about the same money. */
export interface PendingFact {
  fact: PaymentFact;
  receivedAt: Date;
  /** The request that brought the fact, if one did. */
  requestId: string | null;
  link: PaymentLink;
  order: CheckoutOrder;
  exceptions: readonly ReportedException[];
  /** The provider's names of the payments that were credited for the order. */
  credited: readonly string[];
  rateMoved: boolean;
  rateLockMs: number;
}

/** The same as it is read, before the order's rate is compared. */
export type ReadNotification = Omit<PendingFact, 'receivedAt' | 'requestId' | 'rateMoved' | 'rateLockMs'>;

/** A decided fact; `pending` is what it was decided from. */
export interface SettledPayment extends Decision {
  pending: PendingFact;
  /** The exception that it is about: its own from an earlier attempt, or the one whose money the rail took back. */
  exception: ReportedException | null;
}

/** A payment exception and what was paid. One that waited for its order to appear is not new: its money is booked. */
export type RecordedException = Pick<PaymentException, 'id' | 'amount' | 'provider' | 'notificationId'> & {
  isNew: boolean;
};

/** Orders, with their links and payment exceptions, as the settlement of facts locks and reads them. */
export abstract class SettlementRepository {
  /** Returns, in order, whether each of these is one of our orders. */
  abstract recognize(subjects: readonly Subject[]): Promise<boolean[]>;
  /** Locks the links of these orders, in the order of their ids, and returns every order of those links. */
  abstract lock(tx: Tx, subjects: readonly Subject[]): Promise<Subject[]>;
  /**
   * Each fact with its link, its order and the exceptions about it, in the order given. Those about unknown
   * orders are left out.
   */
  abstract read(tx: Tx, facts: readonly PaymentFact[]): Promise<ReadNotification[]>;
}

/** Payment exceptions as the settlement of facts recognises, records and resolves them. */
export abstract class SettlementExceptions {
  /** Resolves the exceptions that facts settle, in bulk. */
  abstract resolveExceptions(tx: Tx, settled: readonly Pick<SettledPayment, 'exception' | 'outcome'>[]): Promise<void>;
  /** Records the exceptions of payments that cannot be credited, in bulk, and returns them. */
  abstract recordExceptions(tx: Tx, settled: readonly SettledPayment[]): Promise<RecordedException[]>;
  /** Returns, in order, whether a payment exception without an order has each of these references. */
  abstract recognizeExceptions(subjects: readonly Subject[]): Promise<boolean[]>;
  /** Locks the payment exceptions that have these references and no order, in the order of their ids. */
  abstract lockExceptions(tx: Tx, subjects: readonly Subject[]): Promise<void>;
  /** For each reference, in the order given, the payment exceptions that have it and no order, oldest first. */
  abstract readExceptions(tx: Tx, subjects: readonly Subject[]): Promise<ReportedException[][]>;
  /** Records the exception of an unknown order; false when the fact has one or the order is known by now. */
  abstract recordUnknown(tx: Tx, exception: PaymentException): Promise<boolean>;
}

/** The account's records of what it received. */
export abstract class ReceivedPaymentsRepository {
  /** New records, of debits on their way or of credited payments. One that is in process becomes credited. */
  abstract write(tx: Tx, payments: readonly ReceivedPayment[]): Promise<void>;
  /** Deletes the payments in process for these orders, whose debits were declined. */
  abstract withdraw(tx: Tx, orderIds: readonly string[]): Promise<void>;
  /**
   * Locks the payments of these orders and the extra payments of these exceptions, which can be returned, in the order of
   * their ids. Throws when one of them was not credited.
   */
  abstract lockReturnable(
    tx: Tx,
    of: { orderIds: readonly string[]; exceptionIds: readonly string[] },
  ): Promise<ReceivedPayment[]>;
  /** Whether a payment has this name at its provider. */
  abstract isNamed(tx: Tx, provider: string, paymentReference: string): Promise<boolean>;
  /** Writes what returns have changed of locked payments. */
  abstract saveReturns(tx: Tx, payments: readonly ReturnedPayment[]): Promise<void>;
  /**
   * Reserves that many numbers for each account; returns the first number of each. Accounts are locked in the order of
   * ids.
   */
  abstract takeReceiptNumbers(tx: Tx, counts: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, bigint>>;
}

/** A payment with its link, locked. */
export interface LockedPayment {
  readonly payment: ReceivedPayment;
  readonly link: PaymentLink;
  /** Of the page on which the payer chose the method; null for an order that no page opened. */
  readonly payerLanguage: PayerLanguage | null;
}

/** The record that has the money of a payment: a received payment, or an exception that is open or was credited without an order. */
export interface MoneyRecord {
  readonly type: 'payment' | 'exception';
  readonly id: string;
}

/** Received payments, as refunds and disputes change them. */
export abstract class CreditedPayments {
  /** The payment of the account; undefined also for one of another account. */
  abstract find(accountId: string, id: string): Promise<ReceivedPayment | undefined>;
  /**
   * Which record has the money that each of these names, in their order: by the payment's own name, or else by that of its
   * order. Undefined for one that names none. Rule 17.23.
   */
  abstract moneyOf(subjects: readonly Subject[]): Promise<(MoneyRecord | undefined)[]>;
  /** The same within a transaction, on its connection. */
  abstract moneyIn(tx: Tx, subjects: readonly Subject[]): Promise<(MoneyRecord | undefined)[]>;
  /** Locks the payments in the order of their ids, until the transaction ends. */
  abstract lock(tx: Tx, ids: readonly string[]): Promise<LockedPayment[]>;
  /** Writes what refunds and disputes have changed of locked payments: the status and the two amounts. */
  abstract save(tx: Tx, payments: readonly ReceivedPayment[]): Promise<void>;
}

/** What was taken of a payment, by what took it. */
export interface PartsOfPayment {
  readonly refunded: readonly Share[];
  /** By refunds that may still fail. */
  readonly open: readonly Share[];
  /** By disputes, less what those that were won brought back. */
  readonly disputed: readonly Share[];
}

/** What refunds and disputes have taken of payments. */
export abstract class PaymentParts {
  /** Of payments that the transaction has locked. */
  abstract of(tx: Tx, paymentIds: readonly string[]): Promise<ReadonlyMap<string, PartsOfPayment>>;
}

/** An order that was never paid, by the reference in its rail's facts. */
export interface UnpaidOrder extends Subject {
  id: string;
}

/** Deletes orders that were never paid once they are old. */
export abstract class OrderArchive {
  /**
   * Orders older than that which ended unpaid and have neither a payment nor a payment exception, oldest first and locked
   * with their links; at most `limit`.
   */
  abstract lockUnpaid(tx: Tx, olderThanMs: number, limit: number): Promise<UnpaidOrder[]>;
  /** Deletes these orders, which the transaction has locked. */
  abstract delete(tx: Tx, ids: readonly string[]): Promise<void>;
}
