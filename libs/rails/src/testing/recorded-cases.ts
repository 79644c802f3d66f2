import type { Tx } from '@app/kernel';
import { Cases } from '../application/cases';
import type { NewCase } from '../domain/case';

/** Keeps what was opened, for tests that have no database. */
export class RecordedCases extends Cases {
  readonly opened: NewCase[] = [];

  constructor() {
    super(undefined as never);
  }

  override async open(_tx: Tx, cases: readonly NewCase[]): Promise<void> {
    this.opened.push(...cases);
  }

  override async closeByKey(): Promise<number> {
    return 0;
  }

  override async closeAbout(): Promise<void> {}
}
