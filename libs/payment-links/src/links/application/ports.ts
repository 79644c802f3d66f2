import type { Move, Tx } from '@app/kernel';
import type { LinkKind, LinkReach, PaymentLink } from '../domain/payment-link';

export abstract class PaymentLinksRepository {
  /** All of them or none, in one statement. */
  abstract insert(tx: Tx, links: readonly PaymentLink[]): Promise<void>;
  /** The link, if it is within reach: a key reaches no other user's links, and nobody those of another account. */
  abstract find(id: string, reach: LinkReach, kind: LinkKind): Promise<PaymentLink | undefined>;
  /**
   * Writes what became of locked links: status, use and method. Throws `RetryTransactionError` when one of them has
   * another status than it was read with.
   */
  abstract save(tx: Tx, moves: readonly Move<PaymentLink>[]): Promise<void>;
  /** Active and unused becomes cancelled; undefined when the link was not, in that instant, or is out of reach. */
  abstract cancel(tx: Tx, id: string, reach: LinkReach, kind: LinkKind): Promise<PaymentLink | undefined>;
}
