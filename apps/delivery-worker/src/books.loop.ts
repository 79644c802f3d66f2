import { ContinuousProof } from '@app/books';
import { Log, Metrics } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { SlotLoop } from './slot.loop';

const POLL_MS = 10_000;

/** Proves what is new in the books, whichever worker is first, and shows until when they are proven. */
@Injectable()
export class BooksLoop extends SlotLoop {
  constructor(proof: ContinuousProof, log: Log, metrics: Metrics) {
    super('books', proof, log, POLL_MS);
    metrics.gauge(
      'books_proven_timestamp_seconds',
      'Until when the books are proven without a violation; 0 before the first proof',
      async () => ((await proof.status()).provenAt?.getTime() ?? 0) / 1_000,
    );
    metrics.gauge(
      'books_violations',
      'Rows that violate a rule of the books in the last proof, up to 100 of each rule',
      async () => (await proof.status()).violations ?? 0,
    );
  }
}
