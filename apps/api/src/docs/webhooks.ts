import type { EventName } from '@app/webhooks';
import type { Type } from '@nestjs/common';
import { getSchemaPath, type ParameterObject, type PathItemObject } from '@nestjs/swagger';
import type { Schema } from './schema';
import { exampleOf, type Schemas } from './example-of';
import { LinkEventDto, PaymentEventDto, PayoutEventDto } from './webhook-event.dto';

/** The bodies of events, which no controller names. */
export const EVENT_MODELS = [PaymentEventDto, LinkEventDto, PayoutEventDto] as const;

/** The heading of the events. */
export const WEBHOOKS_TAG = {
  name: 'Webhook deliveries',
  description:
    'What your endpoints receive: a signed `POST` for each event, repeated until an endpoint answers with a 2xx status.',
};

/** The differences between the example of an event and that of its schema. */
interface Differences {
  created_at?: string;
  data?: object;
}

const RETURNED_AT = '2026-11-24T09:12:40.002Z';

const EVENTS: Readonly<Record<EventName, readonly [model: Type, summary: string, example: Differences]>> = {
  'payment.completed': [
    PaymentEventDto,
    'A payment was credited',
    { data: { status: 'completed', payment_method: 'brl_pix' } },
  ],
  'payment.returned': [
    PaymentEventDto,
    'A payment was returned after it had been credited',
    {
      created_at: RETURNED_AT,
      data: {
        status: 'returned',
        amount: '50.00',
        currency: 'USD',
        currency_destiny: 'USD',
        payer_amount: '50.00',
        payment_method: 'usd_bank_debit',
        credited_amount: '49.50',
        exchange_rate: null,
        fees: { collection: '0.50', conversion: '0.00' },
        returned_at: RETURNED_AT,
      },
    },
  ],
  'payment_link.cancelled': [LinkEventDto, 'A link was cancelled', {}],
  'payment_link.expired': [
    LinkEventDto,
    'The time to pay ran out',
    { data: { status: 'expired', payment_method: 'brl_pix' } },
  ],
  'payout.completed': [PayoutEventDto, 'A payout or transfer arrived', {}],
  'payout.failed': [
    PayoutEventDto,
    'A payout or transfer failed, and its money is available again',
    { data: { status: 'failed', failure_reason: 'The account of the recipient is closed.' } },
  ],
};

const header = (name: string, required: boolean, description: string, schema: Schema): ParameterObject => {
  return {
    name,
    in: 'header',
    required,
    description,
    schema: { type: 'string', ...schema } as ParameterObject['schema'],
  };
};

const HEADERS: readonly ParameterObject[] = [
  header('X-Webhook-Id', true, 'The delivery: the same in each of its attempts, different for each destination.', {
    format: 'uuid',
  }),
  header('X-Webhook-Timestamp', true, 'When this attempt was sent, in Unix seconds.', { pattern: '^\\d+$' }),
  header('X-Webhook-Signature', true, 'HMAC-SHA256 of `<timestamp>.<raw body>`, keyed with the endpoint’s `secret`.', {
    pattern: '^sha256=[0-9a-f]{64}$',
  }),
  header('X-Webhook-Retry', false, 'The number of the attempt; absent from the first one.', {
    enum: ['2', '3', '4', '5'],
  }),
  header('User-Agent', true, 'Always the same.', { const: 'ServicePay-Webhooks/1.0' }),
  header('Accept', true, 'Always the same.', { const: '*/*' }),
];

/** What integrators receive, event by event. */
export function webhooksOf(schemas: Schemas): Record<string, PathItemObject> {
  return Object.fromEntries(
    Object.entries(EVENTS).map(([event, [model, summary, differences]]) => [
      event,
      { post: delivery(event, model, summary, differences, schemas) },
    ]),
  );
}

function delivery(event: string, model: Type, summary: string, differences: Differences, schemas: Schemas) {
  const schema = { $ref: getSchemaPath(model) };
  const { test: _, ...usual } = exampleOf(schema, schemas) as { test?: true; data: object };
  const example = { ...usual, ...differences, event, data: { ...usual.data, ...differences.data } };
  return {
    operationId: `on_${event.replaceAll('.', '_')}`,
    tags: [WEBHOOKS_TAG.name],
    summary,
    security: [],
    parameters: [...HEADERS],
    requestBody: { required: true, content: { 'application/json': { schema, example } } },
    responses: {
      '2XX': { description: 'Received, if it comes within 10 seconds.' },
      default: { description: 'Any other answer, redirects included, or none: up to five attempts are made in all.' },
    },
  };
}
