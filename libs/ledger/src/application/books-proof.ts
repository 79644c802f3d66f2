import { Injectable } from '@nestjs/common';
import { BooksAuditor, type BooksCount, type Violation } from './ports';

const VIOLATIONS_PER_RULE = 100;

export interface BooksReport {
  readonly balanced: boolean;
  readonly checked: BooksCount;
  /** At most 100 of each rule. */
  readonly violations: readonly Violation[];
}

/** Proves from the tables alone, as they were at one moment, that the books are right, or names the rows that lie. */
@Injectable()
export class BooksProof {
  constructor(private readonly auditor: BooksAuditor) {}

  async verify(): Promise<BooksReport> {
    const { checked, violations } = await this.auditor.audit(VIOLATIONS_PER_RULE);
    return { balanced: violations.length === 0, checked, violations };
  }
}
