import { newId, WrittenAmount } from '@app/kernel';
import { RefundAdmin } from '@app/payment-links';
import { CURRENT_TERMS_VERSION } from '@app/transfers';
import { EVENT_NAMES } from '@app/webhooks';
import { queueDelivery } from './deliveries';
import type { Members } from './hostile-input';
import type { InputTrial, Sender } from './input-trial';
import { createCardLink, paymentIdOf, payNewLink } from './paid-links';
import { staffMember } from '../../apps/ops/src/audit';
import { adjust } from './panel-money';

type Sent = Readonly<Record<string, unknown>>;

/** An operation of the two APIs that takes a body. */
export interface BodyOperation {
  /** Method and path, as in the documents. */
  name: string;
  as: Sender;
  /** The path to send to, of an object that exists and is kept. */
  target: (trial: InputTrial) => Promise<string>;
  /** Runs before each request. */
  before?: (trial: InputTrial) => Promise<unknown>;
  /** A valid body, as JSON text by field. */
  good: () => Members;
  /** Whether it takes no body, and so ignores any. */
  ignoresBody?: true;
  /** Whether it creates an object, and so accepts an `Idempotency-Key`. */
  creates?: boolean;
  /** Tables to which a rejected request may write. */
  rejectionWrites?: readonly string[];
  /** Fails unless the sent values are stored. Deletes created objects if their number is limited. */
  kept: (trial: InputTrial, sent: Sent, data: Sent) => Promise<void>;
}

const json = (value: unknown): string => JSON.stringify(value);
const anUrl = () => json(`https://127.0.0.1:9/${newId()}`);
const LINK: Members = {
  amount: '15000',
  currency: '"ARS"',
  description: '"Order 1001"',
  amount_type: '"receive"',
  customer_paid_fee: 'false',
  webhook_url: '"https://shop.example/hook"',
  reference: '"A-1001"',
  return_url: '"https://shop.example/thanks"',
};

const createsLinks = (path: string): BodyOperation => ({
  name: `POST ${path}`,
  as: 'key',
  target: async () => path,
  good: () => LINK,
  creates: true,
  kept: async ({ merchant, service }, sent, { id }) => {
    const read = (await merchant.api.get(`${path}/${id as string}`)).body.data as Record<string, string>;
    expect([read.description, read.currency]).toEqual([sent.description, sent.currency]);
    expect(WrittenAmount.read(sent.amount)!.value.eq(read.amount!)).toBe(true);
    const [row] = await service.sql(
      'SELECT amount_type, customer_paid_fee, webhook_url, reference, return_url FROM payment_links WHERE id = $1',
      [id],
    );
    expect(row).toEqual({
      amount_type: sent.amount_type ?? 'receive',
      customer_paid_fee: sent.customer_paid_fee ?? false,
      webhook_url: sent.webhook_url ?? null,
      reference: sent.reference ?? null,
      return_url: sent.return_url ?? null,
    });
  },
});

const createsPanelLinks = (path: string): BodyOperation => ({
  name: `POST /api/v1/clients${path}`,
  as: 'session',
  target: async () => `/api/v1/clients${path}`,
  good: () => ({ ...LINK, currency_destiny: '"ARS"' }),
  creates: true,
  kept: async ({ panel }, sent, { id }) => {
    const read = (await panel.get(`${path}/${id as string}`)).body.data as Record<string, unknown>;
    const { description, currency, currency_destiny } = sent;
    expect(read).toMatchObject({
      description,
      currency,
      currency_destiny: currency_destiny ?? 'ARS',
      amount_type: sent.amount_type ?? 'receive',
      customer_paid_fee: sent.customer_paid_fee ?? false,
      reference: sent.reference ?? null,
      return_url: sent.return_url ?? null,
    });
    expect(WrittenAmount.read(sent.amount)!.value.eq(read.amount as string)).toBe(true);
  },
});

