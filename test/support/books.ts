import { expectBooksBalanced as expectBalanced } from '@app/books/testing';
import { DataSource } from 'typeorm';
import type { TestService } from './service';

/** Proves every invariant of the ledger over the service's whole database, and names the rows that break one. */
export function expectBooksBalanced(service: Pick<TestService, 'get'>): Promise<void> {
  return expectBalanced(service.get(DataSource));
}
