import type { Schemas } from '../api/client';

export type Account = Pick<Schemas['Account'], 'status' | 'kyc_status' | 'kyb_status'>;
export type PaymentException = Pick<Schemas['PaymentException'], 'state'>;
export type Delivery = Pick<
  Schemas['WebhookDelivery'],
  'status' | 'attempts' | 'event_id' | 'endpoint_id' | 'url' | 'created_at'
>;
export type Payout = Pick<Schemas['Payout'], 'status' | 'created_at' | 'lead_time'>;

/** Something that waits for the merchant. Its texts are below `attention.<id>`. */
export interface Notice {
  id: 'paused' | 'kyc' | 'kyb' | 'exceptions' | 'failed' | 'retrying' | 'overdue' | 'terms';
  /** `stop`: nothing works until it is settled; `warn`: something waits; `hint`: something cannot be used yet. */
  weight: 'stop' | 'warn' | 'hint';
  /** The page where one sees or settles it. */
  to: string;
  count?: number;
  /** There are more than `count`, which one page of a list holds. */
  orMore?: boolean;
}

/** A page of a list, as far as it was read. */
export interface Read<Row> {
  rows: readonly Row[];
  hasMore: boolean;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Deliveries that failed longer ago are history: their events are in the lists of payments and payouts. */
export const FAILED_DAYS = 3;

/** What keeps the whole account from working. */
export function accountNotices({ status, kyc_status, kyb_status }: Account): Notice[] {
  return [
    ...(status === 'paused' ? [{ id: 'paused', weight: 'stop', to: '/account' } as const] : []),
    ...(kyc_status === 'pending' ? [{ id: 'kyc', weight: 'warn', to: '/account' } as const] : []),
    ...(kyb_status === 'pending' ? [{ id: 'kyb', weight: 'warn', to: '/account' } as const] : []),
  ];
}

/** Payments that could not be credited and that staff still works on. */
export function exceptionNotices({ rows, hasMore }: Read<PaymentException>): Notice[] {
  const count = rows.filter(({ state }) => state === 'open').length;
  // Resolved ones fill the page as well, so more open ones may follow only when all of it is open.
  const orMore = hasMore && count === rows.length;
  return count === 0 ? [] : [{ id: 'exceptions', weight: 'warn', to: '/payments/exceptions', count, orMore }];
}

interface DeliveryPages {
  failed: Read<Delivery>;
  pending: Read<Delivery>;
  /** The newest, to see which failed ones were sent again with success. */
  delivered: readonly Delivery[];
}

/** Webhooks that the merchant's server does not accept: those given up, and those that will be tried again. */
export function deliveryNotices({ failed, pending, delivered }: DeliveryPages, now: Date): Notice[] {
  // A delivery that was sent again is a new one of the same event to the same receiver.
  const receiver = ({ event_id, endpoint_id, url }: Delivery) => `${event_id} ${endpoint_id ?? url}`;
  const later = new Set([...delivered, ...pending.rows].map(receiver));
  const since = now.getTime() - FAILED_DAYS * DAY_MS;
  const lost = new Set(
    failed.rows
      .filter((delivery) => Date.parse(delivery.created_at) >= since && !later.has(receiver(delivery)))
      .map(receiver),
  ).size;
  const retrying = pending.rows.filter(({ attempts }) => attempts.length > 0).length;
  return [
    ...notices('failed', '/deliveries?status=failed', lost, failed),
    ...notices('retrying', '/deliveries?status=pending', retrying, pending),
  ];
}

function notices(id: Notice['id'], to: string, count: number, { rows, hasMore }: Read<unknown>): Notice[] {
  return count === 0 ? [] : [{ id, weight: 'warn', to, count, orMore: hasMore && count === rows.length }];
}

interface PayoutPages {
  requested: Read<Payout>;
  processing: Read<Payout>;
}

/** Payouts that have been on their way for more than a day and longer than their route usually takes. */
export function payoutNotices({ requested, processing }: PayoutPages, now: Date): Notice[] {
  const late = (payout: Payout) => now.getTime() - Date.parse(payout.created_at) > Math.max(usual(payout), DAY_MS);
  const waiting = requested.rows.filter(late).length;
  const count = waiting + processing.rows.filter(late).length;
  const to = `/payouts?status=${waiting > 0 ? 'requested' : 'processing'}`;
  const hasMore = requested.hasMore || processing.hasMore;
  return count === 0 ? [] : [{ id: 'overdue', weight: 'warn', to, count, orMore: hasMore }];
}

/** How long the payout's route takes. Staff writes it as they like; what is not like `2d` or `4h` counts as a day. */
function usual({ lead_time }: Payout): number {
  const [, amount, unit] = /^(\d{1,4})\s*([hd])/.exec(lead_time) ?? [];
  return amount === undefined ? DAY_MS : Number(amount) * (unit === 'h' ? HOUR_MS : DAY_MS);
}

/** Transfers are refused until somebody accepts their terms. */
export function termsNotices({ accepted }: { accepted: boolean }): Notice[] {
  return accepted ? [] : [{ id: 'terms', weight: 'hint', to: '/transfers/terms' }];
}
