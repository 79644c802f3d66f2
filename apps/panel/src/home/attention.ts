import type { Schemas } from '../api/client';

export type Account = Pick<Schemas['Account'], 'status' | 'kyc_status' | 'kyb_status'>;
export type PaymentException = Pick<Schemas['PaymentException'], 'state'>;
export type Delivery = Pick<
  Schemas['WebhookDelivery'],
  'status' | 'attempts' | 'event_id' | 'endpoint_id' | 'url' | 'created_at'
>;
export type Payout = Pick<Schemas['Payout'], 'status' | 'created_at' | 'lead_time'>;

/** Something that needs the attention of the merchant. Its texts are below `attention.<id>`. */
export interface Notice {
  id: 'paused' | 'kyc' | 'kyb' | 'exceptions' | 'disputes' | 'failed' | 'retrying' | 'overdue' | 'terms';
  /** `stop`: the account cannot work until it is resolved; `warn`: something waits; `hint`: a feature cannot be used yet. */
  weight: 'stop' | 'warn' | 'hint';
  /** The page that shows or resolves it. */
  to: string;
  count?: number;
  /** There may be more than `count`, which is the number on one page of a list. */
  orMore?: boolean;
}

/** The part of a list that was read. */
export interface Read<Row> {
  rows: readonly Row[];
  hasMore: boolean;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Deliveries that failed earlier are not shown: their events are in the lists of payments and payouts. */
export const FAILED_DAYS = 3;

/** Problems that block the whole account. */
export function accountNotices({ status, kyc_status, kyb_status }: Account): Notice[] {
  return [
    ...(status === 'paused' ? [{ id: 'paused', weight: 'stop', to: '/account' } as const] : []),
    ...(kyc_status === 'pending' ? [{ id: 'kyc', weight: 'warn', to: '/account' } as const] : []),
    ...(kyb_status === 'pending' ? [{ id: 'kyb', weight: 'warn', to: '/account' } as const] : []),
  ];
}

/** Payments that could not be credited and on which staff are working. */
export function exceptionNotices({ rows, hasMore }: Read<PaymentException>): Notice[] {
  const count = rows.filter(({ state }) => state === 'open').length;
  // The page also has resolved ones, so more open ones can follow only when every row is open.
  const orMore = hasMore && count === rows.length;
  return count === 0 ? [] : [{ id: 'exceptions', weight: 'warn', to: '/payments/exceptions', count, orMore }];
}

/** Payments that payers contest, while the bank has not decided. */
export function disputeNotices({ rows, hasMore }: Read<unknown>): Notice[] {
  return notices('disputes', '/payments/disputes?status=open', rows.length, { rows, hasMore });
}

interface DeliveryPages {
  failed: Read<Delivery>;
  pending: Read<Delivery>;
  /** The newest, which show the failed ones whose resend succeeded. */
  delivered: readonly Delivery[];
}

/** Webhooks that the merchant's server does not accept: those that have failed, and those that will be retried. */
export function deliveryNotices({ failed, pending, delivered }: DeliveryPages, now: Date): Notice[] {
  // A resend is a new delivery of the same event to the same receiver.
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

/** Payouts that have been open for more than a day and longer than the lead time of their route. */
export function payoutNotices({ requested, processing }: PayoutPages, now: Date): Notice[] {
  const late = (payout: Payout) => now.getTime() - Date.parse(payout.created_at) > Math.max(leadTimeMs(payout), DAY_MS);
  const waiting = requested.rows.filter(late).length;
  const count = waiting + processing.rows.filter(late).length;
  const to = `/payouts?status=${waiting > 0 ? 'requested' : 'processing'}`;
  const hasMore = requested.hasMore || processing.hasMore;
  return count === 0 ? [] : [{ id: 'overdue', weight: 'warn', to, count, orMore: hasMore }];
}

/** The lead time of the payout's route. Staff choose its text; one that is not like `2d` or `4h` counts as a day. */
function leadTimeMs({ lead_time }: Payout): number {
  const [, amount, unit] = /^(\d{1,4})\s*([hd])/.exec(lead_time) ?? [];
  return amount === undefined ? DAY_MS : Number(amount) * (unit === 'h' ? HOUR_MS : DAY_MS);
}

/** The API rejects transfers until a user of the account accepts their terms. */
export function termsNotices({ accepted }: { accepted: boolean }): Notice[] {
  return accepted ? [] : [{ id: 'terms', weight: 'hint', to: '/transfers/terms' }];
}
