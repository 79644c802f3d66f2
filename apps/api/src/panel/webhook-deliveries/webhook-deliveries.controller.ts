import { DeliveryLog, type DeliveryRecord } from '@app/webhooks';
import { Get, Param, Post, Query } from '@nestjs/common';
import { responseFor, Claim, Idempotent, type OperationClaim } from '../../access/idempotent';
import { Heavy } from '../../access/heavy';
import { PanelApi } from '../../access/panel-api';
import { RequirePanelPermission } from '../../access/panel-permission.guard';
import { PanelCallerParam, type PanelCaller } from '../../access/panel-request';
import { Documented, DocumentedGroup } from '../../http/documented';
import { pageOf } from '../../http/paging';
import { RequestValidationPipe } from '../../http/request-validation.pipe';
import { WebhookDeliveriesQueryDto, WebhookDeliveryDto } from './webhook-delivery.dto';

@PanelApi('webhook-deliveries')
@DocumentedGroup('Webhook deliveries', 'What was sent to endpoints and to the addresses of single links.')
@RequirePanelPermission('manage_webhooks')
export class WebhookDeliveriesController {
  constructor(private readonly deliveries: DeliveryLog) {}

  @Get()
  @Heavy()
  @Documented({
    operationId: 'listWebhookDeliveries',
    summary: 'List the deliveries',
    description: 'The newest first, each with its attempts.',
    response: [WebhookDeliveryDto],
    message: 'Webhook deliveries found.',
    paged: true,
  })
  async list(
    @PanelCallerParam() { user: { account } }: PanelCaller,
    @Query(RequestValidationPipe) query: WebhookDeliveriesQueryDto,
  ) {
    const { status, event, endpoint_id: endpointId, payment_link_id: paymentLinkId, cursor } = query;
    const wanted = { status, event, endpointId, paymentLinkId, cursor, perPage: query.per_page };
    const found = await this.deliveries.list(account.id, wanted);
    return pageOf(query, found, (delivery) => WebhookDeliveryDto.of(delivery));
  }

  @Get(':id')
  @Documented({
    operationId: 'readWebhookDelivery',
    summary: 'Read a delivery',
    response: WebhookDeliveryDto,
    message: 'Webhook delivery found.',
    codes: ['WEBHOOK_DELIVERY_NOT_FOUND'],
  })
  async read(@PanelCallerParam() { user: { account } }: PanelCaller, @Param('id') id: string) {
    return WebhookDeliveryDto.of(await this.deliveries.read(account.id, id));
  }

  @Post(':id/resend')
  @Idempotent()
  @Documented({
    operationId: 'resendWebhookDelivery',
    summary: 'Send an event once more',
    description:
      'Takes no body. Queues a new delivery of the same event, whatever the status of the old one, for the current URL ' +
      'and secret of the endpoint.',
    response: WebhookDeliveryDto,
    message: 'Webhook delivery queued.',
    example: {
      id: '01a1fbb9-0c48-7c32-8e66-7f8091a2b3c4',
      status: 'pending',
      attempts: [],
      delivered_at: null,
      next_attempt_at: '2026-11-21T01:18:04.104Z',
      created_at: '2026-11-21T01:18:04.104Z',
    },
    codes: ['WEBHOOK_DELIVERY_NOT_FOUND'],
  })
  async resend(
    @PanelCallerParam() { user: { account }, by }: PanelCaller,
    @Param('id') id: string,
    @Claim() claim: OperationClaim | undefined,
  ) {
    const response = (queued: DeliveryRecord) => WebhookDeliveryDto.of(queued);
    return response(await this.deliveries.resend(by, id, account.id, responseFor(claim, response)));
  }
}
