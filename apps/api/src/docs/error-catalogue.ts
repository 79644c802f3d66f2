import { ACCEPT_TERMS_AT } from '@app/transfers';
import { amount, response, currency, listOf, text, whole, type Schema } from './schema';
import { statusOf, type DomainCode } from '../http/statuses';

type Envelope = 'ordinary' | 'layer' | 'origin';

export interface ErrorEntry {
  status: number;
  envelope: Envelope;
  meaning: string;
  action: string;
  /** The additional fields of the body; `errors?` ends in a question mark when it may be absent. */
  details?: Readonly<Record<string, Schema>>;
}

type Row = readonly [meaning: string, action: string, details?: ErrorEntry['details']];
type LayerRow = readonly [status: number, ...Row];

const TRY_AGAIN = 'Wait a little and try again.';
const SUPPORT = 'Stop, and contact support.';
const IN_PANEL = 'Stop, and complete it in the panel.';
const FIX_ID = 'Correct the id.';
const FIX_KEY = 'Send a valid API key.';
const NEW_KEY = 'Replace the API key.';
const STOP = 'Stop.';
const NEW_TRANSFER = 'Start a new transfer.';
const WAIT = { retry_after: whole('Seconds to wait.', { minimum: 0, examples: [42] }) };
const verification = (kind: string) => ({
  meta: response({
    verification: { type: 'string', const: kind },
    status: text('The state of the verification.', { examples: ['pending'] }),
  }),
});
const state = { errors: response({ status: text('The state that the link is in.', { examples: ['completed'] }) }) };
const minimum = {
  meta: response({
    amount: amount('The amount as it was measured.', { examples: ['1500.00'] }),
    currency: currency('Its currency.', { examples: ['ARS'] }),
    amount_usd: amount('What it is worth.', { examples: ['1.50'] }),
    minimum_usd: amount('The minimum that is accepted.', { examples: ['2.00'] }),
  }),
};
const notRefundable = {
  meta: response({
    reason: text('`not_credited`, `returned`, `disputed`, `refunded`, `method`, `provider` or `partial`.', {
      examples: ['refunded'],
    }),
  }),
};
const exceeding = {
  meta: response({
    refundable: amount('What is left of the payment.', { examples: ['5000.00'] }),
    currency: currency('The payer’s currency.', { examples: ['ARS'] }),
  }),
};
const belowMinimum = {
  meta: response({
    minimum: amount('The minimum after fees.', { examples: ['1000.00'] }),
    amount_after_fees: amount('The amount after fees.', { examples: ['890.00'] }),
    currency: currency('The currency of both.', { examples: ['ARS'] }),
  }),
};
const insufficient = {
  meta: response({
    available: amount('The available balance.', { examples: ['100.00'] }),
    requested: amount('The amount.', { examples: ['10000.00'] }),
    currency: currency('The currency of both.', { examples: ['ARS'] }),
  }),
};
const fields: Schema = {
  type: 'object',
  description: 'The rejected fields, each with the reasons.',
  additionalProperties: listOf({ type: 'string' }),
  examples: [{ amount: ['The amount is required.'] }],
};

const LAYER = {
  missing_api_key: [401, 'No header holds a credential.', FIX_KEY],
  invalid_key_format: [401, 'The beginning of the key cannot be read.', FIX_KEY],
  invalid_tenant: [401, 'No account has the prefix of the key.', FIX_KEY],
  tenant_init_failed: [401, 'The account of the key could not be loaded.', TRY_AGAIN],
  invalid_api_key: [401, 'The key is wrong, deactivated or expired.', 'Check the key in the panel.'],
  insufficient_scope: [403, 'The key lacks the permission.', 'Give it the permission in the panel.'],
  rate_limit_exceeded: [429, 'The key has used up its requests for this minute.', 'Wait `retry_after` seconds.', WAIT],
} as const satisfies Record<string, LayerRow>;

