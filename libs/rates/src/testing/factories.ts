import { Clock, decimal, toCurrency, Tx, UnitOfWork } from '@app/kernel';
import type { StoredRate } from '../domain/stored-rates';

/** A clock that stands until it is moved. */
export class StandingClock extends Clock {
  constructor(private time = new Date('2026-01-01T00:00:00.000Z')) {
    super();
  }

  now(): Date {
    return this.time;
  }

  advance(ms: number): void {
    this.time = new Date(this.time.getTime() + ms);
  }
}

class NoTx extends Tx {
  protected readonly kind = 'transaction';
}

/** Runs the work as it is: for in-memory adapters, which have no transactions. */
export class NoUnitOfWork extends UnitOfWork {
  run<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return work(new NoTx());
  }

  once<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return work(new NoTx());
  }
}

/** A stored rate from `'USD/ARS'` and its value; the market's, of the first second of 2026, unless told otherwise. */
export function aStoredRate(pair: string, value: string, parts: Partial<StoredRate> = {}): StoredRate {
  const [base = '', quote = ''] = pair.split('/');
  const moment = new Date('2026-01-01T00:00:00.000Z');
  return {
    base: toCurrency(base),
    quote: toCurrency(quote),
    value: decimal(value),
    asOf: moment,
    source: 'http',
    updatedAt: moment,
    ...parts,
  };
}