/** The paths of webhook endpoints in both APIs, and the sender there. */
const ENDPOINTS = [
  { path: '/v1/webhooks', as: 'key' },
  { path: '/api/v1/clients/webhooks', as: 'session' },
] as const;

const endpoint = async ({ merchant }: InputTrial, path: string): Promise<string> => {
  const { body } = await merchant.api.post('/v1/webhooks', `{"url":${anUrl()},"description":"Shop"}`);
  return `${path}/${body.data.id as string}`;
};

async function expectEndpoint({ merchant }: InputTrial, { id }: Sent, expected: Sent): Promise<void> {
  const { url, description, events, is_active } = expected;
  const given = Object.entries({ url, description, events: events && [...new Set(events as string[])], is_active });
  const { body } = await merchant.api.get(`/v1/webhooks/${id as string}`);
  expect(body.data).toMatchObject(Object.fromEntries(given.filter(([, value]) => value !== undefined)));
}

const key = async ({ panel }: InputTrial): Promise<string> => {
  const { body } = await panel.post('/api-keys', { name: 'Shop', permissions: ['webhooks:read'] });
  return `/api/v1/clients/api-keys/${body.data.id as string}`;
};

const KEY: Members = {
  name: '"Shop"',
  permissions: '["webhooks:read","*"]',
  allowed_origins: '["https://shop.example"]',
  rate_limit: '60',
  expires_at: '"2099-01-01T00:00:00+01:00"',
};

async function expectKey({ panel }: InputTrial, { id }: Sent, expected: Sent): Promise<void> {
  const { name, permissions, allowed_origins, rate_limit, expires_at, is_active } = expected;
  const origin = (each: string) => (each === '*' ? each : new URL(each).origin);
  const given = Object.entries({
    name,
    permissions: permissions && [...new Set(permissions as string[])],
    allowed_origins: allowed_origins && [...new Set((allowed_origins as string[]).map(origin))],
    rate_limit,
    expires_at: expires_at && new Date(expires_at as string).toISOString(),
    is_active,
  });
  const keys = (await panel.get('/api-keys?per_page=50')).body.data as Sent[];
  expect(keys.find((each) => each.id === id)).toMatchObject(
    Object.fromEntries(given.filter(([, value]) => value !== undefined)),
  );
}

const DOCUMENT = json({ type: 'cuit', number: '20-05536168-2' });
const BANK = json({ name: 'Banco', cbu: '2850590940090418135201' });
const BENEFICIARY: Members = {
  name: '"Ana Gómez"',
  email: '"ana@example.com"',
  document: DOCUMENT,
  country: '"AR"',
  bank_country: '"AR"',
  bank: BANK,
};
const BANK_ACCOUNT: Members = {
  holder_name: '"Café Río"',
  document: DOCUMENT,
  country: '"AR"',
  currency: '"ARS"',
  bank: BANK,
};

const beneficiary = async ({ panel }: InputTrial): Promise<string> => {
  const body = Object.fromEntries(Object.entries(BENEFICIARY).map(([field, text]) => [field, JSON.parse(text)]));
  const { id } = (await panel.post('/beneficiaries', body)).body.data as { id: string };
  return `/api/v1/clients/beneficiaries/${id}`;
};

/** The fields as they were sent, except those that are normalised, of which the bank's name is compared. */
function asStored({ bank, ...sent }: Sent, fields: readonly string[]): Sent {
  const kept = Object.entries(sent).filter(([field, value]) => fields.includes(field) && value !== undefined);
  const name = (bank as { name: string } | undefined)?.name;
  return { ...Object.fromEntries(kept), ...(name !== undefined && { bank: expect.objectContaining({ name }) }) };
}

async function expectBeneficiary({ panel }: InputTrial, sent: Sent, { id }: Sent): Promise<void> {
  const stored = (await panel.get(`/beneficiaries/${id as string}`)).body.data as Sent;
  expect(stored).toMatchObject(asStored(sent, ['name', 'email', 'country', 'bank_country', 'active']));
}

/** The body of a payout that the trial's merchant can order; known once a target was made. */
let payoutBody: Members = {};

