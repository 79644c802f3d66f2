import { Clock, IdempotentResponses, UnitOfWork, type IdempotentResponse } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { assertMayIssueKeys } from '../../accounts/domain/policies';
import type { Actor } from '../../audit/domain/audit';
import { callerAmong } from '../../users/application/administration';
import { UsersRepository } from '../../users/application/ports';
import { SensitiveChanges } from '../../users/application/sensitive-changes';
import type { PanelUser } from '../../users/domain/panel-user';
import { MAX_KEYS } from '../domain/api-key';
import { assertExpiresLater, assertMayGrantToKey, type KeySettings } from '../domain/key-settings';
import { ApiKeyIssuer, type CreatedKey } from './api-key-issuer';
import { keyEntry } from './key-entry';

/** Creates the API keys of panel users. */
@Injectable()
export class ApiKeyCreation {
  constructor(
    private readonly users: UsersRepository,
    private readonly issuer: ApiKeyIssuer,
    private readonly changes: SensitiveChanges,
    private readonly responses: IdempotentResponses,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates an active key of the user in the environment `live`, and keeps the response for repeated calls. Throws
   * `KycRequiredError` unless the account's identity is verified, `PermissionDeniedError` for a permission that the user
   * cannot give, and `ValidationError`, also for an account that has `MAX_KEYS` keys.
   */
  async create(
    user: PanelUser,
    by: Actor,
    settings: KeySettings,
    response?: IdempotentResponse<CreatedKey>,
  ): Promise<CreatedKey> {
    const { account } = user;
    assertMayIssueKeys(account);
    assertMayGrantToKey(user.permissions, settings.permissions);
    assertExpiresLater(settings, this.clock.now());
    return this.uow.run(async (tx) => {
      const { permissions } = callerAmong(await this.users.lock(tx, account.id), user);
      assertMayGrantToKey(permissions, settings.permissions);
      const key = { ...settings, userId: user.id, environment: 'live' as const };
      const created = await this.issuer.issue(tx, account, key, MAX_KEYS);
      const details = {
        name: settings.name,
        permissions: settings.permissions,
        allowed_origins: settings.allowedOrigins,
        rate_limit: settings.rateLimit,
        expires_at: settings.expiresAt,
      };
      await this.changes.record(tx, keyEntry('created', by, created.key, details), {
        kind: 'api_key_created',
        account,
        author: user.email,
        concerns: user.email,
        about: settings.name,
      });
      await this.responses.keep(tx, response, created);
      return created;
    });
  }
}
