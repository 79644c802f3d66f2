import type { EventName } from '@app/webhooks';
import { EXAMPLES } from './examples';
import type { OperationObject, ParameterObject } from './open-api-types';
import type { SchemaName } from './schemas';
import { ref, type Schema } from '../http/schema';

/** Under which heading the events stand. */
export const WEBHOOKS_TAG = {
  name: 'Webhook deliveries',
  description: 'What is sent to your endpoints: a `POST` for each event, signed, and repeated until it was taken.',
};

/** What the example of an event has otherwise than that of its schema. */
interface Differences {
  created_at?: string;
  data?: object;
}

const RETURNED_AT = '2026-11-24T09:12:40.002Z';

const TOLD: Readonly<Record<EventName, readonly [schema: SchemaName, summary: string, example: Differences]>> = {
  'payment.completed': ['PaymentEvent', 'A payment was credited', {}],
  'payment.returned': [
    'PaymentEvent',
    'A payment was taken back after it had been credited',
    {
      created_at: RETURNED_AT,
      data: {
        ...{ status: 'returned', amount: '50.00', currency: 'USD', currency_destiny: 'USD', payer_amount: '50.00' },
        ...{ payment_method: 'usd_bank_debit', credited_amount: '49.50', exchange_rate: null },
        ...{ fees: { collection: '0.50', conversion: '0.00' }, returned_at: RETURNED_AT },
      },
    },
  ],
  'payment_link.cancelled': ['LinkEvent', 'A link was cancelled', {}],
  'payment_link.expired': [
    'LinkEvent',
    'The time to pay ran out',
    { data: { status: 'expired', payment_method: 'brl_pix' } },
  ],
  'payout.completed': ['PayoutEvent', 'A payout or transfer arrived', {}],
  'payout.failed': [
    'PayoutEvent',
    'A payout or transfer failed, and its money is available again',
    { data: { status: 'failed', failure_reason: 'The account of the recipient is closed.' } },
  ],
};

const header = (name: string, required: boolean, description: string, schema: Schema): ParameterObject => {
  return { name, in: 'header', required, description, schema: { type: 'string', ...schema } };
};

const HEADERS: readonly ParameterObject[] = [
  header('X-Webhook-Id', true, 'The delivery: the same in each of its attempts, another one for each destination.', {
    format: 'uuid',
  }),
  header('X-Webhook-Timestamp', true, 'When this attempt was sent, in Unix seconds.', { pattern: '^\\d+$' }),
  header('X-Webhook-Signature', true, 'HMAC-SHA256 of `<timestamp>.<raw body>`, keyed with the endpoint’s `secret`.', {
    pattern: '^sha256=[0-9a-f]{64}$',
  }),
  header('X-Webhook-Retry', false, 'The number of the attempt; the first one does not have it.', {
    enum: ['2', '3', '4', '5'],
  }),
  header('User-Agent', true, 'Always the same.', { const: 'ServicePay-Webhooks/1.0' }),
];

/** What integrators are sent, event by event. */
export function webhookObjects(): Record<string, { post: OperationObject }> {
  return Object.fromEntries(
    Object.entries(TOLD).map(([event, [schema, summary, { data, ...differences }]]) => {
      const told = EXAMPLES[schema] as { data: object };
      const example = { ...told, ...differences, event, data: { ...told.data, ...data } };
      return [event, { post: delivery(event, summary, schema, example) }];
    }),
  );
}

function delivery(event: string, summary: string, schema: SchemaName, example: object): OperationObject {
  return {
    operationId: `on_${event.replaceAll('.', '_')}`,
    tags: [WEBHOOKS_TAG.name],
    summary,
    security: [],
    parameters: HEADERS,
    requestBody: { required: true, content: { 'application/json': { schema: ref(schema), example } } },
    responses: {
      '2XX': { description: 'Any of them within 10 seconds: it has arrived.' },
      default: { description: 'Anything else, a redirect or silence: it is tried again, five times in all.' },
    },
  };
}
