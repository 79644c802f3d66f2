import { Money } from '@app/kernel';
import { newId } from '@app/kernel';
import { PAYMENT_METHODS, type PaymentMethod } from '@app/payment-links';
import { payerInstructionsContract } from '@app/payment-links/testing';
import { SandboxCollectionRail } from './sandbox-collection.rail';
import { SANDBOX_DEBIT, SandboxDebitRail } from './sandbox-debit.rail';

const NOW = new Date('2030-01-01T12:00:00.000Z');
const rail = new SandboxCollectionRail(SandboxCollectionRail.secretsFrom({ secretsKey: Buffer.alloc(32, 1) }));
const ending = (digits: string) => ({
  ...SANDBOX_DEBIT,
  account: { ...SANDBOX_DEBIT.account, accountNumber: `12345${digits}` },
});

const open = (method: PaymentMethod) =>
  rail.open({
    orderId: newId(),
    method,
    amount: method.minAmount,
    description: 'Order 1001',
    payer: { name: null, email: null, document: null },
    bank: null,
    returnUrl: 'https://pay.example.com/checkout/1',
    now: NOW,
  });

function messageAbout(reference: string, now: Date) {
  const notification = {
    id: `${reference}:paid`,
    type: 'payment.received',
    reference,
    amount: '15000.00',
    currency: 'ARS',
  };
  const body = Buffer.from(JSON.stringify(notification));
  const timestamp = String(now.getTime() / 1_000);
  const headers = { 'x-rail-timestamp': timestamp, 'x-rail-signature': rail.sign(timestamp, body) };
  return { method: 'POST', path: '/providers/sandbox/notifications', query: '', headers, body, now };
}

describe('SandboxCollectionRail', () => {
  payerInstructionsContract(() => rail);

  it('reports what was paid', () => {
    const { type, amount } = rail.read(messageAbout('sbx_1', NOW));
    expect([type, amount?.toString()]).toEqual(['payment.received', '15000.00 ARS']);
  });

  it.each(PAYMENT_METHODS)('opens an order with the deadline of its method: $code', async (method) => {
    const { expiresAt } = await open(method);
    const seconds = expiresAt && (expiresAt.getTime() - NOW.getTime()) / 1_000;
    expect(seconds).toBe(method.expiresInSeconds);
  });
});

describe('SandboxDebitRail', () => {
  const debitRail = new SandboxDebitRail();
  const order = { reference: 'sbx_1', amount: Money.of('10', 'USD'), description: 'Order 1' };
  const confirm = (digits: string) => debitRail.confirm(order, ending(digits), new AbortController().signal);

  it.each(['9998', '999', '99990', '888'])('debits an account that ends in %s', async (digits) => {
    await expect(confirm(digits)).resolves.toEqual([]);
  });

  it('lets the payer verify an account that ends in 8888 first (rule 4.12)', async () => {
    await expect(confirm('8888')).resolves.toEqual([{ label: 'account_verification', value: '', kind: 'simulated' }]);
  });
});
