import { waitingFor, type ClauseList } from './clause-list';

const USD_DEBITS = 'usd debits';
const PANEL_LINKS = 'panel links';
const PANEL_READS = 'panel reads';
const OUTFLOWS = 'outflows';
const FEE_RECEIPTS = 'fee receipts';

const TRANSFER = ['rule 1', 'rule 2', 'rule 3', 'rule 4', 'rule 5', 'rule 6', 'rule 7', 'rule 8'];

/** What the section "Resources and their fields" demands. */
export const CLAUSES: readonly ClauseList[] = [
  {
    section: 'Resources',
    file: 'envelope.e2e-spec.ts',
    clauses: ['envelope'],
  },
  {
    section: 'Resources, Payment link, create request',
    file: 'payment-link-fields.e2e-spec.ts',
    clauses: [
      'field amount',
      'field currency',
      'field description',
      'field amount_type',
      'field customer_paid_fee',
      'field webhook_url',
    ],
  },
  {
    section: 'Resources, Payment link, create response',
    file: 'payment-link-fields.e2e-spec.ts',
    clauses: ['fields', 'field id', 'field url', 'field expires_at'],
  },
  {
    section: 'Resources, Payment link, read response',
    file: 'payment-link-fields.e2e-spec.ts',
    clauses: [
      'fields',
      'field amount',
      'field currency',
      'field currency_destiny',
      'field description',
      'field expires_at',
      'field max_uses',
      'field current_uses',
      'field status',
      'field checkout_url',
      'field payment_method',
      'field created_at',
      'field updated_at',
    ],
  },
  {
    section: 'Resources, Payment link',
    file: 'payment-link.e2e-spec.ts',
    clauses: [
      'rule 1a',
      'rule 1b',
      'rule 1c',
      'rule 2a',
      'rule 2b',
      'rule 2c',
      'rule 3a',
      'rule 3b',
      'rule 4',
      'rule 5a',
      'rule 5b',
      'rule 6',
      'rule 7a',
      'rule 7b',
      'rule 8a',
      'rule 8b',
      'rule 8c',
      'rule 8d',
      'rule 9a',
      'rule 9b',
      'rule 9c',
      'rule 10a',
      'rule 10b',
      'rule 10c',
      'rule 10d',
    ],
    toCome: {
      // The same in USD by bank debit.
      'rule 1c': USD_DEBITS,
      // The default that the panel keeps.
      'rule 5b': PANEL_LINKS,
      // max_uses in the panel API.
      'rule 7b': PANEL_LINKS,
      // A bank debit gives no expiry.
      'rule 8d': USD_DEBITS,
      // Links created in the panel.
      'rule 9b': PANEL_LINKS,
    },
  },
  {
    section: 'Resources, Card payment link',
    file: 'card-payment-link.e2e-spec.ts',
    clauses: ['create', 'read', 'cancel'],
  },
  {
    section: 'Resources, Wallet',
    file: 'wallet.e2e-spec.ts',
    clauses: [
      'rule 1a',
      'rule 1b',
      'rule 2a',
      'rule 2b',
      'rule 2c',
      'rule 2d',
      'rule 3a',
      'rule 3b',
      'rule 4',
      'rule 5',
    ],
    toCome: { 'rule 4': PANEL_READS, 'rule 5': PANEL_READS },
  },
  {
    section: 'Resources, Balances',
    file: 'balances.e2e-spec.ts',
    clauses: [
      'row Balance',
      'row Reserved balance',
      'row Available balance',
      'invariant sum',
      'invariant reserved',
      'invariant whole',
      'invariant available',
      'invariant debt',
    ],
  },
  {
    section: 'Resources, Balance movement',
    file: 'movements.e2e-spec.ts',
    clauses: [
      'fields',
      'field direction',
      'field amount',
      'field label',
      'rule 1',
      'rule 2a',
      'rule 2b',
      'rule 2c',
      'rule 2d',
      'rule 3a',
      'rule 3b',
      'rule 4a',
      'rule 4b',
      'rule 4c',
      'rule 5a',
      'rule 5b',
      'panel list',
    ],
    toCome: {
      // A collection that is reverted, a fee that is refunded.
      'rule 2c': USD_DEBITS,
      'rule 2d': USD_DEBITS,
      // The exit row of an outflow, and where its fees are read.
      'rule 4b': OUTFLOWS,
      'rule 5b': OUTFLOWS,
      'panel list': PANEL_READS,
    },
  },
  {
    section: 'Resources, Received payment',
    file: 'received-payment.e2e-spec.ts',
    clauses: ['record', 'components', 'panel read'],
    toCome: { 'panel read': PANEL_READS },
  },
  {
    section: 'Resources, Fees',
    file: 'fees.e2e-spec.ts',
    clauses: [
      'row Collection',
      'row Currency change',
      'row Payout',
      'row Transfer',
      'rule 1',
      'rule 2',
      'rule 3a',
      'rule 3b',
      'rule 3c',
      'rule 4a',
      'rule 4b',
      'rule 5a',
      'rule 5b',
      'rule 5c',
      'rule 5d',
      'rule 5e',
      'rule 5f',
      'rule 6',
      'rule 7',
      'percentages',
      'fee-configuration',
    ],
    toCome: {
      'row Payout': OUTFLOWS,
      'row Transfer': OUTFLOWS,
      'rule 1': OUTFLOWS,
      'rule 2': OUTFLOWS,
      // The conversion fee of an outflow.
      'rule 5f': OUTFLOWS,
      'rule 7': FEE_RECEIPTS,
      'fee-configuration': OUTFLOWS,
    },
  },
  {
    section: 'Resources, Fees, worked examples',
    file: 'fees.e2e-spec.ts',
    clauses: ['example 1', 'example 2', 'example 3', 'example 4', 'example 5', 'example 6'],
  },
  {
    section: 'Resources, Transfer and beneficiary',
    file: 'transfer.e2e-spec.ts',
    clauses: TRANSFER,
    toCome: waitingFor(OUTFLOWS, TRANSFER),
  },
  {
    section: 'Resources, Webhook endpoint',
    file: 'webhook-endpoint.e2e-spec.ts',
    clauses: [
      'field id',
      'field url',
      'field description',
      'field events',
      'field secret',
      'field is_active',
      'field created_at',
      'field last_triggered_at',
    ],
  },
];
