import type { ListPart, ListPeriod, Money, Page, Tx } from '@app/kernel';
import {
  StaffOrders,
  type ClaimedOrder,
  type KnownOrderState,
  type LeasedClaim,
  type LeftOrder,
  type OrderState,
  type Postponement,
  type ProviderAdapter,
} from '@app/rails';
import type { Refund, RefundStatus } from '../domain/refund';

/** A refund as the provider of the payment gets it. `amount` is what the payer gets back. */
export interface RailRefundOrder {
  readonly refundId: string;
  /** The name under which the payment stores the provider. */
  readonly provider: string;
  readonly orderId: string;
  /** The provider's name for the order. */
  readonly orderReference: string;
  readonly amount: Money;
  readonly reason: string | null;
  /** Counts from 1. The provider has refused those before for good: each has an idempotency key of its own. */
  readonly submission: number;
}

/** The state of a refund at the provider. `amount` is what it gave back. */
export type RailRefund = OrderState;

/**
 * A provider that gives payers their money back. Idempotent by our refund id and the submission: a refund that is submitted twice is made
 * once. A call that throws leaves open whether the provider has the refund; the worker then asks `find` before it
 * submits again.
 */
export abstract class RefundRail implements ProviderAdapter {
  /** The name under which the payments that it refunds store it. */
  abstract readonly provider: string;
  /** Whether it may forget the keys of submissions, and would make a refund again then. */
  readonly forgetsKeys: boolean = false;
  abstract submit(order: RailRefundOrder, signal: AbortSignal): Promise<RailRefund>;
  /** Undefined if the provider never accepted the refund. Throws while it cannot say. */
  abstract find(order: Omit<RailRefundOrder, 'submission'>, signal: AbortSignal): Promise<KnownOrderState | undefined>;
}

/** A change of a refund. */
export interface RefundChange {
  readonly from: Refund;
  readonly to: Refund;
}

/** The filter of a list of refunds. */
export interface RefundFilter extends ListPeriod {
  readonly status?: RefundStatus | undefined;
  readonly paymentId?: string | undefined;
}

export type RefundQuery = RefundFilter & ListPart;

/** A refund, and the payment that it belongs to, which is locked before it. */
export interface RefundOwner {
  readonly provider: string;
  readonly paymentId: string;
}

/** Refunds as they are requested and changed. The lock of their payment protects them. */
export abstract class RefundsRepository {
  /** Stores it; a refund with a hold is due now. */
  abstract insert(tx: Tx, refund: Refund): Promise<void>;
  abstract ownersOf(ids: readonly string[]): Promise<ReadonlyMap<string, RefundOwner>>;
  /** The same within a transaction, on its connection. */
  abstract ownersIn(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, RefundOwner>>;
  /** All refunds of payments that the transaction has locked. */
  abstract listOfPayments(tx: Tx, paymentIds: readonly string[]): Promise<Refund[]>;
  /**
   * Writes changes, in one statement. A refund that is closed is no longer due. Throws `RetryTransactionError` when one
   * of them has another status than was read.
   */
  abstract save(tx: Tx, changes: readonly RefundChange[]): Promise<void>;
}

/** When refunds are handed to their providers. */
export abstract class RefundQueue {
  /** Claims due refunds: counts the attempt and hides each from other workers for the lease. */
  abstract claimDue(tx: Tx, limit: number, leaseMs: number): Promise<ClaimedOrder<Refund>[]>;
  /** As `HandedOverWork` has it. */
  abstract holdLeases(tx: Tx, claims: readonly LeasedClaim[]): Promise<ReadonlySet<string>>;
  /** Ends leases and says when the worker continues with them; a lease that another has taken changes nothing. */
  abstract postpone(tx: Tx, postponements: readonly Postponement[]): Promise<void>;
  /** Ends the lease of an order that staff get a case about; false when another has taken it. */
  abstract leaveToStaff(tx: Tx, left: LeftOrder): Promise<boolean>;
}

/** Refunds as staff look after them. */
export abstract class StaffRefunds extends StaffOrders<Refund> {}

/** Refunds as merchants see them. */
export abstract class RefundsReader {
  abstract find(accountId: string, id: string): Promise<Refund | undefined>;
  abstract list(accountId: string, query: RefundQuery): Promise<Page<Refund>>;
  /** Streams every item of `list`; holds only a few in memory. */
  abstract stream(accountId: string, filter: RefundFilter): AsyncIterable<Refund>;
  /** A refund of any account, for staff and the sandbox. */
  abstract findAny(id: string): Promise<Refund | undefined>;
  /** All refunds of the payments, the oldest first. */
  abstract listOfPayments(paymentIds: readonly string[]): Promise<Refund[]>;
}
