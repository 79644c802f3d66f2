import type { Tx } from '@app/kernel';
import {
  NotificationsRepository,
  type NotificationKey,
  type PendingNotification,
  type RailNotification,
  type SettledNotification,
} from '../application/ports';
import type { CheckoutOrder } from '../domain/checkout-order';
import { OrderNotFoundError } from '../domain/errors';
import type { PaymentLink } from '../domain/payment-link';
import type { InMemoryTables, NotificationEntry } from './in-memory-tables';

const FIRST_ATTEMPT_MS = 10_000;
const LONGEST_DELAY_MS = 3_600_000;

const keyOf = ({ provider, id }: NotificationKey) => `${provider} ${id}`;

/** Needs a unit of work whose transactions run one after another: locking is nothing to do. */
export class InMemoryNotificationsRepository extends NotificationsRepository {
  constructor(private readonly tables: InMemoryTables) {
    super();
  }

  async store(_tx: Tx, notification: RailNotification, body: string): Promise<'stored' | 'repeated'> {
    if (!this.orderOf(notification)) throw new OrderNotFoundError();
    if (this.tables.notifications.has(keyOf(notification))) return 'repeated';
    const nextAttemptAt = this.tables.now().getTime() + FIRST_ATTEMPT_MS;
    this.tables.notifications.set(keyOf(notification), {
      ...{ notification, body, nextAttemptAt },
      outcome: null,
      attempts: 0,
    });
    return 'stored';
  }

  async lockPending(_tx: Tx, keys: readonly NotificationKey[]): Promise<PendingNotification[]> {
    const wanted = new Set(keys.map(keyOf));
    return [...this.tables.notifications]
      .filter(([key, { outcome }]) => wanted.has(key) && outcome === null)
      .map(([, { notification }]) => {
        const order = this.orderOf(notification) as CheckoutOrder;
        return { notification, order, link: this.tables.links.get(order.linkId) as PaymentLink };
      })
      .sort((a, b) => (a.link.id < b.link.id ? -1 : a.link.id > b.link.id ? 1 : 0));
  }

  async writeOutcomes(_tx: Tx, settled: readonly SettledNotification[]): Promise<void> {
    for (const { pending, outcome, linkStatus } of settled) {
      const { notification, link, order } = pending;
      (this.tables.notifications.get(keyOf(notification)) as NotificationEntry).outcome = outcome;
      if (linkStatus === 'completed' && link.status !== 'completed') {
        this.tables.changeLink(link.id, { status: linkStatus, currentUses: 1, paymentMethod: order.method });
        this.tables.changeOrder(order.id, { status: 'paid' });
      } else if (linkStatus === 'expired' && link.status !== 'expired') {
        const now = this.tables.now();
        const expiresAt = link.expiresAt === null || link.expiresAt > now ? now : link.expiresAt;
        this.tables.changeLink(link.id, { status: linkStatus, expiresAt });
        this.tables.changeOrder(order.id, { status: 'lapsed' });
      }
      if (outcome.startsWith('exception:') && notification.paid) {
        const [reason, amount] = [outcome.slice('exception:'.length), notification.paid];
        this.tables.exceptions.push({
          ...{ notificationId: notification.id, linkId: link.id, orderId: order.id, reason, amount },
        });
      }
    }
  }

  async takeDue(_tx: Tx, limit: number): Promise<NotificationKey[]> {
    const now = this.tables.now().getTime();
    const due = [...this.tables.notifications.values()]
      .filter(({ outcome, nextAttemptAt }) => outcome === null && nextAttemptAt <= now)
      .sort((a, b) => a.nextAttemptAt - b.nextAttemptAt)
      .slice(0, limit);
    return due.map((entry) => {
      entry.nextAttemptAt = now + Math.min(FIRST_ATTEMPT_MS * 2 ** entry.attempts, LONGEST_DELAY_MS);
      entry.attempts += 1;
      return { provider: entry.notification.provider, id: entry.notification.id };
    });
  }

  private orderOf({ provider, reference }: RailNotification): CheckoutOrder | undefined {
    return [...this.tables.orders.values()].find(
      (order) => order.provider === provider && order.providerReference === reference,
    );
  }
}
