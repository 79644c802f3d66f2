/**
 * Who made a change: a panel user or an API key (by id), a member of staff (by the name of their system account), or the
 * service.
 */
export interface Actor {
  type: 'user' | 'api_key' | 'staff' | 'system';
  name: string;
  /** Network address of the request. */
  fromAddress?: string | undefined;
  requestId?: string | undefined;
}

/** One line of the audit log. `details` never holds a password, a key, a token or a code. */
export interface AuditEntry {
  actor: Actor;
  /** As `object.past_participle`: `api_key.created`. */
  action: string;
  object: { type: string; id: string };
  accountId?: string | undefined;
  details?: Readonly<Record<string, unknown>>;
}
