import type { LedgerHarness } from './harness';
import { daysContract } from './days.contract';
import { holdsContract } from './holds.contract';
import { postingContract } from './posting.contract';
import { readingContract } from './reading.contract';

/** What every ledger guarantees, in memory or on PostgreSQL. `open` is called once, before the first test. */
export function ledgerContract(open: () => LedgerHarness | Promise<LedgerHarness>): void {
  let opened: LedgerHarness;
  beforeAll(async () => {
    opened = await open();
  });
  afterEach(async () => {
    expect(await opened.violations()).toEqual([]);
  });

  describe('posting', () => postingContract(() => opened));
  describe('holds', () => holdsContract(() => opened));
  describe('reading', () => readingContract(() => opened));
  describe('totals of days', () => daysContract(() => opened));
}
