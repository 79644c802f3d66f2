import { waitingFor, type ClauseList } from './clause-list';

const NOT_SHOWN = 'not shown: nothing to test';

/** What the section "Limits" demands. */
export const CLAUSES: readonly ClauseList[] = [
  {
    section: 'Limits',
    file: 'limits.section.ts',
    clauses: [
      'limit Per-IP request limit',
      'limit Per-key request limit',
      'limit Minimum payment link',
      'limit Minimum payment link in the panel',
      'limit max_uses',
      'limit API key secret',
      'limit Webhook secret',
      'limit Webhook timestamp tolerance',
      'limit Webhook delivery attempts',
      'limit Delivery response wait',
      'limit Movement list page size',
      'limit Fee bounds',
      'limit Settlement time',
      'rule 2',
      'rule 3',
      'rule 4',
      'rule 5',
    ],
    toCome: waitingFor(NOT_SHOWN, ['rule 2', 'rule 3', 'rule 4', 'rule 5']),
  },
  {
    section: 'Limits of transfers',
    file: 'transfer-limits.section.ts',
    clauses: ['limit Transfer verification code', 'limit Transfer comment', 'limit Transfer minimum', 'rule 1'],
  },
];