async function payoutTarget({ service, merchant, panel }: InputTrial, path: string): Promise<string> {
  await adjust(service, merchant, '1000000000.00');
  const account = Object.fromEntries(Object.entries(BANK_ACCOUNT).map(([name, text]) => [name, JSON.parse(text)]));
  const { id } = (await panel.post('/bank-accounts', account)).body.data as { id: string };
  payoutBody = {
    type: '"payout"',
    virtual_wallet_id: json(merchant.local!.id),
    bank_account_id: json(id),
    amount: '"10000.00"',
    instant: 'false',
    comment: '"November"',
  };
  return path;
}

const REFUND: Members = { amount: '"10.00"', reason: '"Out of stock"' };

async function refundTarget({ service, merchant }: InputTrial, operation: string): Promise<string> {
  await adjust(service, merchant, '1000000000.00');
  const payment = await paymentIdOf(service, await payNewLink(service, merchant));
  return `/api/v1/clients/received-payments/${payment}/${operation}`;
}

/** A refund that failed takes nothing of its payment. */
async function failRefunds({ service }: InputTrial): Promise<void> {
  const refunds = service.get(RefundAdmin);
  const open = await service.sql<{ id: string }>(`SELECT id FROM refunds WHERE status = 'requested'`);
  for (const { id } of open) await refunds.fail(id, 'Not wanted', staffMember());
}

/** Names a transfer that waits for its code; known once a target was made. */
let verificationBody: Members = {};

async function verificationTarget(trial: InputTrial, path: string): Promise<string> {
  const { service, merchant, panel } = trial;
  await adjust(service, merchant, '1000000000.00');
  await panel.post('/transfers/accept-terms', { version: CURRENT_TERMS_VERSION });
  const id = (await beneficiary(trial)).split('/').at(-1);
  const { body } = await panel.post('/payouts', {
    type: 'transfer',
    virtual_wallet_id: merchant.local!.id,
    beneficiary_id: id,
    amount: '10000.00',
    comment: 'November',
  });
  verificationBody = { transfer_verification_id: json((body.data as Sent).transfer_verification_id) };
  return path;
}

/** Optional fields that are null count as omitted. */
const withoutNulls = (sent: Sent): Sent =>
  Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null));