const ORDINARY = {
  KYC_VERIFICATION_REQUIRED: ['The identity is not verified.', IN_PANEL, verification('kyc')],
  KYB_VERIFICATION_REQUIRED: ['The business is not verified.', IN_PANEL, verification('kyb')],
  BUSINESS_PAYMENT_LINK_MINIMUM_AMOUNT: ['Worth less than 2.00 USD.', 'Raise the amount.', minimum],
  INVALID_API_KEY: ['The key is valid, but its record is incomplete.', NEW_KEY],
  UNAUTHENTICATED: ['No user is signed in, or the sign-in failed.', 'Sign in.'],
  SECOND_FACTOR_REQUIRED: [
    'The password is right, and the user has a second factor.',
    'Send the code of the authenticator, or a recovery code, as `code` too.',
  ],
  BUSINESS_TENANT_PAUSED: ['The account is paused: it can read and cancel, but not create.', SUPPORT],
  CARD_PAYMENTS_NOT_ENABLED: ['The account does not collect by card.', SUPPORT],
  PERMISSION_DENIED: [
    'The user lacks the permission, or a permission that the request grants; or a cookie’s session came from elsewhere.',
    'Ask an administrator of the account.',
  ],
  CONFIRMATION_REQUIRED: [
    'The user signed in, or last confirmed with the password, more than 15 minutes ago.',
    'Confirm with `POST /auth/confirm`, then try again.',
  ],
  TRANSFER_TERMS_NOT_ACCEPTED: [
    'The account has not accepted the current terms of transfers.',
    'Accept them.',
    { meta: response({ accept_at: text('Where to accept them.', { examples: [ACCEPT_TERMS_AT] }) }) },
  ],
  USER_NOT_FOUND: [
    'The user does not exist; with an API key: its user was deleted.',
    'Correct the id, or replace the key.',
  ],
  SESSION_NOT_FOUND: ['The user has no such running session.', FIX_ID],
  API_KEY_NOT_FOUND: ['The account has no such API key.', FIX_ID],
  PAYMENT_LINK_NOT_FOUND: ['The caller has access to no such link.', FIX_ID],
  CARD_PAYMENT_LINK_NOT_FOUND: ['The key has access to no such card link.', FIX_ID],
  RECEIVED_PAYMENT_NOT_FOUND: ['The account has no such payment.', FIX_ID],
  VIRTUAL_WALLET_NOT_FOUND: ['The account has no such wallet.', FIX_ID],
  BENEFICIARY_NOT_FOUND: ['The account has no such beneficiary.', FIX_ID],
  TRANSFER_VERIFICATION_NOT_FOUND: ['The account has no such transfer verification.', FIX_ID],
  BANK_ACCOUNT_NOT_FOUND: ['The account has no such bank account.', FIX_ID],
  WEBHOOK_NOT_FOUND: ['The account has no such endpoint.', FIX_ID],
  WEBHOOK_DELIVERY_NOT_FOUND: ['The account has no such delivery.', FIX_ID],
  RESOURCE_NOT_FOUND: ['No route matches, usually because the id is not a UUID.', FIX_ID],
  IDEMPOTENCY_IN_PROGRESS: ['The first call with this key is still running.', TRY_AGAIN],
  TRANSFER_ALREADY_VERIFIED: ['The transfer has already been verified.', STOP],
  OTP_EXPIRED: [
    'The verification expired, another transfer was started, or a check failed after the right code.',
    NEW_TRANSFER,
  ],
  LAST_ADMINISTRATOR: [
    'The account would have no user who can manage it.',
    'Make another user an administrator first.',
  ],
  PAYLOAD_TOO_LARGE: ['The body is larger than 100 kB.', 'Send less.'],
  IDEMPOTENCY_KEY_REUSED: ['The key was sent before with another body.', 'Use a new key.'],
  VALIDATION_FAILED: [
    'The request was understood and rejected.',
    'Correct the fields that are named.',
    { 'errors?': fields },
  ],
  USD_ACCOUNT_NOT_ENABLED: ['The account does not collect USD.', SUPPORT],
  WALLET_NOT_FOUND: ['The account has no wallet for local currencies.', SUPPORT],
  PAYMENT_LINK_NOT_ACTIVE: ['The link is no longer active.', STOP, state],
  PAYMENT_LINK_CANNOT_CANCEL: [
    'The link has been used.',
    STOP,
    { errors: response({ current_uses: whole('How many times it was used.', { examples: [1] }) }) },
  ],
  CARD_PAYMENT_LINK_NOT_ACTIVE: ['The card link is no longer active.', STOP, state],
  EXCHANGE_RATE_UNAVAILABLE: ['There is no usable rate for the pair.', TRY_AGAIN],
  PAYOUT_NOT_FOUND: ['The account has no such payout.', FIX_ID],
  REFUND_NOT_FOUND: ['The account has no such refund.', FIX_ID],
  DISPUTE_NOT_FOUND: ['The account has no such dispute.', FIX_ID],
  REFUND_NOT_POSSIBLE: ['The payment cannot be refunded; `meta.reason` says why.', STOP, notRefundable],
  REFUND_EXCEEDS_PAYMENT: ['The amount is more than what is left of the payment.', 'Lower the amount.', exceeding],
  AMOUNT_BELOW_MINIMUM: ['Fees leave less than the minimum.', 'Raise the amount.', belowMinimum],
  INSUFFICIENT_AVAILABLE_BALANCE: ['The available balance is too small.', 'Lower the amount.', insufficient],
  PAYOUT_ROUTE_UNAVAILABLE: ['No rail takes money on this route.', 'Choose another destination.'],
  WEBHOOK_ALREADY_EXISTS: [
    'The account has registered this URL before, perhaps in another spelling.',
    'Use the endpoint that exists.',
  ],
  INVALID_CURRENCY: [
    'This origin cannot be quoted.',
    'Choose another origin.',
    { errors: response({ error: text('What is wrong.', { examples: ['Conversions from PEN are not quoted.'] }) }) },
  ],
  BENEFICIARY_INACTIVE: ['The beneficiary is inactive.', 'Activate the beneficiary, or choose another one.'],
  REGISTERED_EMAIL_MISSING: ['The account has no registered e-mail address for codes.', SUPPORT],
  OTP_INVALID: [
    'The code is wrong.',
    'Enter the code of the newest mail.',
    { meta: response({ attempts_left: whole('Wrong codes left until it is closed.', { minimum: 1, examples: [4] }) }) },
  ],
  OTP_ATTEMPTS_EXHAUSTED: ['The fifth wrong code has closed the verification.', NEW_TRANSFER],
  OTP_RESENDS_EXHAUSTED: ['The code was sent again three times.', 'Use the last code, or start a new transfer.'],
  TRANSFER_RATE_LIMITED: [
    'The user or the account has started too many transfers within an hour.',
    'Wait `retry_after` seconds.',
    { ...WAIT, meta: response(WAIT) },
  ],
  SIGN_IN_LOCKED: [
    'Too many failed sign-ins with this address.',
    'Wait `meta.retry_after` seconds.',
    { meta: response(WAIT) },
  ],
  SYSTEM_DATABASE_ERROR: ['The request failed on our side.', `${TRY_AGAIN} If it persists, contact support.`],
  CARD_PAYMENT_ERROR: ['The card platform failed.', TRY_AGAIN],
  CONVERSION_QUOTE_ERROR: ['The quote could not be computed.', 'Check the destination first, then try again.'],
} as const satisfies Partial<Record<DomainCode, Row>>;

