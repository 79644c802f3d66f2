import { Batcher, isolateFailures, UnitOfWork, within, type Failure } from '@app/kernel';
import { Log, Metrics } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { PaymentExceptions } from '../../exceptions/application/payment-exceptions';
import { OrderNotFoundError } from '../domain/errors';
import { CollectionBooks } from './collection-books';
import {
  NotificationsRepository,
  type Backlog,
  type NotificationKey,
  type NotificationSource,
  type RailMessage,
  type RailNotification,
  type ReceivedNotification,
  type SettledNotification,
} from './ports';
import { decideAll } from './settlement-batch';

/** One transaction at a time, so that each takes along what arrived meanwhile: batches grow with the load. */
const LARGEST_BATCH = 100;
/** How long a rail waits for its notification to be settled; it is stored by then, and answered in any case. */
const PATIENCE_MS = 2_000;

/** Turns what rails notify into credited money, exactly once. */
@Injectable()
export class Settlement {
  private readonly outcomes: ReturnType<typeof Metrics.prototype.counter<'outcome'>>;
  private readonly inbox = new Batcher<ReceivedNotification, 'stored' | 'repeated' | 'unknown_order'>(
    0,
    LARGEST_BATCH,
    (received) => this.uow.once((tx) => this.notifications.store(tx, received)),
  );
  private readonly settling = new Batcher<NotificationKey, Failure | undefined>(0, LARGEST_BATCH, (keys) =>
    this.settleApart(keys),
  );

  constructor(
    private readonly notifications: NotificationsRepository,
    private readonly books: CollectionBooks,
    private readonly exceptions: PaymentExceptions,
    private readonly uow: UnitOfWork,
    private readonly log: Log,
    metrics: Metrics,
  ) {
    this.outcomes = metrics.counter('rail_notifications_total', 'Notifications of rails by what came of them', [
      'outcome',
    ]);
  }

  /**
   * Stores the notification under its id and settles it. Once it is stored the rail may be answered: what cannot be
   * settled now is settled later by the worker. Throws `NotificationRefusedError`, or `OrderNotFoundError` with money of
   * an unknown order put aside.
   */
  async receive(source: NotificationSource, message: RailMessage): Promise<void> {
    const notification = source.readNotification(message);
    const stored = await this.inbox.add({ notification, body: message.body.toString('utf8') });
    if (stored === 'unknown_order') return this.refuse(notification);
    const failure = await within(PATIENCE_MS, () => this.settling.add(notification));
    if (!failure) return;
    this.outcomes.inc({ outcome: 'failed' });
    this.log.error(
      { err: failure.error, ...about(notification) },
      'notification is stored and could not be settled yet',
    );
  }

  /**
   * Settles the stored ones among these, and whatever waited for them, in one transaction; those that are settled already
   * are left as they are.
   */
  async settle(keys: readonly NotificationKey[]): Promise<SettledNotification[]> {
    const { settled, waiting } = await this.uow.run(async (tx) => {
      const decided = decideAll(await this.notifications.lockPending(tx, keys));
      if (decided.settled.length === 0) return decided;
      const putAside = await this.notifications.writeOutcomes(tx, decided.settled);
      await this.books.record(tx, decided.settled, putAside);
      return decided;
    });
    const asides = settled.filter(({ outcome }) => outcome.startsWith('exception:'));
    for (const { outcome } of settled) this.outcomes.inc({ outcome });
    for (const { outcome, pending } of asides)
      this.log.warn({ outcome, ...about(pending.notification) }, 'payment put aside');
    // A return that came first can take back what has just been put aside.
    if (asides.length === 0 || waiting.length === 0) return settled;
    return [...settled, ...(await this.settle(waiting.map(({ notification }) => notification)))];
  }

  /** Settles what an earlier attempt left behind, or what waits for another notification; returns how many were due. */
  async settleDue(limit: number): Promise<number> {
    const due = await this.uow.once((tx) => this.notifications.takeDue(tx, limit));
    const failures = await this.settleApart(due);
    due.forEach((key, i) => {
      if (failures[i]) this.log.error({ err: failures[i].error, ...about(key) }, 'notification cannot be settled');
    });
    return due.length;
  }

  /** What is stored and not settled, and what waits for staff. */
  backlog(): Promise<Backlog> {
    return this.notifications.backlog();
  }

  /** Whatever poisons a batch takes none of its neighbours down. */
  private settleApart(keys: readonly NotificationKey[]): Promise<(Failure | undefined)[]> {
    return isolateFailures(keys, (some) => this.settle(some));
  }

  private async refuse(notification: RailNotification): Promise<never> {
    this.outcomes.inc({ outcome: 'unknown_order' });
    this.log.warn({ reference: notification.reference, ...about(notification) }, 'notification about an unknown order');
    if (notification.paid) await this.exceptions.putAsideUnknown(notification, notification.paid);
    throw new OrderNotFoundError();
  }
}

function about({ provider, id }: NotificationKey) {
  return { provider, notification_id: id };
}
