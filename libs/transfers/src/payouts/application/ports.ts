import type { Currency, Decimal, ListPart, ListPeriod, Money, Page, Tx } from '@app/kernel';
import {
  StaffOrders,
  type FactKey,
  type ClaimedOrder,
  type KnownOrderState,
  type LeasedClaim,
  type LeftOrder,
  type OrderRefusal,
  type OrderWithAttempts,
  type Postponement,
  type ProviderAdapter,
} from '@app/rails';
import type { Destination, HistoryEntry, Payout, PayoutStatus, PayoutType, Returned } from '../domain/payout';

/** Where a rail sends money: what `Destination` shows, and the full account numbers. */
export interface RailDestination {
  readonly name: string;
  readonly document: Readonly<{ type: string; number: string }>;
  readonly country: string;
  /** The fields of the country's banks, unmasked: `cbu`, `pix_key`, `code` and `account_number`… */
  readonly bank: Readonly<Record<string, string>>;
}

/** Where money goes, as the merchant sees it and as the rail needs it. */
export interface Payable {
  readonly destination: Destination;
  readonly rail: RailDestination;
  readonly currency: Currency;
  /** The recipient's address, notified when the payout completes; null for the merchant's own account. */
  readonly email: string | null;
}

/** A payout as its rail gets it. `amount` is what the recipient gets. */
export interface RailPayoutOrder {
  readonly payoutId: string;
  readonly amount: Money;
  readonly destination: RailDestination;
  readonly instant: boolean;
  readonly comment: string | null;
  /** The recipient's address; the merchant's, for a payout to their own account. Null where neither is known. */
  readonly email: string | null;
  /** Counts from 1. The rail has refused those before for good: each has an idempotency key of its own. */
  readonly submission: number;
}

export type RailSubmission =
  | { readonly outcome: 'accepted'; readonly reference: string }
  /** Final: the rail has not paid and never will. */
  | {
      readonly outcome: 'declined';
      readonly reason: string;
      /** Whether the reason is ours, and not the rail's. */
      readonly isOurs?: boolean;
    }
  /** Nothing was paid by this submission; a later one may be. */
  | { readonly outcome: 'refused'; readonly refusal: OrderRefusal };

/** The state of a payout at the rail. `amount` is what it paid out. */
export type RailKnowledge = { readonly state: 'unknown' } | KnownOrderState;

/**
 * A provider that pays out. Idempotent by our payout id: a payout that is submitted twice is paid once. A call that
 * throws leaves open whether the provider has the payout; the worker then asks `find` before it submits again.
 */
export abstract class PayoutRail implements ProviderAdapter {
  /** The name under which its payouts store it. */
  abstract readonly provider: string;
  /** Whether it may forget the keys of submissions, and would pay a payout again then. */
  readonly forgetsKeys: boolean = false;
  abstract submit(order: RailPayoutOrder, signal: AbortSignal): Promise<RailSubmission>;
  /** `unknown` means that the rail has never accepted the payout. Throws while the rail cannot tell. */
  abstract find(payoutId: string, signal: AbortSignal): Promise<RailKnowledge>;
}

/** The provider of payouts to a country in a currency. */
export interface RoutedPayouts {
  readonly country: string;
  readonly currency: string;
  readonly provider: string;
}

/** A payout to store, with what its rail needs. */
export interface NewPayout {
  readonly payout: Payout;
  readonly destination: RailDestination;
}

/** The filter of a list of payouts. */
export interface PayoutFilter extends ListPeriod {
  readonly type?: PayoutType | undefined;
  readonly status?: PayoutStatus | undefined;
  readonly walletId?: string | undefined;
}

export type PayoutQuery = PayoutFilter & ListPart;

/** A payout that the worker has claimed for one attempt. */
export interface ClaimedPayout extends Omit<ClaimedOrder<unknown>, 'order'> {
  readonly payout: Payout;
  /** Decrypts the destination. Throws when it was encrypted with another key. */
  readonly destination: () => RailDestination;
}

/** A change of a payout. */
export interface PayoutChange {
  readonly from: Payout;
  readonly to: Payout;
  readonly history: HistoryEntry | null;
}

