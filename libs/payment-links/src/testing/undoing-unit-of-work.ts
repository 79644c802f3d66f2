import { UnitOfWork, type Tx } from '@app/kernel';

/** What a failed transaction must not have changed. */
export interface Undoable {
  /** Saves the current state; calling the result restores it. */
  savepoint(): () => void;
}

/** Undoes the writes of a transaction that fails, as a database does. Only for work that runs one after another. */
export class UndoingUnitOfWork extends UnitOfWork {
  constructor(
    private readonly inner: UnitOfWork,
    private readonly parts: readonly Undoable[],
  ) {
    super();
  }

  run<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.inner.run(async (tx) => {
      const undo = this.parts.map((part) => part.savepoint());
      try {
        return await work(tx);
      } catch (error) {
        for (const one of undo) one();
        throw error;
      }
    });
  }

  once<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.run(work);
  }
}
