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

/**
 * The login name of the person on this machine, or the numeric user id if it has no name. Under sudo the
 * caller is named too. The caller's name comes from the environment, which anyone can set, so it counts for root only.
 */
function systemUser(): string {
  // eslint-disable-next-line no-restricted-properties -- the caller's login name, as below, and not a setting
  const caller = process.getuid?.() === 0 ? process.env['SUDO_USER'] : undefined;
  return caller ? `${caller} as ${loginName()}` : loginName();
}

function loginName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
