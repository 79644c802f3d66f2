import { deliveryHeaders, settle, signingKey, type Outcome } from './delivery';

const DELAYS = [10, 20, 30, 40];

function outcome(changes: Partial<Outcome> = {}): Outcome {
  return {
    deliveryId: 'd1',
    attempt: 1,
    accountId: 'a1',
    endpointId: null,
    paymentLinkId: null,
    requestId: null,
    startedAt: new Date(0),
    durationMs: 5,
    statusCode: 200,
    error: null,
    responseSnippet: null,
    ...changes,
  };
}

describe('settle', () => {
  it.each([200, 201, 202, 204, 299])('counts %i as delivered', (statusCode) => {
    expect(settle(outcome({ statusCode }), DELAYS, 0.5)).toMatchObject({
      status: 'delivered',
      retryInMs: null,
      error: null,
    });
  });

  it.each([199, 300, 301, 302, 307, 308, 400, 404, 410, 429, 500, 503])(
    'plans a retry after %i (rule 13.11)',
    (statusCode) => {
      expect(settle(outcome({ statusCode }), DELAYS, 0.5)).toMatchObject({
        status: 'pending',
        retryInMs: 10,
        error: `status ${statusCode}`,
      });
    },
  );

  it('plans a retry when no status arrived, and keeps the error', () => {
    expect(settle(outcome({ statusCode: null, error: 'timeout' }), DELAYS, 0.5)).toMatchObject({
      status: 'pending',
      retryInMs: 10,
      error: 'timeout',
    });
  });

  it.each([
    [1, 10],
    [2, 20],
    [3, 30],
    [4, 40],
  ])('uses the delay of attempt %i', (attempt, retryInMs) => {
    expect(settle(outcome({ attempt, statusCode: 500 }), DELAYS, 0.5)).toMatchObject({ retryInMs });
  });

  it('fails with the fifth attempt', () => {
    expect(settle(outcome({ attempt: 5, statusCode: 500 }), DELAYS, 0.5)).toMatchObject({
      status: 'failed',
      retryInMs: null,
    });
  });

  it('delivers with the fifth attempt', () => {
    expect(settle(outcome({ attempt: 5 }), DELAYS, 0.5)).toMatchObject({ status: 'delivered' });
  });
});

describe('signingKey', () => {
  const rotated = { secretVersion: 3, deleted: false };

  it('signs the first attempt with the secret that was current when it was queued', () => {
    expect(signingKey(1, 2, rotated)).toEqual({ secretVersion: 2 });
  });

  it.each([2, 3, 4, 5])('signs attempt %i with the current secret', (attempt) => {
    expect(signingKey(attempt, 2, rotated)).toEqual({ secretVersion: 3 });
  });

  it.each([1, 2, 5])("signs attempt %i to a deleted endpoint with the platform's key", (attempt) => {
    expect(signingKey(attempt, 2, { secretVersion: 2, deleted: true })).toBe('platform');
  });

  it.each([1, 2, 5])("signs attempt %i to a per-link address with the platform's key", (attempt) => {
    expect(signingKey(attempt, null, null)).toBe('platform');
  });
});

describe('deliveryHeaders', () => {
  const headers = (attempt: number) => deliveryHeaders({ deliveryId: 'd1', attempt }, '1790000000', 'sha256=ab');

  it('are these six on the first attempt', () => {
    expect(headers(1)).toEqual({
      'Content-Type': 'application/json',
      'User-Agent': 'ServicePay-Webhooks/1.0',
      Accept: '*/*',
      'X-Webhook-Id': 'd1',
      'X-Webhook-Timestamp': '1790000000',
      'X-Webhook-Signature': 'sha256=ab',
    });
  });

  it.each([2, 3, 4, 5])('include the number of attempt %i', (attempt) => {
    expect(headers(attempt)).toEqual({ ...headers(1), 'X-Webhook-Retry': String(attempt) });
  });
});
