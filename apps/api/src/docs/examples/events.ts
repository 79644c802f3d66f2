const link = {
  payment_link_id: '01a1fbb7-9b35-7ffd-bcff-64a5f20d30e1',
  kind: 'payment_link',
  amount: '500.00',
  currency: 'BRL',
  currency_destiny: 'ARS',
  description: 'Order 1002',
};
const payment = {
  ...link,
  status: 'completed',
  payment_method: 'brl_pix',
  payer_amount: '500.00',
  credited_amount: '95800.00',
  fees: { collection: '3200.00', conversion: '1000.00' },
  exchange_rate: '200',
  paid_at: '2026-11-21T01:27:56.510Z',
  returned_at: null,
};
const cancelled = { ...link, status: 'cancelled', payment_method: null };
const payout = {
  payout_id: '01a1fbc2-04d1-7b0e-9f6a-2c1d8e7a5b43',
  type: 'payout',
  status: 'completed',
  amount: '10000.00',
  currency: 'ARS',
  destination_amount: '9840.00',
  destination_currency: 'ARS',
  failure_reason: null,
};

const told = { id: '01a1fbb7-9b61-76fa-a015-a11abbaef708', created_at: '2026-11-21T01:27:56.510Z' };

export const EVENTS_EXAMPLES = {
  LinkEventData: cancelled,
  PaymentEventData: payment,
  PayoutEventData: payout,
  PaymentEvent: { ...told, event: 'payment.completed', data: payment },
  LinkEvent: { ...told, event: 'payment_link.cancelled', data: cancelled },
  PayoutEvent: { ...told, event: 'payout.completed', data: payout },
};
