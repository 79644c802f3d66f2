import type { Actor } from '@app/accounts';
import { WebhookEndpoints, type RegisteredEndpoint } from '@app/webhooks';
import { Body, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ExternalApi } from '../access/external-api';
import { CallerParam, KeyActorParam, type Caller } from '../access/external-request';
import { responseFor, Claim, Idempotent, type OperationClaim } from '../access/idempotent';
import { RequirePermission } from '../access/permission.guard';
import { Documented, DocumentedGroup } from '../http/documented';
import { DeletedDto } from '../http/deleted.dto';
import { RequestValidationPipe } from '../http/request-validation.pipe';
import {
  CreatedWebhookEndpointDto,
  endpointChanges,
  newEndpoint,
  NewWebhookEndpointDto,
  RotatedSecretDto,
  WebhookEndpointChangesDto,
  WebhookEndpointDto,
} from '../resources/webhook-endpoint.dto';

/** Endpoints belong to the account: any of its keys with the permission reaches all of them. */
@ExternalApi('v1/webhooks')
@DocumentedGroup(
  'Webhook endpoints',
  'The addresses that events are sent to. They belong to the account, not to a key.',
)
export class WebhooksController {
  constructor(private readonly endpoints: WebhookEndpoints) {}

  @Post()
  @Idempotent()
  @RequirePermission('webhooks:write')
  @Documented({
    operationId: 'createWebhookEndpoint',
    summary: 'Register an endpoint',
    description:
      'The `secret` is shown this once: it is null in the response of a repeated call. An account has at most 50 endpoints, ' +
      'and each address once: another spelling of a URL is the same address.',
    response: CreatedWebhookEndpointDto,
    message: 'Webhook endpoint registered.',
    codes: ['WEBHOOK_ALREADY_EXISTS'],
  })
  async create(
    @CallerParam() { account, key }: Caller,
    @KeyActorParam() by: Actor,
    @Body(RequestValidationPipe) body: NewWebhookEndpointDto,
    @Claim() claim: OperationClaim | undefined,
  ) {
    const owner = { accountId: account.id, apiKeyId: key.id };
    const kept = responseFor(claim, (created: RegisteredEndpoint) => CreatedWebhookEndpointDto.of(created, null));
    const created = await this.endpoints.create(owner, by, newEndpoint(body), kept);
    return CreatedWebhookEndpointDto.of(created, created.secret);
  }

  @Get()
  @RequirePermission('webhooks:read')
  @Documented({
    operationId: 'listWebhookEndpoints',
    summary: 'List the endpoints',
    response: [WebhookEndpointDto],
    message: 'Webhook endpoints found.',
  })
  async list(@CallerParam() { account }: Caller) {
    return (await this.endpoints.list(account.id)).map((endpoint) => WebhookEndpointDto.of(endpoint));
  }

  @Get(':id')
  @RequirePermission('webhooks:read')
  @Documented({
    operationId: 'readWebhookEndpoint',
    summary: 'Read an endpoint',
    response: WebhookEndpointDto,
    message: 'Webhook endpoint found.',
    codes: ['WEBHOOK_NOT_FOUND'],
  })
  async read(@CallerParam() { account }: Caller, @Param('id') id: string) {
    return WebhookEndpointDto.of(await this.endpoints.read(account.id, id));
  }

  @Put(':id')
  @RequirePermission('webhooks:write')
  @Documented({
    operationId: 'updateWebhookEndpoint',
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
    @CallerParam() { account }: Caller,
    @KeyActorParam() by: Actor,
    @Param('id') id: string,
    @Body(RequestValidationPipe) body: WebhookEndpointChangesDto,
  ) {
    const updated = await this.endpoints.update(account.id, by, id, endpointChanges(body));
    return WebhookEndpointDto.of(updated);
  }

  @Delete(':id')
  @RequirePermission('webhooks:write')
  @Documented({
    operationId: 'deleteWebhookEndpoint',
    summary: 'Delete an endpoint',
    description:
      'Deliveries that are queued still go out, signed with a key that you do not have. So make the endpoint inactive ' +
      'first, and delete it when nothing has arrived for a few hours.',
    response: DeletedDto,
    message: 'Webhook endpoint deleted.',
    codes: ['WEBHOOK_NOT_FOUND'],
  })
  async remove(@CallerParam() { account }: Caller, @KeyActorParam() by: Actor, @Param('id') id: string) {
    await this.endpoints.remove(account.id, by, id);
    return { id, deleted: true };
  }

  @Post(':id/rotate-secret')
  @HttpCode(200)
  @RequirePermission('webhooks:write')
  @Documented({
    operationId: 'rotateWebhookSecret',
    summary: 'Give an endpoint a new secret',
    description:
      'Takes no body. Deliveries that are queued are signed with the old secret in their first attempt, everything ' +
      'else with the new one: accept both until they have arrived.',
    response: RotatedSecretDto,
    message: 'Webhook secret rotated.',
    codes: ['WEBHOOK_NOT_FOUND'],
  })
  async rotateSecret(@CallerParam() { account }: Caller, @KeyActorParam() by: Actor, @Param('id') id: string) {
    return await this.endpoints.rotateSecret(account.id, by, id);
  }
}
