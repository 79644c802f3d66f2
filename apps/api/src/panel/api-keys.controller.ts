import { ApiKeys, visiblePrefix, type Account, type CreatedKey, type KeyInput, type ManagedKey } from '@app/accounts';
import type { IdempotencyClaim } from '@app/kernel';
import { Body, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { Documented, DocumentedGroup } from '../http/documented';
import { success } from '../http/envelope';
import { answerFor, Claim, Idempotent } from '../gateway/idempotent';
import { pageOf, parsePageRequest } from '../http/paging';
import { PanelApi } from '../gateway/panel-api';
import { RequirePanelPermission } from '../gateway/panel-permission.guard';
import { PanelCallerParam, type PanelCaller } from '../gateway/panel-request';

/** Keys belong to the account: whoever may manage keys manages all of them. */
@PanelApi('api-keys')
@DocumentedGroup('API keys', 'The keys of the account, those of all its users.')
@RequirePanelPermission('manage_api_keys')
export class ApiKeysController {
  constructor(private readonly keys: ApiKeys) {}

  @Get()
  @Documented({
    operationId: 'listApiKeys',
    summary: 'List the API keys',
    description: 'The newest first.',
    answer: 'ApiKeys',
    message: 'API keys found.',
    paged: true,
  })
  async list(@PanelCallerParam() { user: { account } }: PanelCaller, @Query() query: Record<string, unknown>) {
    const page = parsePageRequest(query);
    return pageOf('API keys found.', page, await this.keys.list(account.id, page), (key) => keyJson(account, key));
  }

  @Post()
  @Idempotent()
  @Documented({
    operationId: 'createApiKey',
    summary: 'Create an API key',
    description:
      'The one answer that holds the whole key, which is null in the answer of a repeated call. The key belongs to whoever is signed in, and reaches the links of ' +
      'that user. It needs verified identity.',
    request: 'NewApiKey',
    answer: 'CreatedApiKey',
    message: 'API key created. It is shown only now.',
    codes: ['KYC_VERIFICATION_REQUIRED'],
  })
  async create(
    @PanelCallerParam() { user, by }: PanelCaller,
    @Body() body: KeyInput,
    @Claim() claim: IdempotencyClaim | undefined,
  ) {
    const answer = ({ key }: CreatedKey, apiKey: string | null) => {
      const { id, name, prefix, ...rest } = keyJson(user.account, key);
      return success('API key created. It is shown only now.', { id, name, prefix, api_key: apiKey, ...rest });
    };
    // The answer to a repeated call has no key: it is shown once.
    const repeated = (created: CreatedKey) => answer(created, null);
    const created = await this.keys.create(user, by, body, answerFor(claim, repeated));
    return answer(created, created.apiKey);
  }

  @Patch(':id')
  @Documented({
    operationId: 'updateApiKey',
    summary: 'Change an API key',
    description:
      'Only what is sent is changed, at once in one process and within five seconds in all. An expired key is ' +
      'activated only together with a date that lies ahead, or null.',
    request: 'ApiKeyChanges',
    answer: 'ApiKey',
    message: 'API key updated.',
    codes: ['API_KEY_NOT_FOUND'],
  })
  async update(
    @PanelCallerParam() { user: { account }, by }: PanelCaller,
    @Param('id') id: string,
    @Body() body: KeyInput,
  ) {
    return success('API key updated.', keyJson(account, await this.keys.update(account.id, by, id, body)));
  }

  @Delete(':id')
  @Documented({
    operationId: 'deleteApiKey',
    summary: 'Delete an API key',
    description: 'Links and webhook endpoints that were made with it stay.',
    answer: 'Deleted',
    message: 'API key deleted.',
    codes: ['API_KEY_NOT_FOUND'],
  })
  async remove(@PanelCallerParam() { user: { account }, by }: PanelCaller, @Param('id') id: string) {
    await this.keys.remove(account.id, by, id);
    return success('API key deleted.', { id, deleted: true });
  }
}

function keyJson({ slug }: Account, key: ManagedKey) {
  return {
    id: key.id,
    name: key.name,
    prefix: visiblePrefix(slug, key.environment),
    permissions: key.permissions,
    allowed_origins: key.allowedOrigins,
    rate_limit: key.rateLimit,
    expires_at: key.expiresAt,
    is_active: key.isActive,
    created_at: key.createdAt,
    last_used_at: key.lastUsedAt,
  };
}
