import { Money, newId } from '@app/kernel';
import type { KnownOrderState } from '@app/rails';
import type { RailRefundOrder, RefundRail } from '../refunds/application/ports';

/** A refund of 10 BRL of an order that the provider may never have seen. */
export function aRailRefundOrder(changes: Partial<RailRefundOrder> = {}): RailRefundOrder {
  return {
    refundId: newId(),
    provider: 'sandbox',
    orderId: newId(),
    orderReference: 'order_1',
    amount: Money.of('10', 'BRL'),
    reason: null,
    submission: 1,
    ...changes,
  };
}

/** Submits a refund that the provider takes. */
export async function submitRefund(rail: RefundRail, order: RailRefundOrder): Promise<KnownOrderState> {
  const submitted = await rail.submit(order, new AbortController().signal);
  if (submitted.state === 'refused') throw new Error(submitted.text);
  return submitted;
}

/**
 * What every adapter of the port must do. `paid` gives an order that has been paid at the provider; `setFunds` empties our
 * account there, and fills it.
 */
export function refundRailContract(
  rail: () => RefundRail,
  paid: () => Promise<RailRefundOrder> = () => Promise.resolve(aRailRefundOrder()),
  setFunds?: () => (amount: 'none' | 'enough') => void,
): void {
  const patience = new AbortController().signal;

  it('knows a refund by our id from its submission on, and only then', async () => {
    const order = await paid();
    await expect(rail().find(order, patience)).resolves.toBeUndefined();
    const submitted = await submitRefund(rail(), order);
    const found = await rail().find(order, patience);

    expect(submitted.reference).toMatch(/./);
    expect(found).toMatchObject({ reference: submitted.reference });
  });

  it('makes a refund that is submitted twice once', async () => {
    const order = await paid();
    const [first, second] = [await submitRefund(rail(), order), await submitRefund(rail(), order)];
    expect(second.reference).toBe(first.reference);
  });

  it('does nothing once the caller has given up', async () => {
    const order = await paid();
    await expect(rail().submit(order, AbortSignal.abort())).rejects.toThrow();
    await expect(rail().find(order, patience)).resolves.toBeUndefined();
  });

  if (!setFunds) return;
  it('refuses a refund while our account is empty, and makes it by the next submission (rule 17.13)', async () => {
    const order = await paid();
    setFunds()('none');
    const refused = await rail().submit(order, patience);
    setFunds()('enough');
    expect(refused).toEqual({ state: 'refused', code: 'provider_funds', text: expect.stringMatching(/./) });
    await expect(rail().find(order, patience)).resolves.toBeUndefined();

    const made = await submitRefund(rail(), { ...order, submission: 2 });
    await expect(rail().find(order, patience)).resolves.toMatchObject({ reference: made.reference });
  });
}
