import { newId, type Tx } from '@app/kernel';
import { MailOutbox } from '@app/mail';
import { Injectable } from '@nestjs/common';
import type { Account } from '../../accounts/domain/account';
import type { Actor } from '../../audit/domain/audit';
import { permissionsLost, type ManagedKey } from '../domain/key-settings';
import type { ManagedUser } from '../../users/domain/panel-user';
import { ApiKeyVerifier } from './api-key-verifier';
import { lostKeysMails } from './lost-keys-mail';
import { ApiKeysRepository } from './ports';
import { AuditLog } from '../../audit/application/ports';

/** Makes API keys follow the permissions of their owner. */
@Injectable()
export class ApiKeyRights {
  constructor(
    private readonly keys: ApiKeysRepository,
    private readonly directory: ApiKeyVerifier,
    private readonly audit: AuditLog,
    private readonly outbox: MailOutbox,
  ) {}

  /**
   * Deactivates the active keys of a user that need a permission which the user has lost, with an audit entry for each,
   * and mails the account's registered address and the user. Returns whether there was one. The deletion of a user is no
   * such loss: rule 2.18 leaves these keys their other operations.
   */
  async follow(tx: Tx, account: Account, by: Actor, before: ManagedUser, after: ManagedUser): Promise<boolean> {
    const keys = await this.keys.lockOf(tx, account.id, after.id);
    const stopped: ManagedKey[] = [];
    for (const key of keys) {
      const lost = permissionsLost(key, before.permissions, after.permissions);
      if (lost.length === 0) continue;
      await this.keys.update(tx, { ...key, isActive: false });
      await this.audit.record(tx, {
        actor: by,
        action: 'api_key.deactivated',
        object: { type: 'api_key', id: key.id },
        accountId: account.id,
        details: { name: key.name, reason: 'owner_lost_permission', owner: after.email, permissions: lost },
      });
      stopped.push(key);
    }
    if (stopped.length === 0) return false;
    await this.outbox.enqueue(tx, lostKeysMails(account, after, stopped, newId()));
    return true;
  }

  /** Makes a change that was committed take effect in this process at once. */
  announce(accountId: string): void {
    this.directory.forget(accountId);
  }
}
