/**
 * A running transaction. Opaque: only the adapter that made it can look inside, and every method that writes demands
 * one, so that no write can happen outside a transaction by oversight.
 */
export abstract class Tx {
  protected abstract readonly kind: 'transaction';
}

/** Thrown by database work that another transaction has overtaken: the unit of work rolls back and runs it again. */
export class RetryTransactionError extends Error {}

export abstract class UnitOfWork {
  /**
   * Runs the work in one transaction: committed when it returns, rolled back when it throws. The work may run again
   * after a deadlock, a serialization failure or a `RetryTransactionError`, so it does nothing but database work.
   */
  abstract run<T>(work: (tx: Tx) => Promise<T>): Promise<T>;

  /**
   * Runs work that consists of exactly one statement, which PostgreSQL makes atomic by itself: one round trip instead
   * of three. A second statement throws. Like `run` it may do the work again.
   */
  abstract once<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

/** What a caller wants done in the transaction that creates something, once it has been created. */
export type AlsoInTransaction<T> = ((tx: Tx, created: T) => Promise<void>) | undefined;
