import { Money, newId } from '@app/kernel';
import { PAYMENT_METHODS, type PaymentMethod } from '../domain/payment-method';
import { SandboxCollectionRail } from './sandbox-collection.rail';

const NOW = new Date('2030-01-01T12:00:00.000Z');
const rail = new SandboxCollectionRail(SandboxCollectionRail.secretFrom(Buffer.alloc(32, 1)));

const open = (method: PaymentMethod, orderId = newId()) =>
  rail.open({
    orderId,
    method,
    amount: method.minAmount,
    description: 'Order 1001',
    payer: { name: null, email: null, document: null },
    now: NOW,
  });

describe('the sandbox rail', () => {
  it.each(PAYMENT_METHODS)('opens an order with the deadline of its method: $code', async (method) => {
    const { expiresAt } = await open(method);
    const seconds = expiresAt && (expiresAt.getTime() - NOW.getTime()) / 1_000;
    expect(seconds).toBe(method.expiresInSeconds);
  });

  it('opens one order, however often it is asked for the same', async () => {
    const [method, orderId] = [PAYMENT_METHODS[0]!, newId()];
    expect(await open(method, orderId)).toEqual(await open(method, orderId));
  });

  it('gives each order a reference of its own', async () => {
    const [one, other] = [await open(PAYMENT_METHODS[0]!), await open(PAYMENT_METHODS[0]!)];
    expect(one.reference).not.toBe(other.reference);
  });

  it('reads what it signed itself', () => {
    const notification = { id: 'n1', type: 'payment.received', reference: 'sbx_1', amount: '10', currency: 'ARS' };
    const body = Buffer.from(JSON.stringify(notification));
    const timestamp = String(NOW.getTime() / 1_000);
    const headers = { 'x-rail-timestamp': timestamp, 'x-rail-signature': rail.sign(timestamp, body) };
    expect(rail.readNotification({ headers, body, now: NOW })).toMatchObject({
      provider: 'sandbox',
      id: 'n1',
      paid: Money.of('10', 'ARS'),
    });
  });
});
