import type { Move, Tx } from '@app/kernel';
import type { CheckoutOrder } from '../../checkout/domain/checkout-order';
import type { PaymentLink } from '../../links/domain/payment-link';
import type { ExceptionStatus, PaymentException } from '../../settlement/domain/payment-exception';

export interface ExceptionQuery {
  id?: string | undefined;
  status?: ExceptionStatus | undefined;
  /** Those that are not open. */
  isResolved?: boolean | undefined;
  accountId?: string | undefined;
  limit: number;
}

export abstract class PaymentExceptionsRepository {
  /** Newest first. */
  abstract list(query: ExceptionQuery): Promise<ListedException[]>;
  /** How many are open, and the age of the oldest. */
  abstract backlog(): Promise<{ open: number; oldestSeconds: number }>;
  abstract find(id: string): Promise<FoundException | undefined>;
  /** Locks its link, if it has one, and then the exception itself. */
  abstract lock(tx: Tx, id: string): Promise<FoundException | undefined>;
  /** The exception whose money that refund or dispute of the provider took; undefined if it took none. */
  abstract reversedBy(
    tx: Tx,
    reversal: { provider: string; reference: string; providerReference: string },
  ): Promise<string | undefined>;
  /** Writes by which name the rail sent the money of a locked exception back. */
  abstract nameReversal(tx: Tx, id: string, reference: string): Promise<void>;
  /**
   * Writes status, amount, wallet, resolution, time and the name of its reversal of a locked exception. Throws when its
   * status has changed.
   */
  abstract resolve(tx: Tx, move: Move<PaymentException>): Promise<void>;
}

/** An exception with the account of its link; null when the order is unknown. */
export type ListedException = PaymentException & { accountId: string | null };

/** An exception and what it is about; both null when the order is unknown. */
export interface FoundException {
  exception: PaymentException;
  link: PaymentLink | null;
  order: CheckoutOrder | null;
}
