import type { ListPart, ListPeriod, Money, Page } from '@app/kernel';
import type { LinkKind, LinkStatus, PaymentLink } from '../../links/domain/payment-link';
import type { PaymentException } from '../domain/payment-exception';
import type { ReceivedPayment, ReceivedPaymentStatus } from '../domain/received-payment';

export interface LinkFilter extends ListPeriod {
  readonly kind: LinkKind;
  readonly status?: LinkStatus | undefined;
  /** The payer's currency. */
  readonly currency?: string | undefined;
  /**
   * Words of the description and the reference, in any order, each from its beginning, whatever case and accents; or
   * the id, or at least the first eight digits of it.
   */
  readonly search?: string | undefined;
}

export type LinkQuery = LinkFilter & ListPart;

export interface PaymentFilter extends ListPeriod {
  readonly status?: ReceivedPaymentStatus | undefined;
  readonly linkId?: string | undefined;
  /** The currency of the credited wallet. */
  readonly currency?: string | undefined;
  readonly method?: string | undefined;
  /** What finds the link, or the payment's own id. */
  readonly search?: string | undefined;
}

/** What a link is about, as its merchant named it. */
export type LinkLabel = Pick<PaymentLink, 'description' | 'reference'>;

/** A received payment with what its link is about. */
export interface CollectedPayment extends ReceivedPayment, LinkLabel {}

/** How many items of a list are in one currency, and the sum of their amounts. */
export interface CurrencyTotal {
  readonly count: number;
  readonly amount: Money;
}

export type PaymentQuery = PaymentFilter & ListPart;

/** Payment exceptions, of one link if it is given. */
export type ExceptionsQuery = ListPart & { readonly linkId?: string | undefined };

/**
 * An account's payment links, for users who may see all of them. Never returns data of another account. Lists are
 * newest first; they throw a `ValidationError` that names `cursor` for a cursor of another list.
 */
export abstract class LinksReader {
  /** Links of one kind, of all users. */
  abstract listLinks(accountId: string, query: LinkQuery): Promise<Page<PaymentLink>>;
  /**
   * The declared amounts of all links that the filter leaves, by currency in alphabetical order. Null when there are
   * too many to add up in time.
   */
  abstract linkTotals(accountId: string, filter: LinkFilter): Promise<CurrencyTotal[] | null>;
  /**
   * What these links of either kind, or the links of these refunds and disputes, are about, by the given id; those of
   * another account are left out.
   */
  abstract linkLabels(accountId: string, ids: readonly string[]): Promise<ReadonlyMap<string, LinkLabel>>;
  /** Streams every item of `listLinks`; holds only a few in memory. */
  abstract streamLinks(accountId: string, filter: LinkFilter): AsyncIterable<PaymentLink>;
}

/**
 * What an account has collected, for users who may see all of it. Never returns data of another account.
 * Lists are newest first; they throw a `ValidationError` that names `cursor` for a cursor of another list.
 */
export abstract class CollectionsReader {
  /** Received payments of both kinds of links, those in process included. */
  abstract listPayments(accountId: string, query: PaymentQuery): Promise<Page<CollectedPayment>>;
  /**
   * The credited amounts of all payments that the filter leaves, by currency in alphabetical order. Null when there are
   * too many to add up in time.
   */
  abstract paymentTotals(accountId: string, filter: PaymentFilter): Promise<CurrencyTotal[] | null>;
  /** Payments about the account's links that could not be credited automatically, resolved or not. */
  abstract listExceptions(accountId: string, query: ExceptionsQuery): Promise<Page<PaymentException>>;
  /** Streams every item of `listPayments`; holds only a few in memory. */
  abstract streamPayments(accountId: string, filter: PaymentFilter): AsyncIterable<CollectedPayment>;
  /** Throws `ReceivedPaymentNotFoundError`. */
  abstract readPayment(accountId: string, id: string): Promise<CollectedPayment>;
}
