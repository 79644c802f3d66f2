import { COLLECTION_EXAMPLES } from './collection';

const WALLET = '01a1fba0-5c0e-7b42-b1d0-9f8e7d6c5b4a';
const USD_WALLET = '01a1fba0-5c0f-7c53-a2e1-8a9b0c1d2e3f';
const LINK = '01a1fbac-f8bc-7375-8f4b-af78d4f56526';
const PAID_AT = '2026-11-21T01:16:19.585Z';
const created = { amount_type: 'receive', customer_paid_fee: false };
const usd = {
  id: USD_WALLET,
  currency: 'USD',
  lane: 'usd',
  balance: '49.50',
  reserved_balance: '0.00',
  available_balance: '49.50',
};
const link = {
  id: LINK,
  ...COLLECTION_EXAMPLES.PaymentLink,
  ...created,
  created_by: { user_id: '01a1fba0-5c1e-7d2a-8b3f-4e6d7c8a9b01', api_key_id: null },
};
const payment = {
  id: '01a1fbad-02c1-7f6e-9a8b-1c2d3e4f5a6b',
  payment_link_id: LINK,
  kind: 'payment_link',
  status: 'credited',
  payer: { name: 'Ana Suárez', email: 'ana@example.com', document: null },
  payment_method: 'ars_transfer',
  payer_amount: '15000.00',
  payer_currency: 'ARS',
  exchange_rate: null,
  reference_rate: null,
  effective_rate: null,
  gross_amount: '15000.00',
  collection_fee: {
    percentage_amount: '435.00',
    fixed_amount: '300.00',
    fixed_amount_usd: '0.30',
    total: '735.00',
    bounded_by: null,
    borne_by: 'merchant',
  },
  conversion_fee: '0.00',
  credited_amount: '14265.00',
  currency: 'ARS',
  virtual_wallet_id: WALLET,
  provider_reference: 'sbx_01a1fbacffff7375af4baf78d4f56526',
  fee_receipt: null,
  created_at: PAID_AT,
  credited_at: PAID_AT,
  returned_at: null,
};

export const PANEL_MONEY_EXAMPLES = {
  VirtualWallets: [
    {
      id: WALLET,
      currency: 'ARS',
      lane: 'local',
      balance: '14265.00',
      reserved_balance: '10000.00',
      available_balance: '4265.00',
    },
    usd,
  ],
  WalletProof: {
    virtual_wallet_id: USD_WALLET,
    currency: 'USD',
    balance: '49.50',
    lines: [
      { type: 'payment', visible: true, count: 1, total: '50.00' },
      { type: 'fee', visible: false, count: 1, total: '-0.50' },
    ],
    sum: '49.50',
    adds_up: true,
  },
  UsdWallet: {
    ...usd,
    bank_account: {
      holder_name: 'Demo Store',
      bank_name: 'Sandbox Bank',
      bank_address: '1 Sandbox Plaza, New York, NY 10001, US',
      routing_number: '990000000',
      account_number: '048291736450',
      account_type: 'checking',
    },
  },
  BalanceMovements: [
    {
      id: '1042',
      type: 'payment',
      direction: 'in',
      amount: '14265.00',
      currency: 'ARS',
      balance_after: '14265.00',
      label: 'Payment received',
      reference: { type: 'payment_link', id: LINK },
      created_at: PAID_AT,
    },
  ],
  BalanceMovementTotals: {
    virtual_wallet_id: WALLET,
    currency: 'ARS',
    total_in: '14265.00',
    total_out: '0.00',
    count_in: 1,
    count_out: 0,
  },
  ReceivedPayment: payment,
  ReceivedPayments: [payment],
  NewPanelPaymentLink: { ...COLLECTION_EXAMPLES.NewPaymentLink, currency_destiny: 'ARS' },
  PanelPaymentLink: link,
  PanelPaymentLinks: [link],
};
