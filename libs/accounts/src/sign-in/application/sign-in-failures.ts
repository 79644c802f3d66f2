import { UnitOfWork } from '@app/kernel';
import { Metrics } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../audit/application/ports';
import { userEntry } from '../../users/application/user-entry';
import type { PanelUser } from '../../users/domain/panel-user';
import type { Origin } from './sign-in-lock';

/** Entries about failed sign-ins of a user in the audit log: anyone can make them, and nothing deletes them. */
const MOST_AN_HOUR = 10;

/** Counts failed sign-ins, and records those of a user. */
@Injectable()
export class SignInFailures {
  private readonly failures: ReturnType<typeof Metrics.prototype.counter<'address'>>;

  constructor(
    private readonly audit: AuditLog,
    private readonly uow: UnitOfWork,
    metrics: Metrics,
  ) {
    const help = 'Failed sign-ins to the panel, by whether a user has the address';
    this.failures = metrics.counter('panel_sign_in_failures_total', help, 'address', ['known', 'unknown']);
  }

  /** Without a user, only counts: strangers could make the audit log grow without limit with invented addresses. */
  record(user: PanelUser | undefined, { fromAddress, requestId }: Origin): void {
    this.failures.inc({ address: user ? 'known' : 'unknown' });
    if (!user) return;
    const actor = { type: 'system', name: 'sign-in', fromAddress, requestId } as const;
    const entry = userEntry('sign_in_failed', actor, user, { email: user.email });
    // Not awaited: the response time would reveal that a user has the address. The counter has it in any case.
    this.uow.once((tx) => this.audit.recordUpTo(tx, MOST_AN_HOUR, entry)).catch(() => undefined);
  }
}
