import { keyFor, newAttempt } from './idempotency';

const ORDER = { type: 'payout', amount: '100.00', comment: 'Ñandú' };

describe('the key of a request', () => {
  it('is the same however often the same body is sent, also after another one', () => {
    const first = keyFor('attempt', ORDER);
    keyFor('attempt', { ...ORDER, amount: '200.00' });
    expect(keyFor('attempt', { ...ORDER })).toEqual(first);
  });

  it.each([
    ['another body', 'attempt', { ...ORDER, amount: '200.00' }],
    ['another attempt', 'next', ORDER],
  ])('is another one for %s', (_, attempt, body) => {
    expect(keyFor(attempt, body)).not.toEqual(keyFor('attempt', ORDER));
  });

  it('has the form that the API accepts', () => {
    expect(keyFor(newAttempt(), ORDER)['Idempotency-Key']).toMatch(/^[0-9a-f]{32}-[0-9a-f]{16}$/);
  });

  it('is made where the browser has neither randomUUID nor subtle, as over http', () => {
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
