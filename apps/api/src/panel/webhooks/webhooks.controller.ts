import { TestEvents, WebhookEndpoints, type RegisteredEndpoint } from '@app/webhooks';
import { Body, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import {
  CreatedWebhookEndpointDto,
  endpointChanges,
  newEndpoint,
  NewWebhookEndpointDto,
  RotatedSecretDto,
  WebhookEndpointChangesDto,
  WebhookEndpointDto,
} from '../../resources/webhook-endpoint.dto';
import { responseFor, Claim, Idempotent, type OperationClaim } from '../../access/idempotent';
import { PanelApi } from '../../access/panel-api';
import { RequirePanelPermission } from '../../access/panel-permission.guard';
import { PanelCallerParam, type PanelCaller } from '../../access/panel-request';
import { DeletedDto } from '../../http/deleted.dto';
import { Documented, DocumentedGroup } from '../../http/documented';
import { RequestValidationPipe } from '../../http/request-validation.pipe';
import { WebhookDeliveryDto } from '../webhook-deliveries/webhook-delivery.dto';
import { TestEventDto } from './test-event.dto';

/** The operations of the external API on endpoints, for the users of the account. */
@PanelApi('webhooks')
@DocumentedGroup('Webhook endpoints', 'The addresses that events are sent to, including those registered by API keys.')
@RequirePanelPermission('manage_webhooks')
export class PanelWebhooksController {
  constructor(
    private readonly endpoints: WebhookEndpoints,
    private readonly tests: TestEvents,
  ) {}

  @Post()
  @Idempotent()
  @Documented({
    operationId: 'createPanelWebhookEndpoint',
    summary: 'Register an endpoint',
    description:
      'The `secret` is shown this once: it is null in the response of a repeated call. An account has at most 50 endpoints, ' +
      'and each address once: another spelling of a URL is the same address.',
    response: CreatedWebhookEndpointDto,
    message: 'Webhook endpoint registered.',
    codes: ['WEBHOOK_ALREADY_EXISTS'],
  })
  async create(
    @PanelCallerParam() { user: { account }, by }: PanelCaller,
    @Body(RequestValidationPipe) body: NewWebhookEndpointDto,
    @Claim() claim: OperationClaim | undefined,
  ) {
    const owner = { accountId: account.id, apiKeyId: null };
    const kept = responseFor(claim, (created: RegisteredEndpoint) => CreatedWebhookEndpointDto.of(created, null));
    const created = await this.endpoints.create(owner, by, newEndpoint(body), kept);
    return CreatedWebhookEndpointDto.of(created, created.secret);
  }

  @Get()
  @Documented({
    operationId: 'listPanelWebhookEndpoints',
    summary: 'List the endpoints',
    description: 'The oldest first, all of them.',
    response: [WebhookEndpointDto],
    message: 'Webhook endpoints found.',
  })
  async list(@PanelCallerParam() { user: { account } }: PanelCaller) {
    const found = await this.endpoints.list(account.id);
    return found.map((endpoint) => WebhookEndpointDto.of(endpoint));
  }

  @Get(':id')
  @Documented({
    operationId: 'readPanelWebhookEndpoint',
    summary: 'Read an endpoint',
    response: WebhookEndpointDto,
    message: 'Webhook endpoint found.',
    codes: ['WEBHOOK_NOT_FOUND'],
  })
  async read(@PanelCallerParam() { user: { account } }: PanelCaller, @Param('id') id: string) {
    return WebhookEndpointDto.of(await this.endpoints.read(account.id, id));
  }

  @Put(':id')
  @Documented({
    operationId: 'updatePanelWebhookEndpoint',
    summary: 'Change an endpoint',
    description:
      'Only the fields that are sent are changed. Deliveries that are queued keep their URL, and are still sent when ' +
      'the endpoint becomes inactive.',
    response: WebhookEndpointDto,
    message: 'Webhook endpoint updated.',
    example: { is_active: false },
    codes: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_ALREADY_EXISTS'],
  })
  async update(
    @PanelCallerParam() { user: { account }, by }: PanelCaller,
    @Param('id') id: string,
    @Body(RequestValidationPipe) body: WebhookEndpointChangesDto,
  ) {
    const updated = await this.endpoints.update(account.id, by, id, endpointChanges(body));
    return WebhookEndpointDto.of(updated);
  }

  @Delete(':id')
  @Documented({
    operationId: 'deletePanelWebhookEndpoint',
    summary: 'Delete an endpoint',
    description:
      'Deliveries that are queued still go out, signed with a key that its receiver does not have. So make the endpoint ' +
      'inactive first, and delete it when nothing is pending.',
    response: DeletedDto,
    message: 'Webhook endpoint deleted.',
    codes: ['WEBHOOK_NOT_FOUND'],
  })
  async remove(@PanelCallerParam() { user: { account }, by }: PanelCaller, @Param('id') id: string) {
    await this.endpoints.remove(account.id, by, id);
    return { id, deleted: true };
  }

  @Post(':id/rotate-secret')
  @HttpCode(200)
  @Documented({
    operationId: 'rotatePanelWebhookSecret',
    summary: 'Give an endpoint a new secret',
    description:
      'Takes no body. Deliveries that are queued are signed with the old secret in their first attempt, everything ' +
      'else with the new one.',
    response: RotatedSecretDto,
    message: 'Webhook secret rotated.',
    codes: ['WEBHOOK_NOT_FOUND'],
  })
  async rotateSecret(@PanelCallerParam() { user: { account }, by }: PanelCaller, @Param('id') id: string) {
    return await this.endpoints.rotateSecret(account.id, by, id);
  }

  @Post(':id/test')
  @HttpCode(200)
  @Documented({
    operationId: 'testPanelWebhookEndpoint',
    summary: 'Send a test event',
    description:
      'Queues an event with example data, in one attempt that is signed and listed like others. The body has `test: true` ' +
      'at the top level. It goes to an inactive endpoint too, and to one that does not listen to the event.',
    response: WebhookDeliveryDto,
    message: 'Test event queued.',
    example: {
      event: 'payment.completed',
      status: 'pending',
      attempts: [],
      payment_link_id: null,
      delivered_at: null,
      next_attempt_at: '2026-11-21T01:18:04.104Z',
      created_at: '2026-11-21T01:18:04.104Z',
    },
    codes: ['WEBHOOK_NOT_FOUND'],
  })
  async test(
    @PanelCallerParam() { user: { account }, by }: PanelCaller,
    @Param('id') id: string,
    @Body(RequestValidationPipe) { event }: TestEventDto,
  ) {
    const queued = await this.tests.send(account.id, by, id, event ?? 'payment.completed');
    return WebhookDeliveryDto.of(queued);
  }
}
