import type { Actor, AuditEntry } from '../../audit/domain/audit';
import type { ManagedUser, PanelUser } from '../domain/panel-user';

/** The audit entry about a change of a user. */
export function userEntry(
  done: string,
  actor: Actor,
  user: Pick<ManagedUser, 'id' | 'accountId'> | Pick<PanelUser, 'id' | 'account'>,
  details?: AuditEntry['details'],
): AuditEntry {
  const accountId = 'account' in user ? user.account.id : user.accountId;
  return {
    actor,
    action: `user.${done}`,
    object: { type: 'user', id: user.id },
    accountId,
    ...(details && { details }),
  };
}
