import type { Money, Tx } from '@app/kernel';
import type { Case } from '../domain/case';
import { reportOf, type KnownOrderState, type OrderReport, type OrderState } from '../domain/order-state';

/** When a lease ends, which also distinguishes it from every other lease of the order. */
export type Lease = Date;

/** An order to a provider, such as a payout, that a worker has claimed for one attempt. */
export interface ClaimedOrder<Order> {
  readonly order: Order;
  /** Counts from 1. From the second on, the provider may have the order. */
  readonly attempt: number;
  /** Counts from 1. The provider has refused those before for good, so that each has a key of its own. */
  readonly submission: number;
  /** How long ago the key of the submission was used first. */
  readonly keyAgeMs: number;
  readonly lease: Lease;
}

/** The order and the lease of a claim. */
export interface LeasedClaim {
  readonly id: string;
  readonly lease: Lease;
}

/** When the worker continues with an open order. */
export interface Postponement {
  readonly id: string;
  readonly lease: Lease;
  readonly inMs: number;
  /** Why the last attempt failed; null when it did not. */
  readonly error: string | null;
}

/** An order that staff get a case about. `isRefused`: its provider refused the submission for good, so the next has another key. */
export interface LeftOrder extends Postponement {
  readonly isRefused: boolean;
}

/** What a case says about an order. */
export type OrderCase = Pick<
  Case,
  'subject' | 'accountId' | 'linkId' | 'paymentId' | 'providerReference' | 'amount' | 'currency'
> & { readonly provider: string };

/** Orders of one transaction, with the steps that reports make them take. */
export interface OrderSteps<Order extends { readonly status: string } = { readonly status: string }> {
  get(id: string): Order | undefined;
  /** Whether the order accepted the report. */
  take(id: string, report: OrderReport): boolean;
}

/** Writes what providers report about orders of one kind. */
export interface OrderPostings<Steps extends OrderSteps> {
  /** Locks the orders, for steps that `write` writes. */
  begin(tx: Tx, ids: readonly string[]): Promise<Steps>;
  /** `requests`: by our id, the request that brought what an order's provider reported. */
  write(tx: Tx, steps: Steps, requests?: ReadonlyMap<string, string | null>): Promise<void>;
}

/** An order to a provider, and the request behind it. */
export interface TracedOrder {
  readonly id: string;
  /** The request that ordered it, as the log names it; null if that is not known. */
  readonly requestId: string | null;
}

/** Orders of one kind that a worker hands to providers. */
export abstract class HandedOverWork<Order extends TracedOrder> {
  protected abstract readonly postings: OrderPostings<OrderSteps>;
  /** Claims due orders: counts the attempt and hides each from other workers for the lease. */
  abstract claimDue(tx: Tx, limit: number, leaseMs: number): Promise<ClaimedOrder<Order>[]>;
  /**
   * What the provider knows of the order by our id; undefined if it never accepted it. Throws while the provider cannot
   * tell.
   */
  abstract find(order: Order, signal: AbortSignal): Promise<KnownOrderState | undefined>;
  /** Idempotent by our id and the submission: an order that is submitted twice is carried out once. */
  abstract submit(order: Order, submission: number, signal: AbortSignal): Promise<OrderState>;
  /** Whether the order's provider may forget the keys of submissions, and would carry out one again then. */
  abstract forgetsKeys(order: Order): boolean;
  /**
   * The ids of those whose lease is still theirs and has not run out; it cannot be taken before the transaction ends.
   * The transaction has locked the orders.
   */
  abstract holdLeases(tx: Tx, claims: readonly LeasedClaim[]): Promise<ReadonlySet<string>>;
  /** What the provider has to carry out. */
  abstract amountOf(order: Order): Money;
  /**
   * Ends leases of open orders and says when the worker continues with them; a lease that another has taken changes
   * nothing.
   */
  abstract postpone(tx: Tx, postponements: readonly Postponement[]): Promise<void>;
  /**
   * Ends the lease as `postpone` does, of an order that staff get a case about. After a week it is not due again by itself.
   * Returns false when another has taken the lease.
   */
  abstract leaveToStaff(tx: Tx, left: LeftOrder): Promise<boolean>;
  /** What the case says about the order. */
  abstract caseOf(order: Order): OrderCase;

  /** Throws, so that the order stays open, when the provider paid another amount: staff must settle that with it. */
  check(order: Order, known: KnownOrderState): void {
    const ordered = this.amountOf(order);
    if (known.state === 'completed' && !known.amount.equals(ordered)) {
      throw new Error(`the provider paid ${known.amount.toString()} instead of ${ordered.toString()}`);
    }
  }

  /**
   * Writes the responses of providers, in one transaction. A failure that arrives after its lease is not written, since
   * another worker may have submitted the order since. Returns those that the orders reject: their providers have
   * carried out what has failed here, or what cannot be. An order that was accepted may well have failed since. Rules 11.14 and 17.15.
   */
  async record(
    tx: Tx,
    responses: readonly ProviderResponse<Order>[],
  ): Promise<(ProviderResponse<Order> & { readonly status: string })[]> {
    const steps = await this.postings.begin(
      tx,
      responses.map(({ order }) => order.id),
    );
    const failures = responses.filter(({ known }) => known.state === 'failed');
    const held = failures.length === 0 ? new Set() : await this.holdLeases(tx, failures);
    const rejected = responses.flatMap((response) => {
      const { order, known } = response;
      if (known.state === 'failed' && !held.has(order.id)) return [];
      const isTaken = steps.take(order.id, reportOf(known));
      const { status } = steps.get(order.id) ?? { status: '' };
      const isContradiction = known.state === 'completed' && !isTaken && status !== known.state;
      return isContradiction ? [{ ...response, status }] : [];
    });
    await this.postings.write(tx, steps);
    return rejected;
  }
}

/** What a provider knows of an order. */
export interface ProviderResponse<Order> extends LeasedClaim {
  readonly order: Order;
  readonly known: KnownOrderState;
}
