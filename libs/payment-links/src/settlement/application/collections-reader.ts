import type { Page } from '@app/kernel';
import type { LinkKind, LinkStatus, PaymentLink } from '../../links/domain/payment-link';
import type { PaymentException } from '../domain/payment-exception';
import type { ReceivedPayment, ReceivedPaymentStatus } from '../domain/received-payment';

/** Which part of a list, newest first, is read. */
export interface ListPart {
  /** Created not earlier than this. */
  readonly from?: Date | undefined;
  /** Created earlier than this. */
  readonly to?: Date | undefined;
  /** `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
  readonly limit: number;
}

export interface LinkQuery extends ListPart {
  readonly kind: LinkKind;
  readonly status?: LinkStatus | undefined;
  /** The payer's currency. */
  readonly currency?: string | undefined;
  /** A part of the description, in upper or lower case, or the whole id. */
  readonly search?: string | undefined;
}

export interface PaymentQuery extends ListPart {
  readonly status?: ReceivedPaymentStatus | undefined;
  readonly linkId?: string | undefined;
}

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
  abstract findPayment(accountId: string, id: string): Promise<ReceivedPayment | undefined>;
}
