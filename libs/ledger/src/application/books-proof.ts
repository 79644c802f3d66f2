import { Injectable } from '@nestjs/common';
import { BooksAuditor, type BooksCount, type Violation } from './ports';

const VIOLATIONS_PER_RULE = 100;

/** The result of a verification. */
export interface BooksReport {
  readonly balanced: boolean;
  readonly checked: BooksCount;
  /** At most 100 per rule. */
  readonly violations: readonly Violation[];
}

/** Proves that the books are right from one snapshot of the tables, or names the rows that violate a rule. */
@Injectable()
export class BooksProof {
  constructor(private readonly auditor: BooksAuditor) {}

  /** Takes some seconds for a million postings; blocks no other work. */
  async verify(): Promise<BooksReport> {
    const { checked, violations } = await this.auditor.audit(VIOLATIONS_PER_RULE);
    return { balanced: violations.length === 0, checked, violations };
  }
}
