import { waitingFor, type ClauseList } from './clause-list';

const PANEL_LINKS = 'panel links';
const PANEL_READS = 'panel reads';
const OUTFLOWS = 'outflows';
const NOT_SHOWN = 'not shown: nothing to test';

const PANEL_OPERATIONS: Readonly<Record<string, string>> = {
  ...waitingFor(OUTFLOWS, [
    'row POST /api/v1/clients/payouts',
    'row POST /api/v1/clients/payouts/verify-otp',
    'row POST /api/v1/clients/payouts/resend-otp',
    'row GET /api/v1/clients/payouts/transfer-min-amount',
    'row POST /api/v1/clients/transfers/accept-terms',
    'row GET /api/v1/clients/transfers/terms-status',
    'row GET /api/v1/clients/payouts/fee-configuration',
  ]),
  ...waitingFor(PANEL_READS, [
    'row GET /api/v1/clients/virtual-wallets',
    'row GET /api/v1/clients/usd-wallet',
    'row GET /api/v1/clients/balance-movements',
    'row GET /api/v1/clients/balance-movements/stats',
  ]),
  ...waitingFor(PANEL_LINKS, [
    'row POST /api/v1/clients/payment-links',
    'row GET /api/v1/clients/payment-links',
    'row GET /api/v1/clients/payment-links/{id}',
    'row PATCH /api/v1/clients/payment-links/{id}/cancel',
  ]),
};

/** What the section "Endpoints" demands. */
export const CLAUSES: readonly ClauseList[] = [
  {
    section: 'Endpoints, External operations',
    file: 'endpoints.e2e-spec.ts',
    clauses: [
      'operations',
      'row POST /v1/payment-links',
      'row GET /v1/payment-links/{id}',
      'row DELETE /v1/payment-links/{id}',
      'row POST /v1/cards/payment-links',
      'row GET /v1/cards/payment-links/{id}',
      'row DELETE /v1/cards/payment-links/{id}',
      'row GET /v1/webhooks',
      'row GET /v1/webhooks/{id}',
      'row POST /v1/webhooks',
      'row PUT /v1/webhooks/{id}',
      'row DELETE /v1/webhooks/{id}',
      'row POST /v1/webhooks/{id}/rotate-secret',
      'row GET /v1/wallets',
      'row GET /v1/payment-methods',
      'row POST /v1/conversions/quote',
      'row POST /v1/conversions/rate',
    ],
  },
  {
    section: 'Endpoints, Endpoint facts',
    file: 'endpoint-facts.e2e-spec.ts',
    clauses: [
      'rule 1a',
      'rule 1b',
      'rule 1c',
      'rule 2a',
      'rule 2b',
      'rule 3a',
      'rule 3b',
      'rule 4a',
      'rule 4b',
      'rule 4c',
      'rule 4d',
      'rule 4e',
      'rule 4f',
      'rule 6',
      'rule 7',
      'rule 8',
      'rule 9',
      'rule 10',
      'rule 11',
      'rule 12',
    ],
    toCome: waitingFor(NOT_SHOWN, ['rule 6', 'rule 7', 'rule 8', 'rule 9', 'rule 10', 'rule 11', 'rule 12']),
  },
  {
    section: 'Endpoints, Endpoint facts on conversions',
    file: 'conversion-facts.e2e-spec.ts',
    clauses: ['rule 5a', 'rule 5b', 'rule 5c', 'rule 5d', 'rule 5e', 'rule 5f', 'rule 5g', 'rule 5h'],
  },
  {
    section: 'Endpoints, Panel operations',
    file: 'panel-operations.e2e-spec.ts',
    clauses: Object.keys(PANEL_OPERATIONS),
    toCome: PANEL_OPERATIONS,
  },
  {
    section: 'Endpoints, Transfer payloads',
    file: 'transfer-payloads.e2e-spec.ts',
    clauses: ['rule 1', 'rule 2', 'rule 3', 'rule 4', 'rule 5', 'rule 6a', 'rule 6b', 'rule 7', 'rule 8', 'rule 9'],
    toCome: {
      ...waitingFor(OUTFLOWS, ['rule 1', 'rule 2', 'rule 3', 'rule 4']),
      'rule 5': PANEL_READS,
      // The panel's form; the external API, which has no such field, is rule 6b.
      'rule 6a': PANEL_LINKS,
      ...waitingFor(NOT_SHOWN, ['rule 7', 'rule 8', 'rule 9']),
    },
  },
];
