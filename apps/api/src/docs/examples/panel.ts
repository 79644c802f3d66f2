const user = {
  id: '01a1fba0-5c1e-7d2a-8b3f-4e6d7c8a9b01',
  email: 'owner@example.com',
  permissions: ['*'],
  account: { id: '01a1fba0-5c0d-7a11-9c2e-3f4b5a6c7d80', slug: 'demostore', name: 'Demo Store' },
};
const settings = {
  permissions: ['payment_links:create', 'payment_links:read'],
  allowed_origins: [],
  rate_limit: 60,
  expires_at: null,
};
const named = { id: '01a1fbd3-7f20-7c44-8d15-6a9b0c1d2e3f', name: 'Shop', prefix: 'pay_demostore_live' };
const key = {
  ...named,
  ...settings,
  is_active: true,
  created_at: '2026-11-21T01:40:02.115Z',
  last_used_at: null,
};

export const PANEL_EXAMPLES = {
  Credentials: { email: user.email, password: 'correct horse battery staple' },
  Session: {
    token: 'q3Zb0uJm1pXhR7sVtKcYwLgD5nAeFi8oTx2Bv6MzQ4E',
    expires_at: '2026-11-21T13:40:02.115Z',
    user,
  },
  SignedOut: { signed_out: true },
  User: user,
  Account: {
    ...user.account,
    email: user.email,
    country: 'AR',
    status: 'active',
    kyc_status: 'verified',
    kyb_status: 'verified',
    usd_enabled: true,
    cards_enabled: false,
    customer_paid_fee_enabled: true,
    customer_paid_fee_default: false,
  },
  NewApiKey: { name: named.name, permissions: settings.permissions },
  ApiKeyChanges: { rate_limit: 600 },
  CreatedApiKey: { ...key, api_key: `${named.prefix}_B1geuJCVBj0kQ2rXs5tYw8zAaCcDdEeFfGgHhIiJjKkLlMmN` },
  ApiKey: { ...key, last_used_at: '2026-11-21T02:03:44.870Z' },
  ApiKeys: [key],
};
