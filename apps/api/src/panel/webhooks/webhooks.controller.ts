import type { IdempotencyClaim } from '@app/kernel';
import { WebhookEndpoints } from '@app/webhooks';
import { Body, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import {
  CreatedWebhookEndpointDto,
  endpointChanges,
  newEndpoint,
  NewWebhookEndpointDto,
  registered,
  registeredBefore,
  RotatedSecretDto,
  WebhookEndpointChangesDto,
  WebhookEndpointDto,
} from '../../external/webhook-endpoint.dto';
import { answerFor, Claim, Idempotent } from '../../gateway/idempotent';
import { PanelApi } from '../../gateway/panel-api';
import { RequirePanelPermission } from '../../gateway/panel-permission.guard';
import { PanelCallerParam, type PanelCaller } from '../../gateway/panel-request';
import { DeletedDto } from '../../http/deleted.dto';
import { Documented, DocumentedGroup } from '../../http/documented';
import { success } from '../../http/envelope';
import { RequestValidationPipe } from '../../http/request-validation.pipe';

/** The operations of the external API on endpoints, for the users of the account. */
@PanelApi('webhooks')
@DocumentedGroup('Webhook endpoints', 'The addresses that events are sent to, including those registered by API keys.')
@RequirePanelPermission('manage_webhooks')
export class PanelWebhooksController {
  constructor(private readonly endpoints: WebhookEndpoints) {}

  @Post()
  @Idempotent()
  @Documented({
    operationId: 'createPanelWebhookEndpoint',
    summary: 'Register an endpoint',
    description:
      'The `secret` is shown this once: it is null in the answer of a repeated call. An account has at most 50 endpoints, ' +
      'and each URL once.',
    answer: CreatedWebhookEndpointDto,
    message: 'Webhook endpoint registered.',
    codes: ['WEBHOOK_ALREADY_EXISTS'],
  })
  async create(
    @PanelCallerParam() { user: { account }, by }: PanelCaller,
    @Body(RequestValidationPipe) body: NewWebhookEndpointDto,
    @Claim() claim: IdempotencyClaim | undefined,
  ) {
    const owner = { accountId: account.id, apiKeyId: null };
    const created = await this.endpoints.create(owner, by, newEndpoint(body), answerFor(claim, registeredBefore));
    return registered(created, created.secret);
  }

  @Get()
  @Documented({
    operationId: 'listPanelWebhookEndpoints',
    summary: 'List the endpoints',
    description: 'The oldest first, all of them.',
    answer: [WebhookEndpointDto],
    message: 'Webhook endpoints found.',
  })
  async list(@PanelCallerParam() { user: { account } }: PanelCaller) {
    const found = await this.endpoints.list(account.id);
    return success(
      'Webhook endpoints found.',
      found.map((endpoint) => WebhookEndpointDto.of(endpoint)),
    );
  }

  @Get(':id')
  @Documented({
    operationId: 'readPanelWebhookEndpoint',
    summary: 'Read an endpoint',
    answer: WebhookEndpointDto,
    message: 'Webhook endpoint found.',
    codes: ['WEBHOOK_NOT_FOUND'],
  })
  async read(@PanelCallerParam() { user: { account } }: PanelCaller, @Param('id') id: string) {
    return success('Webhook endpoint found.', WebhookEndpointDto.of(await this.endpoints.read(account.id, id)));
  }

  @Put(':id')
  @Documented({
    operationId: 'updatePanelWebhookEndpoint',
    summary: 'Change an endpoint',
    description:
      'Only the fields that are sent are changed. Deliveries that are queued keep their URL, and are still sent when ' +
      'the endpoint becomes inactive.',
    answer: WebhookEndpointDto,
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
    return success('Webhook endpoint updated.', WebhookEndpointDto.of(updated));
  }

  @Delete(':id')
  @Documented({
    operationId: 'deletePanelWebhookEndpoint',
    summary: 'Delete an endpoint',
    description:
      'Deliveries that are queued still go out, signed with a key that its receiver does not have. So make the endpoint ' +
      'inactive first, and delete it when nothing is pending.',
    answer: DeletedDto,
    message: 'Webhook endpoint deleted.',
    codes: ['WEBHOOK_NOT_FOUND'],
  })
  async remove(@PanelCallerParam() { user: { account }, by }: PanelCaller, @Param('id') id: string) {
    await this.endpoints.remove(account.id, by, id);
    return success('Webhook endpoint deleted.', { id, deleted: true });
  }

  @Post(':id/rotate-secret')
  @HttpCode(200)
  @Documented({
    operationId: 'rotatePanelWebhookSecret',
    summary: 'Give an endpoint a new secret',
    description:
      'Takes no body. Deliveries that are queued are signed with the old secret in their first attempt, everything ' +
      'else with the new one.',
    answer: RotatedSecretDto,
    message: 'Webhook secret rotated.',
    codes: ['WEBHOOK_NOT_FOUND'],
  })
  async rotateSecret(@PanelCallerParam() { user: { account }, by }: PanelCaller, @Param('id') id: string) {
    return success('Webhook secret rotated.', await this.endpoints.rotateSecret(account.id, by, id));
  }
}
