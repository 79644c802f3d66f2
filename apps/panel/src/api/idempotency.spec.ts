import { keyFor } from './idempotency';

const ORDER = { type: 'payout', amount: '100.00', comment: 'Ñandú' };

describe('the key of a request', () => {
  it('is the same however often the same body is sent, also after another one', async () => {
    const first = await keyFor('attempt', ORDER);
    await keyFor('attempt', { ...ORDER, amount: '200.00' });
    expect(await keyFor('attempt', { ...ORDER })).toEqual(first);
  });

  it.each([
    ['another body', 'attempt', { ...ORDER, amount: '200.00' }],
    ['another attempt', 'next', ORDER],
  ])('is another one for %s', async (_, attempt, body) => {
    expect(await keyFor(attempt, body)).not.toEqual(await keyFor('attempt', ORDER));
  });

  it('has the form that the API accepts', async () => {
    expect((await keyFor('attempt', ORDER))['Idempotency-Key']).toMatch(/^[0-9a-f]{64}$/);
  });
});
