/**
 * A running transaction. Opaque: only the adapter that created it can look inside. Every method that writes requires
 * one, so no write can happen outside a transaction by mistake.
 */
export abstract class Tx {
  protected abstract readonly kind: 'transaction';
}

/** Thrown by work that lost a race against another transaction: the unit of work rolls back and runs it again. */
export class RetryTransactionError extends Error {}

/**
 * The connection to the database failed or fell silent. Whether the transaction was committed is unknown, so the work may
 * be repeated only if a repetition finds what the first attempt wrote.
 */
export class ConnectionLostError extends Error {}

/** Opens transactions. */
export abstract class UnitOfWork {
  /**
   * Runs the work in one transaction: commits when it returns, rolls back when it throws. Runs it again after a
   * deadlock, a serialization failure or a `RetryTransactionError`, so the work must do nothing but database work. Throws
   * `ConnectionLostError` when the connection fails, and does not run the work again then.
   */
  abstract run<T>(work: (tx: Tx) => Promise<T>): Promise<T>;

  /**
   * The same for orders of money: when the connection fails during the commit, finds out whether it was committed, so that
   * what was ordered is never reported as failed. Throws `ConnectionLostError` only when nothing was committed, or the
   * database cannot be asked. Costs one more statement.
   */
  runAssured<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.run(work);
  }

  /**
   * Runs work that consists of exactly one statement, which PostgreSQL makes atomic: one round trip instead of three.
   * A second statement throws. Like `run`, it may run the work again.
   */
  abstract once<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}
