const ID = '01a1fbac-f8bc-7375-8f4b-af78d4f56526';
const CHECKOUT = `https://pay.example.com/checkout/${ID}`;

export const COLLECTION_EXAMPLES = {
  NewPaymentLink: { amount: '15000.00', currency: 'ARS', description: 'Order 1001' },
  CreatedPaymentLink: { id: ID, url: CHECKOUT, expires_at: null },
  PaymentLink: {
    amount: '15000.00',
    currency: 'ARS',
    currency_destiny: 'ARS',
    description: 'Order 1001',
    expires_at: '2026-11-22T01:16:19.544Z',
    max_uses: 1,
    current_uses: 1,
    status: 'completed',
    checkout_url: CHECKOUT,
    payment_method: 'ars_transfer',
    created_at: '2026-11-21T01:16:19.516Z',
    updated_at: '2026-11-21T01:16:19.585Z',
  },
  CancelledPaymentLink: { id: ID, status: 'cancelled' },
  PaymentMethods: [
    {
      code: 'ars_transfer',
      name: 'Transferencia bancaria',
      currency: 'ARS',
      country: 'AR',
      type: 'bank_transfer',
      min_amount: '1.00',
      max_amount: '50000000.00',
      expires_in_seconds: 86_400,
    },
  ],
  Wallets: [{ currency: 'ARS' }, { currency: 'USD' }],
};
