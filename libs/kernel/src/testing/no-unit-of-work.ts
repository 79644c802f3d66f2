import { Tx, UnitOfWork } from '../unit-of-work';

class NoTx extends Tx {
  protected readonly kind = 'transaction';
}

/** A transaction for methods of in-memory adapters, which never look at it. */
export function noTx(): Tx {
  return new NoTx();
}

/** Runs the work as it is: for in-memory adapters, which have no transactions. */
export class NoUnitOfWork extends UnitOfWork {
  run<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return work(noTx());
  }

  once<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return work(noTx());
  }
}
