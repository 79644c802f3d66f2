import { Money, newId } from '@app/kernel';
import type { PayoutRail, RailPayoutOrder } from '../payouts/application/ports';

const NAME = /^[a-z][a-z0-9_]*$/;
const { signal: patience } = new AbortController();

/** An order of a payout to a bank account in Argentina. */
export function aRailPayoutOrder(overrides: Partial<RailPayoutOrder> = {}): RailPayoutOrder {
  return {
    payoutId: newId(),
    amount: Money.of('9840.00', 'ARS'),
    destination: {
      name: 'Ana Pérez',
      document: { type: 'CUIT', number: '20-12345678-6' },
      country: 'AR',
      bank: { name: 'Banco Galicia', cbu: '0070999020000012345672' },
    },
    instant: false,
    comment: null,
    email: 'ana@example.com',
    submission: 1,
    ...overrides,
  };
}

/** What every adapter of the port must do. `setFunds` empties our account at the provider, and fills it. */
export function payoutRailContract(
  subject: () => PayoutRail,
  anOrder: () => RailPayoutOrder = aRailPayoutOrder,
  setFunds?: () => (amount: 'none' | 'enough') => void,
): void {
  it('has a name that can be part of a URL', () => {
    expect(subject().provider).toMatch(NAME);
  });

  it('accepts a payout and gives it a reference', async () => {
    const submission = await subject().submit(anOrder(), patience);
    expect(submission).toEqual({ outcome: 'accepted', reference: expect.stringMatching(/./) });
  });

  it('gives every payout its own reference', async () => {
    const rail = subject();
    const submit = () => rail.submit(anOrder(), patience);
    const [one, other] = await Promise.all([submit(), submit()]);
    expect(one).not.toEqual(other);
  });

  it('returns the same reference for a payout that is submitted again', async () => {
    const [rail, order] = [subject(), anOrder()];
    const first = await rail.submit(order, patience);
    await expect(rail.submit(order, patience)).resolves.toEqual(first);
  });

  it('returns one reference for twenty simultaneous submissions of a payout', async () => {
    const [rail, order] = [subject(), anOrder()];
    const submit = () => rail.submit(order, AbortSignal.timeout(10_000));
    const responses = await Promise.all(Array.from({ length: 20 }, submit));
    expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1);
  });

  it('knows a payout that it accepted, by our id', async () => {
    const [rail, order] = [subject(), anOrder()];
    const submission = await rail.submit(order, patience);
    const reference = submission.outcome === 'accepted' ? submission.reference : null;
    expect(reference).not.toBeNull();
    await expect(rail.find(order.payoutId, patience)).resolves.toMatchObject({ state: 'processing', reference });
  });

  it('does not know a payout that was never submitted', async () => {
    await expect(subject().find(newId(), patience)).resolves.toEqual({ state: 'unknown' });
  });

  it('accepts nothing once the caller has given up', async () => {
    const [rail, order] = [subject(), anOrder()];
    const gone = AbortSignal.abort(new Error('gave up'));
    await expect(rail.submit(order, gone)).rejects.toThrow('gave up');
    await expect(rail.find(order.payoutId, patience)).resolves.toEqual({ state: 'unknown' });
  });

  it('does not return what it knows once the caller has given up', async () => {
    await expect(subject().find(newId(), AbortSignal.abort(new Error('gave up')))).rejects.toThrow('gave up');
  });

  if (!setFunds) return;
  it('refuses a payout while our account is empty, and accepts it as the next submission (rule 11.13)', async () => {
    const [rail, order] = [subject(), anOrder()];
    setFunds()('none');
    const refused = await rail.submit(order, patience);
    setFunds()('enough');
    const refusal = { state: 'refused', code: 'provider_funds', text: expect.stringMatching(/./) as string };
    expect(refused).toEqual({ outcome: 'refused', refusal });
    await expect(rail.find(order.payoutId, patience)).resolves.toEqual({ state: 'unknown' });

    await expect(rail.submit({ ...order, submission: 2 }, patience)).resolves.toMatchObject({ outcome: 'accepted' });
    await expect(rail.find(order.payoutId, patience)).resolves.toMatchObject({ state: 'processing' });
  });
}
