import { AuditLog, type Actor, type AuditEntry } from '@app/accounts';
import type { Tx } from '@app/kernel';
import type { INestApplicationContext } from '@nestjs/common';
import { userInfo } from 'node:os';

/** The person who runs this command. */
export function staffMember(): Actor {
  return { type: 'staff', name: systemUser() };
}

/** Writes into the audit log, in the transaction of the change, what the person who runs this command does. */
export function recordForStaff(app: INestApplicationContext, tx: Tx, entry: Omit<AuditEntry, 'actor'>): Promise<void> {
  return app.get(AuditLog).record(tx, { ...entry, actor: staffMember() });
}

/** The name under which the person is signed in to this machine, or the number where it has no name for them. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
