import type { ClauseList } from './clause-list';

const NOT_SHOWN = 'not shown: nothing to test';

/** What the section "Versioning" demands. */
export const CLAUSES: readonly ClauseList[] = [
  {
    section: 'Versioning',
    file: 'versioning.section.ts',
    clauses: ['rule 1a', 'rule 1b', 'rule 1c', 'rule 2a', 'rule 2b', 'rule 3', 'rule 4'],
    toCome: { 'rule 4': NOT_SHOWN },
  },
];
