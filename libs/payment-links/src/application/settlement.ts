import { Clock, newId, UnitOfWork, type Tx } from '@app/kernel';
import { LedgerService } from '@app/ledger';
import { MailOutbox } from '@app/mail';
import { Log, Metrics } from '@app/platform';
import { EventPublisher } from '@app/webhooks';
import { Injectable } from '@nestjs/common';
import type { LinkStatus } from '../domain/payment-link';
import { collectionEntry } from './collection-entry';
import { decide } from '../domain/settlement-decision';
import { OrderNotFoundError } from '../domain/errors';
import { linkEvent, paymentEvent } from './link-events';
import { receiptMail } from './receipt-mail';
import {
  NotificationsRepository,
  ReceivedPaymentsRepository,
  type NotificationKey,
  type NotificationSource,
  type PendingNotification,
  type RailMessage,
  type RailNotification,
  type SettledNotification,
} from './ports';

/** Turns what a rail notifies into credited money, exactly once. */
@Injectable()
export class Settlement {
  private readonly outcomes: ReturnType<typeof Metrics.prototype.counter<'outcome'>>;

  constructor(
    private readonly notifications: NotificationsRepository,
    private readonly payments: ReceivedPaymentsRepository,
    private readonly ledger: LedgerService,
    private readonly events: EventPublisher,
    private readonly mail: MailOutbox,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly log: Log,
    metrics: Metrics,
  ) {
    this.outcomes = metrics.counter('rail_notifications_total', 'Notifications of rails by what came of them', [
      'outcome',
    ]);
  }

  /**
   * Stores the notification under its id and settles it. Once it is stored the rail may be answered: what cannot be
   * settled now is settled later by the worker. Throws `NotificationRefusedError` or `OrderNotFoundError`.
   */
  async receive(source: NotificationSource, message: RailMessage): Promise<void> {
    const notification = source.readNotification(message);
    await this.store(notification, message.body.toString('utf8'));
    try {
      await this.settle([notification]);
    } catch (error) {
      this.outcomes.inc({ outcome: 'failed' });
      this.log.error({ err: error, ...about(notification) }, 'notification is stored and could not be settled yet');
    }
  }

  /** Settles the stored ones among these in one transaction; those that are settled already are left as they are. */
  async settle(keys: readonly NotificationKey[]): Promise<SettledNotification[]> {
    const settled = await this.uow.run(async (tx) => {
      const pending = await this.notifications.lockPending(tx, keys);
      if (pending.length === 0) return [];
      const settled = decideAll(pending);
      await this.credit(tx, settled);
      await this.notifications.writeOutcomes(tx, settled);
      return settled;
    });
    for (const { outcome, pending } of settled) {
      this.outcomes.inc({ outcome });
      if (outcome.startsWith('exception:'))
        this.log.warn({ outcome, ...about(pending.notification) }, 'payment put aside');
    }
    return settled;
  }

  /** Settles what an earlier attempt left behind; each by itself, so that one that fails holds up no other. */
  async settleDue(limit: number): Promise<number> {
    const due = await this.uow.once((tx) => this.notifications.takeDue(tx, limit));
    for (const key of due) {
      try {
        await this.settle([key]);
      } catch (error) {
        this.log.error(
          { err: error, provider: key.provider, notification_id: key.id },
          'notification cannot be settled',
        );
      }
    }
    return due.length;
  }

  private async store(notification: RailNotification, body: string): Promise<void> {
    try {
      await this.uow.once((tx) => this.notifications.store(tx, notification, body));
    } catch (error) {
      if (error instanceof OrderNotFoundError) {
        this.outcomes.inc({ outcome: 'unknown_order' });
        this.log.warn(
          { reference: notification.reference, ...about(notification) },
          'notification about an unknown order',
        );
      }
      throw error;
    }
  }

  private async credit(tx: Tx, settled: readonly SettledNotification[]): Promise<void> {
    const now = this.clock.now();
    const paid = settled.filter((item) => item.outcome === 'credited').map((item) => completed(item, now));
    const expired = settled.filter((item) => item.outcome === 'lapsed').map(({ pending }) => expiredLink(pending, now));
    if (paid.length > 0) {
      await this.ledger.post(
        tx,
        paid.map(({ link, order }) => collectionEntry(link, order, now)),
      );
      await this.payments.insert(
        tx,
        paid.map(({ link, order }) => ({
          id: newId(),
          accountId: link.accountId,
          linkId: link.id,
          orderId: order.id,
          kind: link.kind,
          walletId: link.walletId,
          method: order.method,
          payer: order.payer,
          terms: order.terms,
          provider: order.provider,
          providerReference: order.providerReference,
          creditedAt: now,
        })),
      );
      const receipts = paid.flatMap(({ link, order }) => receiptMail(link, order) ?? []);
      if (receipts.length > 0) await this.mail.enqueue(tx, receipts);
    }
    const events = [
      ...paid.map(({ link, order }) => paymentEvent(link, order, now)),
      ...expired.map((link) => linkEvent('payment_link.expired', link)),
    ];
    if (events.length > 0) await this.events.publish(tx, events);
  }
}

function about({ provider, id }: NotificationKey) {
  return { provider, notification_id: id };
}

/** Two notifications about one link are decided one after the other: the second sees what the first did. */
function decideAll(pending: readonly PendingNotification[]): SettledNotification[] {
  const statuses = new Map<string, LinkStatus>();
  return pending.map((item) => {
    const link = { ...item.link, status: statuses.get(item.link.id) ?? item.link.status };
    const current = { ...item, link };
    const decision = decide(current);
    statuses.set(link.id, decision.linkStatus);
    return { pending: current, ...decision };
  });
}

/** The payer that the rail names completes what the payer told at the checkout. */
function completed({ pending }: SettledNotification, now: Date) {
  const { link, order, notification } = pending;
  const payer = {
    name: order.payer.name ?? notification.payer?.name ?? null,
    email: order.payer.email ?? notification.payer?.email ?? null,
    document: order.payer.document ?? notification.payer?.document ?? null,
  };
  return {
    link: { ...link, status: 'completed' as const, paymentMethod: order.method, currentUses: 1, updatedAt: now },
    order: { ...order, payer },
  };
}

function expiredLink({ link }: PendingNotification, now: Date) {
  return { ...link, status: 'expired' as const, updatedAt: now };
}
