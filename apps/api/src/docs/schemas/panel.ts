import { DEFAULT_RATE_LIMIT, KEY_PERMISSIONS, PANEL_PERMISSIONS } from '@app/accounts';
import { answer, body, flag, listOf, oneOf, orNull, ref, text, time, uuid, whole } from '../../http/schema';

const name = text('What tells it from other keys.', { minLength: 1, maxLength: 100 });
const permissions = listOf(oneOf('A permission.', ...KEY_PERMISSIONS), 'What the key may do; `*` is everything.');
const allowed_origins = listOf(text('An origin, or `*`.'), 'Empty: the key is not checked by origin.');
const rate_limit = whole('Requests a minute.', { minimum: 1, maximum: 10_000, default: DEFAULT_RATE_LIMIT });
const expires_at = orNull(time('When it stops working; null for never.'));

const settings = { name, permissions: { ...permissions, minItems: 1 }, allowed_origins, rate_limit, expires_at };
const shown = {
  permissions,
  allowed_origins,
  rate_limit,
  expires_at,
  is_active: flag('Whether requests with it are accepted.'),
  created_at: time('When it was created.'),
  last_used_at: orNull(time('When it was last used; written with a short delay.')),
};
const id = uuid('The key.');
const prefix = text('The part of the key that is no secret.');

export const PANEL = {
  Credentials: body({ email: text('The e-mail address.'), password: text('The password.', { writeOnly: true }) }, [
    'email',
    'password',
  ]),
  Session: answer({
    token: text('Send it as `Authorization: Bearer`.'),
    expires_at: time('When it ends.'),
    user: ref('User'),
  }),
  SignedOut: answer({ signed_out: { type: 'boolean', const: true } }),
  User: answer({
    id: uuid('The user.'),
    email: text('The e-mail address.'),
    permissions: listOf(oneOf('A permission.', ...PANEL_PERMISSIONS), 'What the user may do; `*` is everything.'),
    account: answer({ id: uuid('The account.'), slug: text('Its short name.'), name: text('Its name.') }),
  }),
  Account: answer({
    id: uuid('The account.'),
    slug: text('Its short name, part of its API keys.'),
    name: text('Its name.'),
    email: orNull(text('Its registered e-mail address.')),
    country: text('ISO 3166-1 alpha-2.'),
    status: oneOf('A paused account creates no links.', 'active', 'paused'),
    kyc_status: oneOf('Identity verification.', 'pending', 'verified'),
    kyb_status: oneOf('Commercial verification.', 'pending', 'verified'),
    usd_enabled: flag('Whether it collects USD.'),
    cards_enabled: flag('Whether it collects by card.'),
    customer_paid_fee_enabled: flag('Whether payers may bear the collection fee.'),
    customer_paid_fee_default: flag('What a link of the panel does, where they may, unless its form says otherwise.'),
  }),
  NewApiKey: body(settings, ['name', 'permissions']),
  ApiKeyChanges: body({ ...settings, is_active: shown.is_active }),
  CreatedApiKey: answer({
    id,
    name,
    prefix,
    api_key: orNull(text('The whole key. It is shown only now, and null in the answer of a repeated call.')),
    ...shown,
  }),
  ApiKey: answer({ id, name, prefix, ...shown }),
  ApiKeys: listOf(ref('ApiKey')),
};
