import { newId, type Tx } from '@app/kernel';
import type { CheckoutOrder } from '../checkout/domain/checkout-order';
import type { ExceptionReason, PaymentException } from '../exceptions/domain/payment-exception';
import type { PaymentLink } from '../links/domain/payment-link';
import { linkMovesOf, orderMovesOf, resolvedAsides } from '../settlement/adapters/settlement-moves';
import {
  NotificationsRepository,
  type Backlog,
  type NotificationKey,
  type PendingNotification,
  type PutAside,
  type RailNotification,
  type ReceivedNotification,
  type SettledNotification,
} from '../settlement/application/ports';
import { NOTIFICATION_TYPES } from '../settlement/domain/settlement-decision';
import type { InMemoryTables, NotificationEntry } from './in-memory-tables';

const FIRST_ATTEMPT_MS = 10_000;
const LONGEST_DELAY_MS = 3_600_000;

const keyOf = ({ provider, id }: NotificationKey) => `${provider} ${id}`;

/** Needs a unit of work whose transactions run one after another: locking is nothing to do. */
export class InMemoryNotificationsRepository extends NotificationsRepository {
  constructor(private readonly tables: InMemoryTables) {
    super();
  }

  async store(
    _tx: Tx,
    received: readonly ReceivedNotification[],
  ): Promise<('stored' | 'repeated' | 'unknown_order')[]> {
    return received.map(({ notification, body }) => {
      if (!this.orderOf(notification)) return 'unknown_order';
      if (this.tables.notifications.has(keyOf(notification))) return 'repeated';
      const receivedAt = this.tables.now().getTime();
      const nextAttemptAt = receivedAt + FIRST_ATTEMPT_MS;
      const entry = { notification, body, outcome: null, attempts: 0, receivedAt, nextAttemptAt };
      this.tables.notifications.set(keyOf(notification), entry);
      return 'stored';
    });
  }

  async lockPending(_tx: Tx, keys: readonly NotificationKey[]): Promise<PendingNotification[]> {
    const entries = keys.map((key) => this.tables.notifications.get(keyOf(key))).filter((entry) => entry !== undefined);
    const links = new Set(this.unsettled(entries).map(({ link }) => link.id));
    return this.unsettled([...this.tables.notifications.values()])
      .filter(({ link }) => links.has(link.id))
      .sort((a, b) => compare(a.link.id, b.link.id) || rankOf(a) - rankOf(b));
  }

  async writeOutcomes(_tx: Tx, settled: readonly SettledNotification[]): Promise<PutAside[]> {
    for (const { pending, outcome } of settled) {
      (this.tables.notifications.get(keyOf(pending.notification)) as NotificationEntry).outcome = outcome;
    }
    for (const move of linkMovesOf(settled)) this.moveLink(move);
    for (const { id, status } of orderMovesOf(settled)) this.tables.changeOrder(id, { status });
    for (const { id, status, resolution } of resolvedAsides(settled)) {
      const open = this.tables.exceptions.some((exception) => exception.id === id && exception.status === 'open');
      if (!open) throw new Error('staff has resolved an exception meanwhile');
      this.tables.changeException(id, { status, resolution, resolvedAt: this.tables.now() });
    }
    return settled.flatMap((item) => (item.outcome.startsWith('exception:') ? this.putAside(item) : []));
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

  async backlog(): Promise<Backlog> {
    const pending = [...this.tables.notifications.values()].filter(({ outcome }) => outcome === null);
    const oldest = Math.min(...pending.map(({ receivedAt }) => receivedAt));
    return {
      pending: pending.length,
      oldestSeconds: pending.length > 0 ? (this.tables.now().getTime() - oldest) / 1_000 : 0,
      openExceptions: this.tables.exceptions.filter(({ status }) => status === 'open').length,
    };
  }

  private unsettled(entries: readonly NotificationEntry[]): PendingNotification[] {
    return entries
      .filter(({ outcome }) => outcome === null)
      .map(({ notification }) => {
        const order = this.orderOf(notification) as CheckoutOrder;
        const link = this.tables.links.get(order.linkId) as PaymentLink;
        return { notification, order, link, asides: this.asidesOf(notification, order) };
      });
  }

  private asidesOf(notification: RailNotification, order: CheckoutOrder) {
    return this.tables.exceptions
      .filter(
        ({ provider, notificationId, orderId }) =>
          (provider === notification.provider && notificationId === notification.id) || orderId === order.id,
      )
      .map(({ id, notificationId, amount, status }) => {
        const payment = this.tables.payments.find(({ exceptionId }) => exceptionId === id)?.status ?? null;
        return { id, notificationId, amount, status, payment };
      });
  }

  private moveLink({ id, status, paidWith }: ReturnType<typeof linkMovesOf>[number]): void {
    const now = this.tables.now();
    const { expiresAt } = this.tables.links.get(id) as PaymentLink;
    this.tables.changeLink(id, {
      status,
      ...(paidWith !== null && { currentUses: 1, paymentMethod: paidWith }),
      ...(status === 'expired' && { expiresAt: expiresAt === null || expiresAt > now ? now : expiresAt }),
    });
  }

  private putAside({ pending, outcome, aside }: SettledNotification): PutAside[] {
    const { notification, link, order } = pending;
    const reason = outcome.slice('exception:'.length) as ExceptionReason;
    if (aside) {
      this.tables.changeException(aside.id, { linkId: link.id, orderId: order.id, reason });
      return [];
    }
    const exception: PaymentException = {
      ...{ id: newId(), provider: notification.provider, notificationId: notification.id },
      ...{ reference: notification.reference, linkId: link.id, orderId: order.id, reason },
      ...{ amount: notification.paid as PaymentException['amount'], status: 'open', walletId: null, resolution: null },
      ...{ createdAt: this.tables.now(), resolvedAt: null },
    };
    this.tables.exceptions.push(exception);
    return [exception];
  }

  private orderOf({ provider, reference }: RailNotification): CheckoutOrder | undefined {
    return [...this.tables.orders.values()].find(
      (order) => order.provider === provider && order.providerReference === reference,
    );
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function rankOf({ notification }: PendingNotification): number {
  return NOTIFICATION_TYPES.indexOf(notification.type);
}
