import { SignInRetention } from '@app/accounts';
import { UnitOfWork } from '@app/kernel';
import { MailRetention } from '@app/mail';
import { OrderRetention } from '@app/payment-links';
import { Idempotency, Log } from '@app/platform';
import { FactRetention, StatusInquiries } from '@app/rails';
import { WebhookRetention } from '@app/webhooks';
import type { FactoryProvider } from '@nestjs/common';
import { BacklogLoop } from './backlog.loop';

/** Deletes at most `limit` rows of one kind; returns how many. */
export type Deletion = (limit: number) => Promise<number>;

/** Rows of one kind that one transaction deletes. */
const BATCH = 500;

/** Deletes what is no longer needed, one kind after the other. A kind that fails does not stop the others. */
export class RetentionLoop extends BacklogLoop {
  constructor(deletions: readonly Deletion[], log: Log) {
    const turn = async () => {
      const results: PromiseSettledResult<number>[] = [];
      for (const deletion of deletions) results.push(...(await Promise.allSettled([deletion(BATCH)])));
      const failed = results.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
      if (failed) throw failed.reason;
      return results.some((result) => result.status === 'fulfilled' && result.value >= BATCH);
    };
    super('retention', turn, log);
  }
}

/**
 * Each kind is deleted by its own library: idempotency keys a day after their first use, ended panel sessions, failed
 * sign-ins that no longer count, links to choose another password, and webhooks, payment notifications, mail and unpaid
 * orders that are older than their `RETENTION_` variable.
 */
export const RETENTION_LOOP: FactoryProvider<RetentionLoop> = {
  provide: RetentionLoop,
  inject: [
    Log,
    UnitOfWork,
    Idempotency,
    SignInRetention,
    WebhookRetention,
    FactRetention,
    MailRetention,
    OrderRetention,
    StatusInquiries,
  ],
  useFactory: (
    log: Log,
    uow: UnitOfWork,
    idempotency: Idempotency,
    signIn: SignInRetention,
    webhooks: WebhookRetention,
    notifications: FactRetention,
    mail: MailRetention,
    orders: OrderRetention,
    inquiries: StatusInquiries,
  ) => {
    const deletions: readonly Deletion[] = [
      (limit) => uow.once((tx) => idempotency.forgetOld(tx, limit)),
      (limit) => signIn.deleteExpired(limit),
      (limit) => webhooks.deleteOld(limit),
      (limit) => notifications.deleteOld(limit),
      (limit) => mail.deleteOld(limit),
      (limit) => orders.deleteOld(limit),
      () => inquiries.giveUpOld(),
    ];
    return new RetentionLoop(deletions, log);
  },
};
