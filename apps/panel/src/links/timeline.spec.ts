import type { Delivery } from './queries';
import { timelineOf } from './timeline';

const at = (minute: number) => `2026-11-21T01:${String(minute).padStart(2, '0')}:00.000Z`;
const LINK = { status: 'active' as const, created_at: at(0), updated_at: at(0), expires_at: null };
const PAID = { created_at: at(1), credited_at: at(2), returned_at: null };

const delivery = (changes: Partial<Delivery>): Delivery => ({
  id: 'd1',
  endpoint_id: null,
  url: 'https://shop.example/hook',
  event: 'payment.completed',
  event_id: 'e1',
  payment_link_id: 'l1',
  status: 'delivered',
  attempts: [],
  next_attempt_at: null,
  created_at: at(2),
  delivered_at: at(3),
  payload: {},
  ...changes,
});
const kindsOf = (...[sources]: Parameters<typeof timelineOf>) =>
  timelineOf(sources).map((step) => `${step.kind}${step.at === null ? '?' : ''}`);

describe('the timeline of a link', () => {
  it('shows the next steps while the link is open', () => {
    expect(kindsOf({ link: LINK, payment: undefined, deliveries: [] })).toEqual([
      'created',
      'paid?',
      'credited?',
      'notified?',
    ]);
  });

  it('has no webhooks for users who may not see them', () => {
    expect(kindsOf({ link: LINK, payment: undefined, deliveries: undefined })).not.toContain('notified?');
  });

  it('leads from created to paid, credited and delivered', () => {
    const link = { ...LINK, status: 'completed' as const };
    expect(kindsOf({ link, payment: PAID, deliveries: [delivery({})] })).toEqual([
      'created',
      'paid',
      'credited',
      'delivered',
    ]);
  });

  it('waits for the credit of a debit', () => {
    const link = { ...LINK, status: 'in_transit' as const };
    const payment = { ...PAID, credited_at: null };
    expect(kindsOf({ link, payment, deliveries: undefined })).toEqual(['created', 'paid', 'credited?']);
  });

  it('ends with the return of a credited payment', () => {
    const link = { ...LINK, status: 'returned' as const };
    const payment = { ...PAID, returned_at: at(9) };
    expect(kindsOf({ link, payment, deliveries: undefined }).at(-1)).toBe('returned');
  });

  it.each([
    ['cancelled', at(4)],
    ['expired', at(5)],
  ] as const)('ends with the time at which the link was %s', (status, then) => {
    const link = { ...LINK, status, updated_at: at(4), expires_at: at(5) };
    expect(timelineOf({ link, payment: undefined, deliveries: undefined }).at(-1)).toEqual({ kind: status, at: then });
  });

  it('shows a payment after the deadline', () => {
    const link = { ...LINK, status: 'expired' as const, expires_at: at(1) };
    expect(kindsOf({ link, payment: PAID, deliveries: undefined })).toEqual(['created', 'paid', 'credited']);
  });

  it('shows only the newest delivery of an event to an address', () => {
    const failed = delivery({ id: 'd0', status: 'failed', delivered_at: null });
    const link = { ...LINK, status: 'completed' as const };
    expect(kindsOf({ link, payment: PAID, deliveries: [delivery({}), failed] })).toEqual([
      'created',
      'paid',
      'credited',
      'delivered',
    ]);
  });

  it('dates a failed delivery by its last attempt', () => {
    const attempt = { number: 1, at: at(7), status_code: 500, error: null, duration_ms: 1, answer_excerpt: null };
    const failed = delivery({ status: 'failed', delivered_at: null, attempts: [attempt] });
    const link = { ...LINK, status: 'completed' as const };
    expect(timelineOf({ link, payment: PAID, deliveries: [failed] }).at(-1)).toMatchObject({
      kind: 'deliveryFailed',
      at: at(7),
    });
  });

  it('ends with a pending delivery', () => {
    const pending = delivery({ status: 'pending', delivered_at: null });
    const link = { ...LINK, status: 'completed' as const };
    expect(kindsOf({ link, payment: PAID, deliveries: [pending] }).at(-1)).toBe('deliveryPending?');
  });
});
