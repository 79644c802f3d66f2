import { WebhookEndpoints, type RegisteredEndpoint, type WebhookEndpoint } from '@app/webhooks';
import { Body, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ExternalApi } from '../gateway/external-api';
import { ExchangeParam, IdempotentCalls, type Exchange } from '../gateway/idempotent-call';
import { RequirePermission } from '../gateway/permission';
import { CallerParam, type Caller } from '../gateway/request';
import { success } from './envelope';

/** Endpoints belong to the account: any of its keys with the permission reaches all of them. */
@ExternalApi('v1/webhooks')
export class WebhooksController {
  constructor(
    private readonly endpoints: WebhookEndpoints,
    private readonly calls: IdempotentCalls,
  ) {}

  @Post()
  @RequirePermission('webhooks:write')
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
  async list(@CallerParam() { account }: Caller) {
    return success('Webhook endpoints found.', (await this.endpoints.list(account.id)).map(endpointJson));
  }

  @Get(':id')
  @RequirePermission('webhooks:read')
  async read(@CallerParam() { account }: Caller, @Param('id') id: string) {
    return success('Webhook endpoint found.', endpointJson(await this.endpoints.read(account.id, id)));
  }

  @Put(':id')
  @RequirePermission('webhooks:write')
  async update(@CallerParam() { account }: Caller, @Param('id') id: string, @Body() body: Record<string, unknown>) {
    return success('Webhook endpoint updated.', endpointJson(await this.endpoints.update(account.id, id, body)));
  }

  @Delete(':id')
  @RequirePermission('webhooks:write')
  async remove(@CallerParam() { account }: Caller, @Param('id') id: string) {
    await this.endpoints.remove(account.id, id);
    return success('Webhook endpoint deleted.', { id, deleted: true });
  }

  @Post(':id/rotate-secret')
  @HttpCode(200)
  @RequirePermission('webhooks:write')
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
