import type { ClauseList } from './clause-list';

/** What the section "States and transitions" demands. */
export const CLAUSES: readonly ClauseList[] = [
  {
    section: 'States, Payment link status',
    file: 'payment-link-states.section.ts',
    clauses: [
      'state active',
      'state processing',
      'state in_transit',
      'state completed',
      'state cancelled',
      'state expired',
      'state returned',
      'row active → completed',
      'row active → processing',
      'row active → cancelled',
      'row active → expired',
      'row completed → returned',
      'rule 1a',
      'rule 1b',
      'rule 2a',
      'rule 2b',
      'rule 3a',
      'rule 3b',
      'rule 4a',
      'rule 4b',
      'rule 4c',
      'rule 5',
      'rule 6',
    ],
  },
  {
    section: 'States, Payout and transfer states',
    file: 'payout-states.section.ts',
    clauses: ['states', 'created', 'completed', 'failed', 'not cancellable'],
  },
  {
    section: 'States, Transfer verification',
    file: 'transfer-verification-states.section.ts',
    clauses: [
      'row none → pending_verification',
      'row pending_verification → transfer created',
      'row pending_verification → pending_verification',
      'row pending_verification → expired',
      'row pending_verification → closed',
      'no trace',
      'minimum',
    ],
  },
  {
    section: 'States, API key state',
    file: 'api-key-state.section.ts',
    clauses: ['active', 'deactivated', 'expired'],
  },
];
