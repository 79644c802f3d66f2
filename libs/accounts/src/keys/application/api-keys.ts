import { Clock, pageById, UnitOfWork, type Page, type PageRequest } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../audit/application/ports';
import type { Actor } from '../../audit/domain/audit';
import { callerAmong } from '../../users/application/administration';
import { UsersRepository } from '../../users/application/ports';
import type { PanelUser } from '../../users/domain/panel-user';
import {
  assertExpiresLater,
  assertMayActivate,
  assertMayGrantToKey,
  differences,
  widens,
  type KeyChanges,
  type ManagedKey,
} from '../domain/key-settings';
import { foundKey } from './api-key-issuer';
import { ApiKeyVerifier } from './api-key-verifier';
import { keyEntry } from './key-entry';
import { ApiKeysRepository } from './ports';

/**
 * The API keys of an account, as its panel users manage them. Every change has its audit entry. It takes effect in this
 * process at once, and in the others when the database has announced it.
 */
@Injectable()
export class ApiKeys {
  constructor(
    private readonly keys: ApiKeysRepository,
    private readonly users: UsersRepository,
    private readonly directory: ApiKeyVerifier,
    private readonly audit: AuditLog,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Newest first. Throws `ValidationError` for a cursor that is not from this list. */
  list(accountId: string, page: PageRequest): Promise<Page<ManagedKey>> {
    return pageById(page, (limit, olderThan) => this.keys.list(accountId, limit, olderThan));
  }

  /**
   * Changes the fields that were sent. Throws `ValidationError`, `ApiKeyNotFoundError`, and `PermissionDeniedError` for a
   * new permission that the user cannot give, or any when the change `widens` the use of the key.
   */
  async update(user: PanelUser, by: Actor, id: string, changes: KeyChanges): Promise<ManagedKey> {
    const accountId = user.account.id;
    const now = this.clock.now();
    assertExpiresLater(changes, now);
    const key = await this.uow.run(async (tx) => {
      // Locked: a key that changes while its user loses a permission would keep it.
      const { permissions: held } = callerAmong(await this.users.lock(tx, accountId), user);
      const before = foundKey(await this.keys.lock(tx, accountId, id));
      const after = { ...before, ...changes };
      assertMayGrantToKey(held, after.permissions, widens(before, after) ? [] : before.permissions);
      if (changes.isActive) assertMayActivate(after, now);
      const changed = differences(before, after);
      if (Object.keys(changed).length === 0) return before;
      await this.keys.update(tx, after);
      await this.audit.record(tx, keyEntry('updated', by, after, changed));
      return after;
    });
    this.directory.forget(accountId);
    return key;
  }

  /**
   * Deletes the key, whichever user it belongs to (rule 2.21); links and webhook endpoints that were created with it
   * stay (rule 2.17). Throws `ApiKeyNotFoundError`.
   */
  async remove(accountId: string, by: Actor, id: string): Promise<void> {
    await this.uow.run(async (tx) => {
      const key = foundKey(await this.keys.lock(tx, accountId, id));
      await this.keys.remove(tx, accountId, id);
      await this.audit.record(tx, keyEntry('deleted', by, key, { name: key.name }));
    });
    this.directory.forget(accountId);
  }
}
