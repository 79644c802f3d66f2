import {
  accountNotices,
  deliveryNotices,
  exceptionNotices,
  payoutNotices,
  termsNotices,
  type Account,
  type Delivery,
  type Payout,
} from './attention';

const NOW = new Date('2026-11-23T12:00:00Z');
const ago = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000).toISOString();
const page = <Row>(rows: readonly Row[], hasMore = false) => ({ rows, hasMore });
const ids = (notices: readonly { id: string }[]) => notices.map(({ id }) => id);

describe('the account', () => {
  const account: Account = { status: 'active', kyc_status: 'verified', kyb_status: 'verified' };

  it('needs nothing when it is active and verified', () => {
    expect(accountNotices(account)).toEqual([]);
  });

  it.each([
    ['paused', { status: 'paused' }],
    ['kyc', { kyc_status: 'pending' }],
    ['kyb', { kyb_status: 'pending' }],
  ] as const)('needs attention: %s', (id, change) => {
    expect(ids(accountNotices({ ...account, ...change }))).toEqual([id]);
  });
});

describe('payment exceptions', () => {
  it('count while they are open', () => {
    expect(exceptionNotices(page([{ state: 'open' }, { state: 'refunded' }]))).toMatchObject([{ count: 1 }]);
  });

  it('need nothing once all are resolved', () => {
    expect(exceptionNotices(page([{ state: 'credited' }, { state: 'matched' }]))).toEqual([]);
  });

  it('are counted as at least the open ones of a full page', () => {
    expect(exceptionNotices(page([{ state: 'open' }], true))).toMatchObject([{ count: 1, orMore: true }]);
  });
});

describe('webhook deliveries', () => {
  const attempt = { number: 1, at: ago(1), status_code: 500, error: null, duration_ms: 9, answer_excerpt: null };
  const delivery = (change: Partial<Delivery>): Delivery => ({
    status: 'failed',
    attempts: [attempt],
    event_id: 'e',
    endpoint_id: 'p',
    url: 'u',
    created_at: ago(1),
    ...change,
  });
  const noticesOf = (failed: Delivery[], pending: Delivery[] = [], delivered: Delivery[] = []) =>
    deliveryNotices({ failed: page(failed), pending: page(pending), delivered }, NOW);

  it('need attention when they have failed', () => {
    expect(noticesOf([delivery({}), delivery({ event_id: 'f' })])).toMatchObject([{ id: 'failed', count: 2 }]);
  });

  it('are counted once for each event and receiver', () => {
    expect(noticesOf([delivery({}), delivery({ created_at: ago(2) })])).toMatchObject([{ count: 1 }]);
  });

  it('need nothing once a resend has succeeded', () => {
    expect(noticesOf([delivery({})], [], [delivery({ status: 'delivered' })])).toEqual([]);
  });

  it('still need attention when another receiver has accepted the event', () => {
    expect(ids(noticesOf([delivery({})], [], [delivery({ endpoint_id: 'other' })]))).toEqual(['failed']);
  });

  it('need nothing days after they have failed', () => {
    expect(noticesOf([delivery({ created_at: ago(73) })])).toEqual([]);
  });

  it('are being retried once an attempt has failed', () => {
    expect(ids(noticesOf([], [delivery({ status: 'pending' })]))).toEqual(['retrying']);
  });

  it('need nothing before their first attempt', () => {
    expect(noticesOf([], [delivery({ status: 'pending', attempts: [] })])).toEqual([]);
  });
});

describe('payouts on their way', () => {
  const payout = (hours: number, lead_time: string): Payout => ({
    status: 'requested',
    created_at: ago(hours),
    lead_time,
  });
  const noticesOf = (requested: Payout[], processing: Payout[] = []) =>
    payoutNotices({ requested: page(requested), processing: page(processing) }, NOW);

  it.each([
    [25, '1d', 1],
    [23, '1d', 0],
    [47, '2d', 0],
    [49, '2d', 1],
    [23, '4h', 0],
    [25, '4h', 1],
    [25, 'next business day', 1],
  ])('after %i hours on a route with a lead time of %s are late: %i', (hours, lead, count) => {
    expect(noticesOf([payout(hours, lead)]).length).toBe(count);
  });

  it('are counted in both statuses, and the link leads to the requested ones', () => {
    expect(noticesOf([payout(30, '1d')], [payout(30, '1d')])).toMatchObject([
      { count: 2, to: '/payouts?status=requested' },
    ]);
  });

  it('have a link to those in process when none is only requested', () => {
    expect(noticesOf([], [payout(30, '1d')])).toMatchObject([{ to: '/payouts?status=processing' }]);
  });
});

describe('the terms of transfers', () => {
  it.each([
    [true, []],
    [false, ['terms']],
  ])('accepted: %s gives %j', (accepted, expected) => {
    expect(ids(termsNotices({ accepted }))).toEqual(expected);
  });
});
