import { WebhookEndpoints, type RegisteredEndpoint, type WebhookEndpoint } from '@app/webhooks';
import { Body, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { Documented, DocumentedGroup } from '../http/documented';
import { ExternalApi } from '../gateway/external-api';
import { ExchangeParam, IdempotentCalls, type Exchange } from '../gateway/idempotent-call';
import { RequirePermission } from '../gateway/permission';
import { CallerParam, type Caller } from '../gateway/request';
import { success } from '../http/envelope';

/** Endpoints belong to the account: any of its keys with the permission reaches all of them. */
@ExternalApi('v1/webhooks')
@DocumentedGroup('Webhook endpoints', 'The addresses that hear of events. They belong to the account, not to a key.')
export class WebhooksController {
  constructor(
    private readonly endpoints: WebhookEndpoints,
    private readonly calls: IdempotentCalls,
  ) {}

  @Post()
  @RequirePermission('webhooks:write')
  @Documented({
    operationId: 'createWebhookEndpoint',
    summary: 'Register an endpoint',
    description: 'The `secret` is shown this once. An account has at most 50 endpoints, and each URL once.',
    request: 'NewWebhookEndpoint',
    answer: 'CreatedWebhookEndpoint',
    message: 'Webhook endpoint registered.',
    codes: ['WEBHOOK_ALREADY_EXISTS'],
  })
  create(
    @CallerParam() { account, key }: Caller,
    @Body() body: Record<string, unknown>,
    @ExchangeParam() exchange: Exchange,
  ) {
    return this.calls.run(exchange, account.id, async (keepAs) => {
      const owner = { accountId: account.id, apiKeyId: key.id };
      return registered(await this.endpoints.create(owner, body, keepAs(registered)));
    });
  }

  @Get()
  @RequirePermission('webhooks:read')
  @Documented({
    operationId: 'listWebhookEndpoints',
    summary: 'List the endpoints',
    answer: 'WebhookEndpoints',
    message: 'Webhook endpoints found.',
  })
  async list(@CallerParam() { account }: Caller) {
    return success('Webhook endpoints found.', (await this.endpoints.list(account.id)).map(endpointJson));
  }

  @Get(':id')
  @RequirePermission('webhooks:read')
  @Documented({
    operationId: 'readWebhookEndpoint',
    summary: 'Read an endpoint',
    answer: 'WebhookEndpoint',
    message: 'Webhook endpoint found.',
    codes: ['WEBHOOK_NOT_FOUND'],
  })
  async read(@CallerParam() { account }: Caller, @Param('id') id: string) {
    return success('Webhook endpoint found.', endpointJson(await this.endpoints.read(account.id, id)));
  }

  @Put(':id')
  @RequirePermission('webhooks:write')
  @Documented({
    operationId: 'updateWebhookEndpoint',
    summary: 'Change an endpoint',
    description:
      'Only what is sent is changed. Deliveries that are queued keep their URL, and still go out when the endpoint ' +
      'becomes inactive.',
    request: 'WebhookEndpointChanges',
    answer: 'WebhookEndpoint',
    message: 'Webhook endpoint updated.',
    answerExample: 'InactiveEndpoint',
    codes: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_ALREADY_EXISTS'],
  })
  async update(@CallerParam() { account }: Caller, @Param('id') id: string, @Body() body: Record<string, unknown>) {
    return success('Webhook endpoint updated.', endpointJson(await this.endpoints.update(account.id, id, body)));
  }

  @Delete(':id')
  @RequirePermission('webhooks:write')
  @Documented({
    operationId: 'deleteWebhookEndpoint',
    summary: 'Delete an endpoint',
    description:
      'Deliveries that are queued still go out, signed with a key that you do not have. So make the endpoint inactive ' +
      'first, and delete it when nothing has arrived for a few hours.',
    answer: 'Deleted',
    message: 'Webhook endpoint deleted.',
    codes: ['WEBHOOK_NOT_FOUND'],
  })
  async remove(@CallerParam() { account }: Caller, @Param('id') id: string) {
    await this.endpoints.remove(account.id, id);
    return success('Webhook endpoint deleted.', { id, deleted: true });
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
    answer: 'RotatedSecret',
    message: 'Webhook secret rotated.',
    codes: ['WEBHOOK_NOT_FOUND'],
  })
  async rotateSecret(@CallerParam() { account }: Caller, @Param('id') id: string) {
    return success('Webhook secret rotated.', await this.endpoints.rotateSecret(account.id, id));
  }
}

function registered({ endpoint, secret }: RegisteredEndpoint) {
  const { id, url, description, events, is_active, created_at } = endpointJson(endpoint);
  return success('Webhook endpoint registered.', { id, url, description, events, secret, is_active, created_at });
}

/** Never with the secret, which is given once. */
function endpointJson(endpoint: WebhookEndpoint) {
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
