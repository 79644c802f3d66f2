import { BooksProof } from '@app/books';
import { withOpsContext } from '../../apps/ops/src/context';
import { PanelClient, send } from './panel-client';
import type { DemoService } from './service';

type Say = (line?: string) => void;

const COMPLETED_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 250;

interface Refund {
  id: string;
  status: string;
  amount: string;
  currency: string;
  wallet_amount: string;
  wallet_currency: string;
}

interface Payment {
  id: string;
  status: string;
  payer_amount: string;
  payer_currency: string;
  refunded_amount: string;
  disputed_amount: string;
}

/** A payment that is refunded in part and then disputed. Throws an error that says what it expected. */
export async function runRefundDemo(service: DemoService, say: Say): Promise<void> {
  const panel = await PanelClient.signIn(service.url, service.credentials.email, service.credentials.password);

  say('\n1. Two payers pay 500.00 BRL each, converted into the wallet’s currency');
  await paid(panel, service);
  const { link, payment } = await paid(panel, service);
  await showWallet(panel, say);

  say('\n2. The merchant refunds 100.00 BRL of one payment: the wallet’s share is reserved');
  const requested = await panel.post<Refund>(`received-payments/${payment.id}/refunds`, { amount: '100.00' });
  say(`   refund ${requested.id}, ${requested.status}`);
  say(`   the payer gets ${requested.amount} ${requested.currency}`);
  say(`   the wallet pays ${requested.wallet_amount} ${requested.wallet_currency}`);

  const refund = await completed(panel, requested.id);
  say(`\n3. The provider pays the payer: ${refund.status}`);
  await showMovement(panel, 'Refund', say);

  say('\n4. The payer disputes the payment: the bank takes it back');
  await simulate(service, link, 'dispute');
  await showPayment(panel, payment.id, 'disputed', say);
  await showMovement(panel, 'Payment returned', say);

  say('\n5. The merchant wins the dispute: the same amount comes back');
  await simulate(service, link, 'dispute_win');
  await showPayment(panel, payment.id, 'credited', say);
  await showMovement(panel, 'Payment received', say);

  const report = await withOpsContext(service.config, service.databaseUrl, (app) => app.get(BooksProof).verify());
  if (!report.balanced) throw new Error('expected the books to balance');
  say(`\n6. The books balance: ${report.checked.entries} entries, ${report.checked.holds} holds`);
}

async function paid(panel: PanelClient, service: DemoService): Promise<{ link: string; payment: Payment }> {
  const { id: link } = await panel.post<{ id: string }>('payment-links', {
    amount: '500.00',
    amount_type: 'charge',
    currency: 'BRL',
    currency_destiny: 'ARS',
    description: 'Order 1002',
  });
  await simulate(service, link, 'pay');
  const [payment] = await panel.get<Payment[]>(`received-payments?payment_link_id=${link}`);
  if (payment?.status !== 'credited') throw new Error('expected a credited payment');
  return { link, payment };
}

function simulate({ url }: DemoService, link: string, event: string): Promise<unknown> {
  return send(url, 'POST', `/sandbox/payment-links/${link}/simulate`, { event });
}

async function completed(panel: PanelClient, id: string): Promise<Refund> {
  const deadline = Date.now() + COMPLETED_WITHIN_MS;
  for (;;) {
    const refund = await panel.get<Refund>(`refunds/${id}`);
    if (refund.status === 'completed') return refund;
    if (refund.status === 'failed' || Date.now() > deadline) {
      throw new Error(`expected the refund to be completed, got ${refund.status}`);
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

async function showPayment(panel: PanelClient, id: string, status: string, say: Say): Promise<void> {
  const payment = await panel.get<Payment>(`received-payments/${id}`);
  if (payment.status !== status) throw new Error(`expected the payment to be ${status}, got ${payment.status}`);
  say(`   payment ${payment.status}: refunded ${payment.refunded_amount}, disputed ${payment.disputed_amount}`);
}

async function showMovement(panel: PanelClient, label: string, say: Say): Promise<void> {
  const wallet = await localWallet(panel);
  const [movement] = await panel.get<{ label: string; amount: string; balance_after: string }[]>(
    `balance-movements?virtual_wallet_id=${wallet.id}&per_page=1`,
  );
  if (movement?.label !== label) throw new Error(`expected the newest movement to be "${label}"`);
  say(`   movement "${movement.label}" ${movement.amount}, balance ${movement.balance_after}`);
}

async function showWallet(panel: PanelClient, say: Say): Promise<void> {
  const { available_balance: available, currency } = await localWallet(panel);
  say(`   ${available} ${currency} available`);
}

async function localWallet(panel: PanelClient) {
  const wallets =
    await panel.get<{ id: string; lane: string; available_balance: string; currency: string }[]>('virtual-wallets');
  const local = wallets.find(({ lane }) => lane === 'local');
  if (!local) throw new Error('expected the demo account to have a local wallet');
  return local;
}