/** A part of a completed payout that came back, or the rest of it. */
export interface PayoutReturn extends Returned {
  readonly id: string;
  readonly payoutId: string;
  /** What reported it; null for one that staff booked. */
  readonly fact: FactKey | null;
  readonly reason: string | null;
  readonly returnedAt: Date;
}

/** A payout and the states it has been in, both as of one moment. */
export interface PayoutWithHistory {
  readonly payout: Payout;
  readonly history: readonly HistoryEntry[];
}

/** A payout with its history and the attempts to hand it over. */
export type PayoutForStaff = OrderWithAttempts<Payout> & Pick<PayoutWithHistory, 'history'>;

/** Payouts and their history, as they are ordered and changed. */
export abstract class PayoutsRepository {
  /** Stores them as due now, each with the first line of its history, in one statement. */
  abstract insert(tx: Tx, created: readonly NewPayout[]): Promise<void>;
  /** The payouts with these ids, each with the provider that it was handed to. */
  abstract providersOf(ids: readonly string[]): Promise<ReadonlyMap<string, string | null>>;
  /** Locks the payouts in the order of their ids, until the transaction ends. */
  abstract lock(tx: Tx, ids: readonly string[]): Promise<Payout[]>;
  /**
   * Writes changes of locked payouts, in one statement. A payout that is closed is no longer due. Throws
   * `RetryTransactionError` when one of them has another status than was read, or more of it was returned.
   */
  abstract save(tx: Tx, changes: readonly PayoutChange[]): Promise<void>;
  /** Stores parts of locked payouts that came back. */
  abstract addReturns(tx: Tx, returns: readonly PayoutReturn[]): Promise<void>;
  /** The facts among these whose return is stored, also after the inbox has forgotten them. */
  abstract bookedReturns(tx: Tx, facts: readonly FactKey[]): Promise<FactKey[]>;
}

/** When payouts are handed to their rails, and who does it. */
export abstract class PayoutQueue {
  /**
   * Claims due payouts: counts the attempt and hides each from other workers for the lease. The first claim fixes the
   * payout's provider by its destination.
   */
  abstract claimDue(tx: Tx, limit: number, leaseMs: number, routes: readonly RoutedPayouts[]): Promise<ClaimedPayout[]>;
  /** As `HandedOverWork` has it. */
  abstract holdLeases(tx: Tx, claims: readonly LeasedClaim[]): Promise<ReadonlySet<string>>;
  /** Fixes the provider of a payout that has none; one that has keeps it. */
  abstract assign(tx: Tx, id: string, provider: string): Promise<void>;
  /**
   * Ends leases of open payouts and says when the worker continues with them, in one statement. A lease that ran out
   * and was taken by another changes nothing.
   */
  abstract postpone(tx: Tx, postponements: readonly Postponement[]): Promise<void>;
  /** Ends the lease of an order that staff get a case about; false when another has taken it. */
  abstract leaveToStaff(tx: Tx, left: LeftOrder): Promise<boolean>;
}

/** Payouts as merchants see them. */
export abstract class PayoutsReader {
  abstract find(accountId: string, id: string): Promise<PayoutWithHistory | undefined>;
  abstract list(accountId: string, query: PayoutQuery): Promise<Page<Payout>>;
  /** Streams every item of `list`; holds only a few in memory. */
  abstract stream(accountId: string, filter: PayoutFilter): AsyncIterable<Payout>;
}

/** Payouts as staff look after them. */
export abstract class StaffPayouts extends StaffOrders<Payout, PayoutForStaff> {}

/** A route as the outflow needs it. Amounts are in the wallet's currency. */
export interface PayoutRoute {
  readonly minimum: Money;
  /** The price of one USD. */
  readonly dollarPrice: Decimal;
  readonly leadTime: string;
  readonly instant: boolean;
}

/** The routes that payouts can take. */
export abstract class PayoutRoutes {
  abstract find(origin: Currency, country: string, currency: Currency): Promise<PayoutRoute | undefined>;
  /** The minimum that must be left after fees, in the wallet's currency. */
  abstract minimumOf(type: PayoutType, route: PayoutRoute): Money;
}

/** The account's own bank accounts, as payouts need them. */
export abstract class PayableBankAccounts {
  /** Throws `BankAccountNotFoundError`, also for one of another account. */
  abstract findPayable(accountId: string, id: string): Promise<Payable>;
}
