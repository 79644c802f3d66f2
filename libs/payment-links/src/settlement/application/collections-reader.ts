import type { Page } from '@app/kernel';
import type { LinkKind, LinkStatus, PaymentLink } from '../../links/domain/payment-link';
import type { PaymentException } from '../domain/payment-exception';
import type { ReceivedPayment, ReceivedPaymentStatus } from '../domain/received-payment';

/** Of what time a list is read. */
export interface ListPeriod {
  /** Created not earlier than this. */
  readonly from?: Date | undefined;
  /** Created earlier than this. */
  readonly to?: Date | undefined;
}

/** Which part of a list, newest first, is read. */
export interface ListPart extends ListPeriod {
  /** `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
  readonly limit: number;
}

export interface LinkFilter extends ListPeriod {
  readonly kind: LinkKind;
  readonly status?: LinkStatus | undefined;
  /** The payer's currency. */
  readonly currency?: string | undefined;
  /** A part of the description, in upper or lower case, or the whole id. */
  readonly search?: string | undefined;
}

export type LinkQuery = LinkFilter & ListPart;

export interface PaymentFilter extends ListPeriod {
  readonly status?: ReceivedPaymentStatus | undefined;
  readonly linkId?: string | undefined;
}

export type PaymentQuery = PaymentFilter & ListPart;

/**
 * What an account has collected, for those who look after all of it. Nothing of another account is ever found. Lists are
 * newest first; they throw `ValidationError` naming `cursor` for one that no list of the kind gave out.
 */
export abstract class CollectionsReader {
  /** Links of one kind, of all users. */
  abstract links(accountId: string, query: LinkQuery): Promise<Page<PaymentLink>>;
  /** Received payments of both kinds of links, those in process included. */
  abstract payments(accountId: string, query: PaymentQuery): Promise<Page<ReceivedPayment>>;
  /** Payments about the account's links that could not be credited by themselves, resolved or not. */
  abstract exceptions(accountId: string, part: ListPart): Promise<Page<PaymentException>>;
  /** All of what the pages of `links` have, one by one; a few are in memory at once. */
  abstract everyLink(accountId: string, filter: LinkFilter): AsyncIterable<PaymentLink>;
  /** The same for `payments`. */
  abstract everyPayment(accountId: string, filter: PaymentFilter): AsyncIterable<ReceivedPayment>;
  abstract findPayment(accountId: string, id: string): Promise<ReceivedPayment | undefined>;
}