/** All operations of /v1 that take a body, those of the panel, and its sign-in. */
export const BODY_OPERATIONS: readonly BodyOperation[] = [
  createsLinks('/v1/payment-links'),
  createsLinks('/v1/cards/payment-links'),
  createsPanelLinks('/payment-links'),
  createsPanelLinks('/cards/payment-links'),
  {
    name: 'POST /api/v1/clients/payment-links/estimate',
    as: 'session',
    target: async () => '/api/v1/clients/payment-links/estimate',
    good: () => ({ ...LINK, currency_destiny: '"ARS"' }),
    kept: async (_trial, { currency }, data) =>
      expect((data as unknown as Sent[]).filter((each) => each.payer_currency !== currency)).toEqual([]),
  },
  {
    name: 'POST /api/v1/clients/cards/payment-links/estimate',
    as: 'session',
    target: async () => '/api/v1/clients/cards/payment-links/estimate',
    good: () => ({ ...LINK, currency_destiny: '"ARS"' }),
    kept: async (_trial, { currency }, data) => expect(data.payer_currency).toBe(currency),
  },
  {
    name: 'PATCH /api/v1/clients/payment-links/{id}/cancel',
    as: 'session',
    target: async ({ service, merchant }) =>
      `/api/v1/clients/payment-links/${await service.createLink(merchant)}/cancel`,
    good: () => ({}),
    ignoresBody: true,
    kept: async (_trial, _sent, { status }) => expect(status).toBe('cancelled'),
  },
  {
    name: 'PATCH /api/v1/clients/cards/payment-links/{id}/cancel',
    as: 'session',
    target: async ({ merchant }) => `/api/v1/clients/cards/payment-links/${await createCardLink(merchant)}/cancel`,
    good: () => ({}),
    ignoresBody: true,
    kept: async (_trial, _sent, { status }) => expect(status).toBe('cancelled'),
  },
  ...ENDPOINTS.flatMap(({ path, as }): BodyOperation[] => [
    {
      name: `POST ${path}`,
      as,
      target: async () => path,
      good: () => ({ url: anUrl(), description: '"Shop"', events: '["payment.completed","payout.failed"]' }),
      creates: true,
      kept: async (trial, sent, data) => {
        const defaults = { description: null, events: EVENT_NAMES, is_active: true };
        await expectEndpoint(trial, data, { ...defaults, ...sent, is_active: true });
        // An account has room for fifty.
        await trial.merchant.api.delete(`/v1/webhooks/${data.id as string}`);
      },
    },
    {
      name: `PUT ${path}/{id}`,
      as,
      target: (trial) => endpoint(trial, path),
      good: () => ({ url: anUrl(), description: '"Other"', events: '["payout.failed"]', is_active: 'false' }),
      kept: (trial, sent, data) => expectEndpoint(trial, data, sent),
    },
    {
      name: `POST ${path}/{id}/rotate-secret`,
      as,
      target: async (trial) => `${await endpoint(trial, path)}/rotate-secret`,
      good: () => ({}),
      ignoresBody: true,
      kept: (trial, _sent, data) => expectEndpoint(trial, data, { description: 'Shop' }),
    },
  ]),
  ...['quote', 'rate'].map((name) => ({
    name: `POST /v1/conversions/${name}`,
    as: 'key' as const,
    target: async () => `/v1/conversions/${name}`,
    good: () => ({ amount: '500', origin: '"BRL"', destination: '"ARS"', ...(name === 'quote' && QUOTE) }),
    kept: async (_trial: InputTrial, { origin, destination }: Sent, data: Sent) =>
      expect(data).toMatchObject({ origin, destination }),
  })),
  {
    name: 'POST /api/v1/clients/webhooks/{id}/test',
    as: 'session',
    target: async (trial) => `${await endpoint(trial, '/api/v1/clients/webhooks')}/test`,
    good: () => ({ event: '"payout.failed"' }),
    kept: async (_trial, { event }, data) =>
      expect(data).toMatchObject({ event: event ?? 'payment.completed', status: 'pending' }),
  },
  {
    name: 'POST /api/v1/clients/webhook-deliveries/{id}/resend',
    as: 'session',
    target: async ({ service, merchant }) =>
      `/api/v1/clients/webhook-deliveries/${await queueDelivery(service, merchant)}/resend`,
    good: () => ({}),
    ignoresBody: true,
    creates: true,
    kept: async (_trial, _sent, { status }) => expect(status).toBe('pending'),
  },
  {
    name: 'POST /api/v1/clients/auth/login',
    as: 'anonymous',
    target: async () => '/api/v1/clients/auth/login',
    good: () => ({ email: json(`${newId()}@example.com`), password: '"not the password"' }),
    // Failed sign-ins are counted, and the fifth for an address would lock it.
    rejectionWrites: ['sign_in_failures'],
    before: ({ service }) => service.sql('DELETE FROM sign_in_failures'),
    kept: async (_trial, sent) => expect(sent).toBe('rejected, whatever it was'),
  },
  {
    name: 'POST /api/v1/clients/auth/forgot-password',
    as: 'anonymous',
    target: async () => '/api/v1/clients/auth/forgot-password',
    good: () => ({ email: json(`${newId()}@example.com`) }),
    kept: async (_trial, _sent, data) => expect(data).toEqual({ requested: true }),
  },
  {
    name: 'POST /api/v1/clients/auth/reset-password',
    as: 'anonymous',
    target: async () => '/api/v1/clients/auth/reset-password',
    good: () => ({ token: json('x'.repeat(43)), password: '"correct horse"' }),
    kept: async (_trial, sent) => expect(sent).toBe('rejected, whatever it was'),
  },
  {
    name: 'POST /api/v1/clients/auth/change-password',
    as: 'session',
    target: async () => '/api/v1/clients/auth/change-password',
    good: () => ({ current_password: '"not the password"', password: '"correct horse"' }),
    rejectionWrites: ['sign_in_failures'],
    before: ({ service }) => service.sql('DELETE FROM sign_in_failures'),
    kept: async (_trial, sent) => expect(sent).toBe('rejected, whatever it was'),
  },
  ...['confirm', 'totp'].map((name): BodyOperation => ({
    name: `POST /api/v1/clients/auth/${name}`,
    as: 'session',
    target: async () => `/api/v1/clients/auth/${name}`,
    good: () => ({ password: '"not the password"' }),
    rejectionWrites: ['sign_in_failures'],
    before: ({ service }) => service.sql('DELETE FROM sign_in_failures'),
    kept: async (_trial, sent) => expect(sent).toBe('rejected, whatever it was'),
  })),
  {
    name: 'POST /api/v1/clients/auth/totp/confirm',
    as: 'session',
    target: async ({ panel, merchant }) => {
      await panel.post('/auth/totp', { password: merchant.password });
      return '/api/v1/clients/auth/totp/confirm';
    },
    good: () => ({ code: '"not a code"' }),
    rejectionWrites: ['sign_in_failures'],
    before: ({ service }) => service.sql('DELETE FROM sign_in_failures'),
    kept: async (_trial, sent) => expect(sent).toBe('rejected, whatever it was'),
  },
  {
    name: 'DELETE /api/v1/clients/auth/totp',
    as: 'session',
    target: async () => '/api/v1/clients/auth/totp',
    good: () => ({ code: '"not a code"' }),
    kept: async (_trial, sent) => expect(sent).toBe('rejected, whatever it was'),
  },
  {
    name: 'POST /api/v1/clients/auth/logout',
    as: 'session',
    target: async () => '/api/v1/clients/auth/logout',
    good: () => ({}),
    ignoresBody: true,
    kept: (trial) => trial.signIn(),
  },
  {
    name: 'POST /api/v1/clients/api-keys',
    as: 'session',
    target: async () => '/api/v1/clients/api-keys',
    good: () => KEY,
    creates: true,
    kept: async (trial, sent, data) => {
      const defaults = { allowed_origins: [], rate_limit: 60, expires_at: null };
      await expectKey(trial, data, { ...defaults, ...withoutNulls(sent), is_active: true });
      await trial.panel.delete(`/api-keys/${data.id as string}`);
    },
  },
  {
    name: 'PATCH /api/v1/clients/api-keys/{id}',
    as: 'session',
    target: key,
    good: () => ({ ...KEY, is_active: 'true' }),
    kept: (trial, sent, data) => expectKey(trial, data, sent),
  },
  {
    name: 'POST /api/v1/clients/beneficiaries',
    as: 'session',
    target: async () => '/api/v1/clients/beneficiaries',
    good: () => BENEFICIARY,
    creates: true,
    kept: (trial, sent, data) => expectBeneficiary(trial, { ...sent, active: true }, data),
  },
  {
    name: 'PATCH /api/v1/clients/beneficiaries/{id}',
    as: 'session',
    target: beneficiary,
    good: () => ({ ...BENEFICIARY, active: 'false' }),
    kept: expectBeneficiary,
  },
  {
    name: 'POST /api/v1/clients/bank-accounts',
    as: 'session',
    target: async () => '/api/v1/clients/bank-accounts',
    good: () => BANK_ACCOUNT,
    creates: true,
    kept: async ({ panel }, sent, { id }) => {
      const stored = (await panel.get('/bank-accounts?per_page=1')).body.data as Sent[];
      expect(stored).toMatchObject([{ id, ...asStored(sent, ['holder_name', 'country', 'currency']) }]);
    },
  },
  {
    name: 'POST /api/v1/clients/payouts',
    as: 'session',
    target: (trial) => payoutTarget(trial, '/api/v1/clients/payouts'),
    good: () => payoutBody,
    creates: true,
    kept: async ({ panel }, { type, amount, comment }, { id }) => {
      const stored = (await panel.get(`/payouts/${id as string}`)).body.data as Record<string, string>;
      expect([stored.type, stored.comment]).toEqual([type, (comment as string | null | undefined)?.trim() ?? null]);
      expect(WrittenAmount.read(amount)!.value.eq(stored.amount!)).toBe(true);
    },
  },
  {
    name: 'POST /api/v1/clients/received-payments/{id}/refunds',
    as: 'session',
    target: (trial) => refundTarget(trial, 'refunds'),
    before: failRefunds,
    good: () => REFUND,
    creates: true,
    kept: async ({ panel }, { amount, reason }, { id }) => {
      const stored = (await panel.get(`/refunds/${id as string}`)).body.data as Record<string, string>;
      expect(stored.reason).toBe((reason as string | null | undefined)?.trim() || null);
      if (amount !== undefined && amount !== null) {
        expect(WrittenAmount.read(amount)!.value.eq(stored.amount!)).toBe(true);
      }
    },
  },
  {
    name: 'POST /api/v1/clients/received-payments/{id}/refunds/estimate',
    as: 'session',
    target: (trial) => refundTarget(trial, 'refunds/estimate'),
    good: () => REFUND,
    kept: async (_trial, { amount }, data) => {
      const wanted = amount === undefined || amount === null ? '15000' : amount;
      expect(WrittenAmount.read(wanted)!.value.eq(data.amount as string)).toBe(true);
    },
  },
  {
    name: 'POST /api/v1/clients/payouts/estimate',
    as: 'session',
    target: (trial) => payoutTarget(trial, '/api/v1/clients/payouts/estimate'),
    good: () => payoutBody,
    kept: async (_trial, { amount }, data) =>
      expect(WrittenAmount.read(amount)!.value.eq(data.amount as string)).toBe(true),
  },
  {
    name: 'POST /api/v1/clients/payouts/verify-otp',
    as: 'session',
    target: (trial) => verificationTarget(trial, '/api/v1/clients/payouts/verify-otp'),
    // A wrong code is counted, and the fiftieth of a day is the account's last.
    rejectionWrites: ['transfer_verifications', 'transfer_wrong_codes', 'audit_log'],
    before: ({ service }) => service.sql('DELETE FROM transfer_wrong_codes'),
    // Wrong, except once in a million runs.
    good: () => ({ ...verificationBody, otp_code: '"048213"' }),
    kept: async (_trial, sent) => expect(sent).toBe('rejected, whatever it was'),
  },
  {
    name: 'POST /api/v1/clients/payouts/resend-otp',
    as: 'session',
    target: (trial) => verificationTarget(trial, '/api/v1/clients/payouts/resend-otp'),
    good: () => verificationBody,
    kept: async (_trial, { transfer_verification_id }, data) =>
      expect(data).toMatchObject({ transfer_verification_id, status: 'pending_verification', attempts_left: 5 }),
  },
  {
    name: 'POST /api/v1/clients/transfers/accept-terms',
    as: 'session',
    target: async () => '/api/v1/clients/transfers/accept-terms',
    good: () => ({ version: json(CURRENT_TERMS_VERSION) }),
    kept: async ({ panel }, { version }) =>
      expect((await panel.get('/transfers/terms-status')).body.data).toMatchObject({ accepted: true, version }),
  },
  {
    name: 'POST /api/v1/clients/users',
    as: 'session',
    target: async () => '/api/v1/clients/users',
    good: () => ({ ...USER, email: json(`${newId()}@example.com`) }),
    creates: true,
    // Rejections for the address count too, and after sixty there are no others.
    rejectionWrites: ['user_additions'],
    before: ({ service }) => service.sql('DELETE FROM user_additions'),
    kept: async (trial, sent, data) => {
      await expectUser(trial, data, { ...sent, is_active: true });
      await trial.panel.delete(`/users/${data.id as string}`);
    },
  },
  {
    name: 'POST /api/v1/clients/users/{id}/invite',
    as: 'session',
    target: async ({ service, panel }) => {
      await service.sql('DELETE FROM user_additions');
      const { body } = await panel.post('/users', { email: `${newId()}@example.com`, permissions: ['view_payins'] });
      return `/api/v1/clients/users/${(body.data as Sent).id as string}/invite`;
    },
    good: () => ({}),
    ignoresBody: true,
    kept: async (_trial, _sent, { invited_at }) => expect(invited_at).toEqual(expect.any(String)),
  },
  {
    name: 'PATCH /api/v1/clients/users/{id}',
    as: 'session',
    target: async ({ service, merchant }) => `/api/v1/clients/users/${(await service.addUser(merchant)).id}`,
    good: () => ({ ...USER, is_active: 'true' }),
    kept: (trial, sent, data) => expectUser(trial, data, sent),
  },
  {
    name: 'PATCH /api/v1/clients/account',
    as: 'session',
    target: async () => '/api/v1/clients/account',
    good: () => ({ language: '"pt"', time_zone: '"America/Bogota"' }),
    kept: async ({ panel }, { language, time_zone }) =>
      expect((await panel.get('/account')).body.data).toMatchObject({
        ...(language !== undefined && { language }),
        ...(time_zone !== undefined && { time_zone }),
      }),
  },
];

