import type { Actor, AuditEntry } from '../../audit/domain/audit';
import type { ManagedKey } from '../domain/key-settings';

/** The audit entry about a change of an API key. */
export function keyEntry(
  done: string,
  actor: Actor,
  { id, accountId }: ManagedKey,
  details: AuditEntry['details'],
): AuditEntry {
  return { actor, action: `api_key.${done}`, object: { type: 'api_key', id }, accountId, details };
}
