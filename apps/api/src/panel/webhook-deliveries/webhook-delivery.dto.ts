import {
  DELIVERY_STATUSES,
  EVENT_NAMES,
  type AttemptRecord,
  type DeliveryRecord,
  type DeliveryStatus,
  type EventName,
} from '@app/webhooks';
import { ApiSchema } from '@nestjs/swagger';
import { ChoiceField, UuidField } from '../../http/fields';
import { PageQueryDto } from '../../http/page-query.dto';
import {
  ChoiceProperty,
  JsonProperty,
  ListProperty,
  TextProperty,
  TimeProperty,
  UuidProperty,
  WholeProperty,
} from '../../http/properties';

const EVENT_ID = '01a1fbb7-9b36-7a10-8c44-5d6e7f8091a2';
const LINK = '01a1fbac-f8bc-7375-8f4b-af78d4f56526';
const SENT_AT = '2026-11-21T01:16:19.603Z';

export class WebhookDeliveriesQueryDto extends PageQueryDto {
  @ChoiceField('Only deliveries of this status.', DELIVERY_STATUSES, { optional: true })
  status?: DeliveryStatus;

  @UuidField('Only deliveries to this endpoint.', { optional: true })
  endpoint_id?: string;

  @ChoiceField('Only deliveries of this event.', EVENT_NAMES, { optional: true })
  event?: EventName;

  @UuidField('Only deliveries about this link.', { optional: true })
  payment_link_id?: string;
}

@ApiSchema({ name: 'WebhookDeliveryAttempt' })
export class WebhookDeliveryAttemptDto {
  @WholeProperty('The first attempt is 1.', { minimum: 1, maximum: 5, example: 1 })
  number!: number;

  @TimeProperty('When it was sent.', { example: SENT_AT })
  at!: Date;

  @WholeProperty('What the receiver returned; null without a response.', { nullable: true, example: 200 })
  status_code!: number | null;

  @TextProperty('Why it failed; null when it did not.', { nullable: true, example: null })
  error!: string | null;

  @WholeProperty('How long the receiver took. Null when the worker ended before it could record that.', {
    nullable: true,
    minimum: 0,
    example: 84,
  })
  duration_ms!: number | null;

  @TextProperty('The beginning of the response’s body; null without a response.', { nullable: true, example: 'ok' })
  answer_excerpt!: string | null;

  static of(made: AttemptRecord): WebhookDeliveryAttemptDto {
    return {
      number: made.attempt,
      at: made.startedAt,
      status_code: made.statusCode,
      error: made.error,
      duration_ms: made.durationMs,
      answer_excerpt: made.responseSnippet,
    };
  }
}

@ApiSchema({ name: 'WebhookDelivery' })
export class WebhookDeliveryDto {
  @UuidProperty('The delivery, as `X-Webhook-Id` names it.', { example: '01a1fbb7-9b37-7b21-9d55-6e7f8091a2b3' })
  id!: string;

  @UuidProperty('The endpoint, which may be deleted. Null for the address of a single link.', {
    nullable: true,
    example: '01a1fbac-f89a-74bc-981b-88a43cea204a',
  })
  endpoint_id!: string | null;

  @TextProperty('Where it goes.', { example: 'https://shop.example/hook' })
  url!: string;

  @ChoiceProperty('The event that is delivered.', EVENT_NAMES, { example: 'payment_link.cancelled' })
  event!: string;

  @UuidProperty('The event, the same for all its destinations.', { example: EVENT_ID })
  event_id!: string;

  @UuidProperty('The link that the event is about.', { nullable: true, example: LINK })
  payment_link_id!: string | null;

  @ChoiceProperty('A pending delivery has attempts left.', DELIVERY_STATUSES, { example: 'delivered' })
  status!: string;

  @ListProperty('What has been sent so far, in order.', WebhookDeliveryAttemptDto)
  attempts!: WebhookDeliveryAttemptDto[];

  @TimeProperty('When the next attempt is due; null unless it is pending.', { nullable: true, example: null })
  next_attempt_at!: Date | null;

  @TimeProperty('When it was queued.', { example: '2026-11-21T01:16:19.585Z' })
  created_at!: Date;

  @TimeProperty('When the receiver accepted it.', { nullable: true, example: SENT_AT })
  delivered_at!: Date | null;

  @JsonProperty('What is sent, the same in every attempt.', {
    example: {
      id: EVENT_ID,
      event: 'payment_link.cancelled',
      created_at: '2026-11-21T01:16:19.585Z',
      data: { payment_link_id: LINK, kind: 'payment_link', status: 'cancelled' },
    },
  })
  payload!: unknown;

  static of(delivery: DeliveryRecord): WebhookDeliveryDto {
    return {
      id: delivery.id,
      endpoint_id: delivery.endpointId,
      url: delivery.url,
      event: delivery.event,
      event_id: delivery.eventId,
      payment_link_id: delivery.paymentLinkId,
      status: delivery.status,
      attempts: delivery.attempts.map((made) => WebhookDeliveryAttemptDto.of(made)),
      next_attempt_at: delivery.nextAttemptAt,
      created_at: delivery.createdAt,
      delivered_at: delivery.status === 'delivered' ? delivery.completedAt : null,
      payload: JSON.parse(delivery.body) as unknown,
    };
  }
}
