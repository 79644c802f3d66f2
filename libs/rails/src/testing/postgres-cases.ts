import type { Clock } from '@app/kernel';
import type { Database } from '@app/platform';
import { PostgresCasesRepository } from '../adapters/postgres-cases.repository';
import { Cases } from '../application/cases';

/** The cases of a database, without the records of other libraries. */
export function postgresCases(db: Database, clock: Clock): Cases {
  return new Cases(new PostgresCasesRepository(db, clock));
}
