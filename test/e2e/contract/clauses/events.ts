import type { ClauseList } from './clause-list';

const CALLER = 'for the caller: nothing to test';
const NOT_SHOWN = 'not shown: nothing to test';

/** What the section "Events" demands. */
export const CLAUSES: readonly ClauseList[] = [
  {
    section: 'Events, Webhook deliveries',
    file: 'webhook-deliveries.section.ts',
    clauses: [
      'delivery',
      'header Content-Type',
      'header User-Agent',
      'header Accept',
      'header X-Webhook-Id',
      'header X-Webhook-Timestamp',
      'header X-Webhook-Signature',
      'header X-Webhook-Retry',
      'signature over the timestamp',
      'signature over the bytes',
      'signature of the exact bytes',
      'quick answer',
    ],
    // How long a delivery waits is a row of Limits.
    toCome: { 'quick answer': CALLER },
  },
  {
    section: 'Events, Receiver verification',
    file: 'receiver-verification.section.ts',
    clauses: ['step 1', 'step 2a', 'step 2b', 'step 3', 'step 4', 'step 5a', 'step 5b'],
  },
  {
    section: 'Events, Secret handling',
    file: 'webhook-secrets.section.ts',
    clauses: ['rule 1a', 'rule 1b', 'rule 2a', 'rule 2b', 'rule 2c', 'rule 2d', 'rule 3'],
  },
  {
    section: 'Events, Per-link address',
    file: 'per-link-address.section.ts',
    clauses: [
      'notification',
      'signature',
      'signal',
      'no resource',
      'out of reach',
      'last_triggered_at',
      'deleted endpoint',
      'retired endpoint',
    ],
    // To be treated as a signal to read the link.
    toCome: { signal: CALLER },
  },
  {
    section: 'Events, Event names',
    file: 'event-names.section.ts',
    clauses: ['name payment.completed', 'name payment_link.cancelled', 'six', 'payloads, emitters, schedule, order'],
    toCome: { 'payloads, emitters, schedule, order': NOT_SHOWN },
  },
  {
    section: 'Events, E-mail notices',
    file: 'email-notices.section.ts',
    clauses: ['rule 1', 'rule 2', 'rule 3'],
  },
];
