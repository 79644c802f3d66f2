import { Money, newId } from '@app/kernel';
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
    ...changes,
  };
}

/** What every adapter of the port must do. `paid` gives an order that has been paid at the provider. */
export function refundRailContract(
  rail: () => RefundRail,
  paid: () => Promise<RailRefundOrder> = () => Promise.resolve(aRailRefundOrder()),
): void {
  const patience = new AbortController().signal;

  it('knows a refund by our id from its submission on, and only then', async () => {
    const order = await paid();
    await expect(rail().find(order, patience)).resolves.toBeUndefined();
    const submitted = await rail().submit(order, patience);
    const found = await rail().find(order, patience);

    expect(submitted.reference).toMatch(/./);
    expect(found).toMatchObject({ reference: submitted.reference });
  });

  it('makes a refund that is submitted twice once', async () => {
    const order = await paid();
    const [first, second] = [await rail().submit(order, patience), await rail().submit(order, patience)];
    expect(second.reference).toBe(first.reference);
  });

  it('does nothing once the caller has given up', async () => {
    const order = await paid();
    await expect(rail().submit(order, AbortSignal.abort())).rejects.toThrow();
    await expect(rail().find(order, patience)).resolves.toBeUndefined();
  });
}
