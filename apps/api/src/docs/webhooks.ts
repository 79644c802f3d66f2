import { EVENT_NAMES, EXAMPLE_DATA, type EventName } from '@app/webhooks';
import { getSchemaPath, type ParameterObject, type PathItemObject } from '@nestjs/swagger';
import type { Schema } from './schema';
import { exampleOf, type Schemas } from './example-of';
import { EVENTS, LinkEventDto, PaymentEventDto, PaymentReturnedEventDto, PayoutEventDto } from './webhook-event.dto';

/** The bodies of events, which no controller names. */
export const EVENT_MODELS = [PaymentEventDto, PaymentReturnedEventDto, LinkEventDto, PayoutEventDto] as const;

/** The heading of the events. */
export const WEBHOOKS_TAG = {
  name: 'Webhook deliveries',
  description:
    'What your endpoints receive: a signed `POST` for each event, repeated until an endpoint responds with a 2xx status.',
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
  return Object.fromEntries(EVENT_NAMES.map((event) => [event, { post: delivery(event, schemas) }] as const));
}

function delivery(event: EventName, schemas: Schemas) {
  const [model, summary] = EVENTS[event];
  const schema = { $ref: getSchemaPath(model) };
  const { test: _, ...usual } = exampleOf(schema, schemas) as { test?: true; created_at: string };
  const data = EXAMPLE_DATA[event];
  const example = { ...usual, created_at: data['returned_at'] ?? usual.created_at, event, data };
  return {
    operationId: `on_${event.replaceAll('.', '_')}`,
    tags: [WEBHOOKS_TAG.name],
    summary,
    security: [],
    parameters: [...HEADERS],
    requestBody: { required: true, content: { 'application/json': { schema, example } } },
    responses: {
      '2XX': { description: 'Received, if it comes within 10 seconds.' },
      default: { description: 'Any other response, redirects included, or none: up to five attempts are made in all.' },
    },
  };
}
