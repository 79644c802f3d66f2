import {
  EVENT_NAMES,
  MAX_DESCRIPTION_LENGTH,
  type EndpointChanges,
  type EventName,
  type NewEndpoint,
  type RegisteredEndpoint,
  type WebhookEndpoint,
} from '@app/webhooks';
import { ApiSchema, PickType } from '@nestjs/swagger';
import { ChoicesField, FlagField, TextField } from '../http/fields';
import { ChoicesProperty, FlagProperty, TextProperty, TimeProperty, UuidProperty } from '../http/properties';
import { WebhookUrlField } from './webhook-url.field';

const ID = '01a1fbac-f89a-74bc-981b-88a43cea204a';
const SECRET = {
  pattern: '^[0-9a-f]{64}$',
  example: '102d0b4cb2ef22fe8dbe053ba24f55f3a1c7d9e64b8f20356e9b1d4c7a80f2e5',
};
const EVENTS = 'The events that the endpoint subscribes to. Omitted: all six.';
const URL =
  'A public http or https address, https only in production, without credentials. An IP address must not be private, local or reserved.';
const DESCRIPTION = { optional: true, nullable: true, maxLength: MAX_DESCRIPTION_LENGTH };
const SENT = {
  url: 'https://shop.example/hook',
  description: 'My shop',
  events: ['payment.completed', 'payment_link.expired'],
};

@ApiSchema({ name: 'NewWebhookEndpoint' })
export class NewWebhookEndpointDto {
  @WebhookUrlField(URL, { example: SENT.url })
  url!: string;

  @TextField('A note of your own.', { ...DESCRIPTION, example: SENT.description })
  description?: string | null;

  @ChoicesField(EVENTS, EVENT_NAMES, { optional: true, example: SENT.events })
  events?: EventName[];
}

/** The endpoint that the request asks for. */
export function newEndpoint({ url, description, events }: NewWebhookEndpointDto): NewEndpoint {
  return { url, description, events };
}

@ApiSchema({ name: 'WebhookEndpointChanges' })
export class WebhookEndpointChangesDto {
  @WebhookUrlField(URL, { optional: true })
  url?: string;

  @TextField('A note of your own; null removes it.', DESCRIPTION)
  description?: string | null;

  @ChoicesField(EVENTS, EVENT_NAMES, { optional: true })
  events?: EventName[];

  @FlagField('Whether new deliveries are queued.', { optional: true, example: false })
  is_active?: boolean;
}

/** The changes that the request asks for; what it leaves out stays. */
export function endpointChanges({ url, description, events, is_active }: WebhookEndpointChangesDto): EndpointChanges {
  return { url, description, events, isActive: is_active };
}

/** An endpoint without its secret, which only the response to its creation shows. */
@ApiSchema({ name: 'WebhookEndpoint' })
export class WebhookEndpointDto {
  @UuidProperty('The endpoint.', { example: ID })
  id!: string;

  @TextProperty('Where deliveries go.', { example: SENT.url })
  url!: string;

  @TextProperty('A note of your own.', { nullable: true, example: SENT.description })
  description!: string | null;

  @ChoicesProperty(EVENTS, EVENT_NAMES, { example: SENT.events })
  events!: EventName[];

  @FlagProperty('Whether new deliveries are queued.', { example: true })
  is_active!: boolean;

  @TimeProperty('When it was registered.', { example: '2026-11-21T01:16:19.482Z' })
  created_at!: Date;

  @TimeProperty('When a delivery was last sent to it.', { nullable: true, example: '2026-11-21T01:16:19.603Z' })
  last_triggered_at!: Date | null;

  static of(endpoint: WebhookEndpoint): WebhookEndpointDto {
    return {
      id: endpoint.id,
      url: endpoint.url,
      description: endpoint.description,
      events: endpoint.events,
      is_active: endpoint.isActive,
      created_at: endpoint.createdAt,
      last_triggered_at: endpoint.lastTriggeredAt,
    };
  }
}

@ApiSchema({ name: 'CreatedWebhookEndpoint' })
export class CreatedWebhookEndpointDto extends PickType(WebhookEndpointDto, [
  'id',
  'url',
  'description',
  'events',
  'is_active',
  'created_at',
]) {
  @TextProperty('The key of the signatures. It is shown only now, and null in the response of a repeated call.', {
    ...SECRET,
    nullable: true,
  })
  secret!: string | null;

  static of({ endpoint }: Pick<RegisteredEndpoint, 'endpoint'>, secret: string | null): CreatedWebhookEndpointDto {
    const { id, url, description, events, is_active, created_at } = WebhookEndpointDto.of(endpoint);
    return { id, url, description, events, secret, is_active, created_at };
  }
}

@ApiSchema({ name: 'RotatedSecret' })
export class RotatedSecretDto {
  @UuidProperty('The endpoint.', { example: ID })
  id!: string;

  @TextProperty('The key of the signatures. It is shown only now.', SECRET)
  secret!: string;
}
