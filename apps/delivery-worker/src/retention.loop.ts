import { SignInRetention } from '@app/accounts';
import { UnitOfWork } from '@app/kernel';
import { MailRetention } from '@app/mail';
import { OrderRetention } from '@app/payment-links';
import { ClaimLoop, Idempotency, Log } from '@app/platform';
import { FactRetention, Looks } from '@app/rails';
import { WebhookRetention } from '@app/webhooks';
import { Injectable } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';

/** Rows of one kind that one transaction deletes. */
const BATCH = 500;
/** Between batches, so that vacuum and everything else keep up with a long backlog. */
const PAUSE_MS = 100;
const POLL_MS = 60_000;

/**
 * Deletes what is no longer needed, each kind by its own library: idempotency keys a day after their first use, ended panel
 * sessions, failed sign-ins that no longer count, links to choose another password, and webhooks, payment notifications, mail and unpaid orders that are
 * older than their `RETENTION_` variable.
 */
@Injectable()
export class RetentionLoop extends ClaimLoop {
  constructor(
    idempotency: Idempotency,
    signIn: SignInRetention,
    webhooks: WebhookRetention,
    notifications: FactRetention,
    mail: MailRetention,
    orders: OrderRetention,
    looks: Looks,
    uow: UnitOfWork,
    log: Log,
  ) {
    const deletions = [
      () => uow.once((tx) => idempotency.forgetOld(tx, BATCH)),
      () => signIn.deleteExpired(BATCH),
      () => webhooks.deleteOld(BATCH),
      () => notifications.deleteOld(BATCH),
      () => mail.deleteOld(BATCH),
      () => orders.deleteOld(BATCH),
      () => looks.giveUpOld(),
    ];
    super({
      name: 'retention',
      log,
      longestIdleMs: POLL_MS,
      turn: async () => {
        const results: PromiseSettledResult<number>[] = [];
        for (const deleteOld of deletions) results.push(...(await Promise.allSettled([deleteOld()])));
        // One failing kind does not block the others.
        const failed = results.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
        if (failed) throw failed.reason;
        const isMoreDue = results.some((result) => result.status === 'fulfilled' && result.value >= BATCH);
        if (isMoreDue) await pause(PAUSE_MS);
        return isMoreDue;
      },
    });
  }
}
