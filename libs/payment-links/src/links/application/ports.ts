import type { Move, Tx } from '@app/kernel';
import type { LinkKind, LinkReach, PaymentLink } from '../domain/payment-link';

/** The orders that payers can still pay. A link without a payer's choice has none, and no link has more than one. */
export abstract class OpenOrders {
  /** Closes those of links that can no longer be paid, in the transaction that made it so. */
  abstract close(tx: Tx, linkIds: readonly string[]): Promise<void>;
}

/** Payment links. Every status is written only over the one that was read. */
export abstract class PaymentLinksRepository {
  /** All of them or none, in one statement. */
  abstract insert(tx: Tx, links: readonly PaymentLink[]): Promise<void>;
  /**
   * The link, if the caller may access it: a key cannot access links of another user, nor any caller those of another
   * account.
   */
  abstract find(id: string, reach: LinkReach, kind: LinkKind): Promise<PaymentLink | undefined>;
  /**
   * Writes the new status, use and method of locked links. Throws `RetryTransactionError` when the status of one of
   * them has changed since it was read.
   */
  abstract save(tx: Tx, moves: readonly Move<PaymentLink>[]): Promise<void>;
  /**
   * Cancels an active, unused link. Undefined when the link is not active and unused, or when the caller may not access
   * it.
   */
  abstract cancel(tx: Tx, id: string, reach: LinkReach, kind: LinkKind): Promise<PaymentLink | undefined>;
}
