import { EVENT_NAMES } from '@app/webhooks';
import { answer, body, flag, listOf, oneOf, orNull, ref, text, time, uuid } from '../../http/schema';

const events = listOf(oneOf('An event.', ...EVENT_NAMES), 'The events that the endpoint hears of. Omitted: all six.');
const url = text('An http or https address, https only in production, without credentials.', { maxLength: 2048 });
const description = orNull(text('A note of your own.', { maxLength: 255 }));
const secret = text('The key of the signatures. It is shown only now.', { pattern: '^[0-9a-f]{64}$' });

const endpoint = {
  id: uuid('The endpoint.'),
  url: text('Where deliveries go.'),
  description: orNull(text('A note of your own.')),
  events,
};
const state = { is_active: flag('Whether new deliveries are queued.'), created_at: time('When it was registered.') };

export const WEBHOOKS = {
  NewWebhookEndpoint: body({ url, description, events: { ...events, minItems: 1 } }, ['url']),
  WebhookEndpointChanges: body({ url, description, events: { ...events, minItems: 1 }, is_active: state.is_active }),
  CreatedWebhookEndpoint: answer({ ...endpoint, secret: orNull(secret), ...state }),
  WebhookEndpoint: answer({
    ...endpoint,
    ...state,
    last_triggered_at: orNull(time('When a delivery was last sent to it.')),
  }),
  WebhookEndpoints: listOf(ref('WebhookEndpoint')),
  RotatedSecret: answer({ id: uuid('The endpoint.'), secret }),
  Deleted: answer({ id: uuid('What was deleted.'), deleted: { type: 'boolean', const: true } }),
};