const USER: Members = { password: '"correct horse"', permissions: '["view_payins","manage_webhooks"]' };

async function expectUser({ service }: InputTrial, { id }: Sent, expected: Sent): Promise<void> {
  const [user] = await service.sql('SELECT email, permissions, is_active FROM users WHERE id = $1', [id]);
  const { email, permissions, is_active } = expected;
  const given = Object.entries({ email, permissions: permissions && [...new Set(permissions as string[])], is_active });
  expect(user).toMatchObject(Object.fromEntries(given.filter(([, value]) => value !== undefined)));
}

const QUOTE: Members = { amount_type: '"receive"' };

/** All operations of the two APIs that take no body. */
export const BODYLESS_OPERATIONS: readonly { method: string; target: string; as: Sender }[] = [
  ...['/v1/payment-links/{id}', '/v1/cards/payment-links/{id}', '/v1/webhooks/{id}'].flatMap((target) => [
    { method: 'GET', target, as: 'key' as const },
    { method: 'DELETE', target, as: 'key' as const },
  ]),
  ...['/v1/webhooks', '/v1/wallets', '/v1/payment-methods'].map((target) => ({
    method: 'GET',
    target,
    as: 'key' as const,
  })),
  ...[
    'auth/me',
    'auth/session',
    'auth/sessions',
    'account',
    'users',
    'audit-log',
    'api-keys',
    'virtual-wallets',
    'virtual-wallets/{id}/proof',
    'usd-wallet',
    'balance-movements',
    'balance-movements/stats',
    'balance-movements/series',
    'received-payments',
    'received-payments/{id}',
    'refunds',
    'refunds/{id}',
    'disputes',
    'disputes/{id}',
    'payment-links',
    'payment-links/{id}',
    'beneficiaries',
    'beneficiaries/{id}',
    'bank-accounts',
    'payouts/transfer-min-amount',
    'transfers/terms-status',
    'webhooks',
    'webhooks/{id}',
    'webhook-deliveries',
    'webhook-deliveries/{id}',
    'cards/payment-links',
    'cards/payment-links/{id}',
    'payment-exceptions',
    'payouts/fee-configuration',
    'payouts',
    'payouts/{id}',
  ].map((name) => ({
    method: 'GET',
    target: `/api/v1/clients/${name}`,
    as: 'session' as const,
  })),
  ...['api-keys', 'auth/sessions', 'bank-accounts', 'users', 'webhooks'].map((name) => ({
    method: 'DELETE',
    target: `/api/v1/clients/${name}/{id}`,
    as: 'session' as const,
  })),
];
