import { AuditLog, type Actor, type AuditEntry } from '@app/accounts';
import type { Tx } from '@app/kernel';
import type { INestApplicationContext } from '@nestjs/common';
import { userInfo } from 'node:os';

/** The person who runs this command. */
export function staffMember(): Actor {
  return { type: 'staff', name: systemUser() };
}

/** Records a change by the person who runs this command in the audit log, in the transaction of the change. */
export function recordForStaff(app: INestApplicationContext, tx: Tx, entry: Omit<AuditEntry, 'actor'>): Promise<void> {
  return app.get(AuditLog).record(tx, { ...entry, actor: staffMember() });
}

/** The login name of the person on this machine, or the numeric user id if it has no name. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
