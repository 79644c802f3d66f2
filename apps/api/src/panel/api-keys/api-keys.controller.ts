import { ApiKeyCreation, ApiKeys, type CreatedKey } from '@app/accounts';
import { Body, Delete, Get, Param, Patch, Post, Query, UseInterceptors } from '@nestjs/common';
import { Documented, DocumentedGroup } from '../../http/documented';
import { responseFor, Claim, Idempotent, type OperationClaim } from '../../access/idempotent';
import { DeletedDto } from '../../http/deleted.dto';
import { PageQueryDto } from '../../http/page-query.dto';
import { pageOf } from '../../http/paging';
import { RequestValidationPipe } from '../../http/request-validation.pipe';
import { RequireFreshSession } from '../../access/fresh-session.guard';
import { PanelApi } from '../../access/panel-api';
import { RequirePanelPermission } from '../../access/panel-permission.guard';
import { PanelCallerParam, type PanelCaller } from '../../access/panel-request';
import { ApiKeyChangesDto, ApiKeyDto, CreatedApiKeyDto, keyChanges, NewApiKeyDto, newKeySettings } from './api-key.dto';
import { KeyPreconditionsInterceptor } from './key-preconditions.interceptor';

/** Keys belong to the account: a user who may manage keys manages all of them. */
@PanelApi('api-keys')
@DocumentedGroup('API keys', 'The keys of the account, those of all its users.')
@RequirePanelPermission('manage_api_keys')
export class ApiKeysController {
  constructor(
    private readonly keys: ApiKeys,
    private readonly creation: ApiKeyCreation,
  ) {}

  @Get()
  @Documented({
    operationId: 'listApiKeys',
    summary: 'List the API keys',
    description: 'The newest first.',
    response: [ApiKeyDto],
    message: 'API keys found.',
    paged: true,
  })
  async list(
    @PanelCallerParam() { user: { account } }: PanelCaller,
    @Query(RequestValidationPipe) query: PageQueryDto,
  ) {
    const found = await this.keys.list(account.id, { cursor: query.cursor, perPage: query.per_page });
    return pageOf(query, found, (key) => ApiKeyDto.of(account, key));
  }

  @Post()
  @RequireFreshSession()
  @Idempotent()
  @UseInterceptors(KeyPreconditionsInterceptor)
  @Documented({
    operationId: 'createApiKey',
    summary: 'Create an API key',
    description:
      'Only this response contains the complete key, which is null in the response of a repeated call. The key belongs to ' +
      'the signed-in user, and has access to the links of that user. Identity must be verified. You can grant a key ' +
      'only what you may do yourself. An account has at most 50 keys.',
    response: CreatedApiKeyDto,
    message: 'API key created. It is shown only now.',
    codes: ['KYC_VERIFICATION_REQUIRED'],
  })
  async create(
    @PanelCallerParam() { user, by }: PanelCaller,
    @Body(RequestValidationPipe) body: NewApiKeyDto,
    @Claim() claim: OperationClaim | undefined,
  ) {
    const response = ({ key }: CreatedKey, apiKey: string | null) =>
      CreatedApiKeyDto.created(user.account, key, apiKey);
    // The response to a repeated call has no key: it is shown once.
    const repeated = (created: CreatedKey) => response(created, null);
    const created = await this.creation.create(user, by, newKeySettings(body), responseFor(claim, repeated));
    return response(created, created.apiKey);
  }

  @Patch(':id')
  @Documented({
    operationId: 'updateApiKey',
    summary: 'Change an API key',
    description:
      'Only the fields that are sent are changed; a change takes effect within five seconds. An expired key can be ' +
      'activated only together with a date in the future, or null. You can add only permissions for what you may do ' +
      'yourself, and activate a key, admit more origins to it or move its end only if that holds for all its permissions.',
    response: ApiKeyDto,
    message: 'API key updated.',
    codes: ['API_KEY_NOT_FOUND'],
  })
  async update(
    @PanelCallerParam() { user, by }: PanelCaller,
    @Param('id') id: string,
    @Body(RequestValidationPipe) body: ApiKeyChangesDto,
  ) {
    const key = await this.keys.update(user, by, id, keyChanges(body));
    return ApiKeyDto.of(user.account, key);
  }

  @Delete(':id')
  @Documented({
    operationId: 'deleteApiKey',
    summary: 'Delete an API key',
    description: 'Links and webhook endpoints that were created with it are kept.',
    response: DeletedDto,
    message: 'API key deleted.',
    codes: ['API_KEY_NOT_FOUND'],
  })
  async remove(@PanelCallerParam() { user: { account }, by }: PanelCaller, @Param('id') id: string) {
    await this.keys.remove(account.id, by, id);
    return { id, deleted: true };
  }
}
