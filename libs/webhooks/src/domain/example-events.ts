import type { EventName } from './event-names';

const AT = '2026-11-21T01:27:56.510Z';
const RETURNED_AT = '2026-11-24T09:12:40.002Z';

const LINK = {
  payment_link_id: '01a1fbb7-9b35-7ffd-bcff-64a5f20d30e1',
  kind: 'payment_link',
  status: 'cancelled',
  amount: '500.00',
  currency: 'BRL',
  currency_destiny: 'ARS',
  description: 'Order 1002',
  reference: 'A-1002',
  payment_method: null as string | null,
};

const PAYMENT = {
  ...LINK,
  status: 'completed',
  payment_method: 'brl_pix',
  payer_amount: '500.00',
  credited_amount: '95800.00',
  fees: { collection: '3200.00', conversion: '1000.00' },
  exchange_rate: '200' as string | null,
  paid_at: AT,
  returned_at: null as string | null,
};

const PAYOUT = {
  payout_id: '01a1fbc2-04d1-7b0e-9f6a-2c1d8e7a5b43',
  type: 'payout',
  status: 'completed',
  amount: '10000.00',
  currency: 'ARS',
  destination_amount: '9840.00',
  destination_currency: 'ARS',
  failure_reason: null as string | null,
  returned_at: null as string | null,
};

/** The data of test events: every field that a real one has, about objects that do not exist. */
export const EXAMPLE_DATA: Readonly<Record<EventName, Readonly<Record<string, unknown>>>> = {
  'payment.completed': PAYMENT,
  'payment.returned': {
    ...PAYMENT,
    status: 'returned',
    amount: '50.00',
    currency: 'USD',
    currency_destiny: 'USD',
    payment_method: 'usd_bank_debit',
    payer_amount: '50.00',
    credited_amount: '49.50',
    fees: { collection: '0.50', conversion: '0.00' },
    exchange_rate: null,
    returned_at: RETURNED_AT,
    return: {
      type: 'debit',
      id: '01a1fbad-02c1-7f6e-9a8b-1c2d3e4f5a6b',
      amount: '50.00',
      currency: 'USD',
      wallet_amount: '50.00',
    },
  },
  'payment_link.cancelled': LINK,
  'payment_link.expired': { ...LINK, status: 'expired', payment_method: 'brl_pix' },
  'payout.completed': PAYOUT,
  'payout.failed': { ...PAYOUT, status: 'failed', failure_reason: 'The account of the recipient is closed.' },
};
