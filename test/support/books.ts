import { BooksProof } from '@app/ledger';
import type { TestService } from './service';

/** Proves every invariant of the ledger over the whole database, and names the rows that lie. */
export async function expectBooksBalanced(service: Pick<TestService, 'get'>): Promise<void> {
  const report = await service.get(BooksProof).verify();
  expect(report.violations).toEqual([]);
}
