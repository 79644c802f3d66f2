import { keyFor, newAttempt } from './idempotency';

const ORDER = { type: 'payout', amount: '100.00', comment: 'Ñandú' };

describe('the key of a request', () => {
  it('is the same for each request with the same body, also after another body', () => {
    const first = keyFor('attempt', ORDER);
    keyFor('attempt', { ...ORDER, amount: '200.00' });
    expect(keyFor('attempt', { ...ORDER })).toEqual(first);
  });

  it.each([
    ['another body', 'attempt', { ...ORDER, amount: '200.00' }],
    ['another attempt', 'next', ORDER],
  ])('differs for %s', (_, attempt, body) => {
    expect(keyFor(attempt, body)).not.toEqual(keyFor('attempt', ORDER));
  });

  it('has the form that the API accepts', () => {
    expect(keyFor(newAttempt(), ORDER)['Idempotency-Key']).toMatch(/^[0-9a-f]{32}-[0-9a-f]{16}$/);
  });

  it('works where the browser has neither randomUUID nor subtle, as over http', () => {
    const { crypto: whole } = globalThis;
    const insecure = { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => whole.getRandomValues(bytes) };
    Object.defineProperty(globalThis, 'crypto', { value: insecure, configurable: true });
    try {
      expect(keyFor(newAttempt(), ORDER)).not.toEqual(keyFor(newAttempt(), ORDER));
    } finally {
      Object.defineProperty(globalThis, 'crypto', { value: whole, configurable: true });
    }
  });
});