const ORIGIN = {
  ORIGIN_NOT_ALLOWED: [
    403,
    'The key does not allow this origin, or a request without one.',
    'Correct its list of origins.',
  ],
} as const satisfies Record<string, LayerRow>;

const ADDRESS_LIMIT = {
  RATE_LIMIT_EXCEEDED: [
    429,
    'The IP address or the panel user has used up its requests for this minute, or the user runs too many lists at once.',
    'Wait `retry_after` seconds.',
    WAIT,
  ],
} as const satisfies Record<string, LayerRow>;

export type ErrorCode = keyof typeof LAYER | keyof typeof ORIGIN | keyof typeof ADDRESS_LIMIT | keyof typeof ORDINARY;

/** Every code of the two APIs: its status, envelope, meaning, and what to do about it. */
export const ERROR_CATALOGUE = Object.fromEntries([
  ...entriesOf(LAYER, 'layer'),
  ...entriesOf(ORIGIN, 'origin'),
  ...entriesOf(ADDRESS_LIMIT, 'ordinary'),
  ...Object.entries(ORDINARY).map(([code, row]) => entryOf(code, [statusOf(code) ?? 500, ...row], 'ordinary')),
]) as Readonly<Record<ErrorCode, ErrorEntry>>;

function entriesOf(rows: Readonly<Record<string, LayerRow>>, envelope: Envelope): [string, ErrorEntry][] {
  return Object.entries(rows).map(([code, row]) => entryOf(code, row, envelope));
}

function entryOf(code: string, row: LayerRow, envelope: Envelope): [string, ErrorEntry] {
  const [status, meaning, action, details] = row;
  return [code, { status, envelope, meaning, action, ...(details && { details }) }];
}
/** The name under which the body of a code is among the schemas. */
export const errorSchemaName = (code: ErrorCode): string => `Error.${code}`;

/** The complete body of a code. */
export function errorSchema(code: ErrorCode): Schema {
  const { envelope, meaning, action, details = {} } = ERROR_CATALOGUE[code];
  const prose = text('For people; it may change.', { examples: [meaning] });
  const named = Object.entries(details).map(([name, schema]) => [name.replace('?', ''), schema] as const);
  const shape = response(
    {
      ...(envelope !== 'layer' && { success: { type: 'boolean', const: false } }),
      [envelope === 'ordinary' ? 'message' : 'error']: prose,
      code: { type: 'string', const: code },
      ...Object.fromEntries(named),
    },
    Object.keys(details)
      .filter((name) => name.endsWith('?'))
      .map((name) => name.slice(0, -1)),
  );
  return { description: `${meaning} ${action}`, ...shape };
}
