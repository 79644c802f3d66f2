import type { OrderStatus } from '../../checkout/domain/checkout-order';
import type { LinkStatus } from '../../links/domain/payment-link';
import type { SettledPayment } from '../application/ports';

interface LinkMove {
  id: string;
  previous: LinkStatus;
  status: LinkStatus;
  /** The method that it was paid with, when it was. */
  paidWith: string | null;
}

interface OrderMove {
  id: string;
  previous: OrderStatus;
  status: OrderStatus;
}

/**
 * Where links end, each once: notifications about one link may move it one after the other, as a lapse and the late
 * payment do, and one UPDATE can move a row only once.
 */
export function linkMovesOf(settled: readonly SettledPayment[]): LinkMove[] {
  const moves = new Map<string, LinkMove>();
  for (const { pending, linkStatus, outcome } of settled) {
    const { link, order } = pending;
    if (linkStatus === link.status) continue;
    const earlier = moves.get(link.id);
    const paidWith = outcome === 'credited' ? order.method : (earlier?.paidWith ?? null);
    moves.set(link.id, { id: link.id, previous: earlier?.previous ?? link.status, status: linkStatus, paidWith });
  }
  return [...moves.values()];
}

/** Where orders end, each once. */
export function orderMovesOf(settled: readonly SettledPayment[]): OrderMove[] {
  const moves = new Map<string, OrderMove>();
  for (const { pending, orderStatus } of settled) {
    const { id, status } = pending.order;
    if (orderStatus === status) continue;
    moves.set(id, { id, previous: moves.get(id)?.previous ?? status, status: orderStatus });
  }
  return [...moves.values()];
}

interface Resolved {
  id: string;
  status: 'matched' | 'refunded';
  resolution: string;
}

/** Exceptions that the notifications themselves resolve. */
export function resolvedExceptions(settled: readonly SettledPayment[]): Resolved[] {
  return settled.flatMap(({ exception, outcome }): Resolved[] => {
    if (exception && outcome === 'credited') {
      return [{ id: exception.id, status: 'matched', resolution: 'The order turned up and was credited.' }];
    }
    if (!exception || outcome !== 'aside_returned') return [];
    return [{ id: exception.id, status: 'refunded', resolution: 'The rail took the money back.' }];
  });
}
