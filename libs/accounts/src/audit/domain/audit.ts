import type { ListPart } from '@app/kernel';

export const ACTOR_TYPES = ['user', 'api_key', 'staff', 'system'] as const;

/**
 * Who made a change: a panel user or an API key (by id), a member of staff (by the name of their system account), or the
 * service.
 */
export interface Actor {
  type: (typeof ACTOR_TYPES)[number];
  name: string;
  /** Network address of the request. */
  fromAddress?: string | undefined;
  /** The network that limits count the address as. It is not recorded. */
  network?: string | undefined;
  requestId?: string | undefined;
}

/**
 * One line of the audit log. Administrators of the account read it: `details` never holds a password, a key, a token, a
 * code or a full document number. Rule 14.14.
 */
export interface AuditEntry {
  actor: Actor;
  /** As `object.past_participle`: `api_key.created`. */
  action: string;
  object: { type: string; id: string };
  accountId?: string | undefined;
  details?: Readonly<Record<string, unknown>>;
}

/** An entry as the log has it. */
export interface AuditRecord {
  id: string;
  action: string;
  /** Only a user has an id; the name is the user's address. */
  actor: { type: Actor['type']; id: string | null; name: string };
  object: AuditEntry['object'];
  details: Readonly<Record<string, unknown>>;
  /** Network address of the request; null for what was not a request. */
  fromAddress: string | null;
  createdAt: Date;
}

/** Which part of an account's log is read. */
export interface AuditQuery extends ListPart {
  action?: string | undefined;
  /** Only what this user did. */
  actorId?: string | undefined;
}
