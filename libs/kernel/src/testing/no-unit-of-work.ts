import { Tx, UnitOfWork } from '../unit-of-work';

class NoTx extends Tx {
  protected readonly kind = 'transaction';
}

/** A transaction for in-memory adapters, which ignore it. */
export function noTx(): Tx {
  return new NoTx();
}

/** Runs the work without a transaction, for in-memory adapters, which have none. */
export class NoUnitOfWork extends UnitOfWork {
  run<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return work(noTx());
  }

  once<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return work(noTx());
  }
}
