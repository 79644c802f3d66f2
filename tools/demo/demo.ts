import { Accounts } from '@app/accounts';
import { LedgerService } from '@app/ledger';
import { BooksProof } from '@app/books';
import { ServicePay } from '@app/sdk';
import type { INestApplicationContext } from '@nestjs/common';
import { request } from 'undici';
import { withOpsContext } from '../../apps/ops/src/context';
import type { DemoReceiver } from './receiver';
import type { DemoService } from './service';

type Say = (line?: string) => void;
type Json = Readonly<Record<string, unknown>>;

const WEBHOOK_WITHIN_MS = 15_000;

/** Runs a collection step by step. Throws an error that says what it expected at the first step that fails. */
export async function runDemo(service: DemoService, receiver: DemoReceiver, say: Say): Promise<void> {
  await withOpsContext(service.config, service.databaseUrl, async (app) => {
    const { id: accountId } = await app.get(Accounts).getBySlug(service.credentials.accountSlug);
    const wallet = await localWallet(app, accountId);
    const client = new ServicePay({ apiKey: service.credentials.apiKey, baseUrl: service.url });

    say('\n1. An integrator registers a webhook endpoint');
    const endpoint = await client.webhookEndpoints.create({ url: receiver.url, description: 'Demo' });
    receiver.trust(endpoint.secret ?? (await client.webhookEndpoints.rotateSecret(endpoint.id)).secret);
    say(`   ${endpoint.id} at ${receiver.url}`);
    try {
      say('\n2. and creates a payment link');
      const order = { amount: '15000.00', currency: 'ARS', description: 'Order 1001 — café/té' } as const;
      const link = await client.paymentLinks.create(order);
      say(`   15000.00 ARS: ${link.url}`);

      await pay(service, client, link.id, say);
      await showCredit(app, client, link.id, wallet, say);
      await showWebhook(receiver, link.id, say);
    } finally {
      await client.webhookEndpoints.delete(endpoint.id);
    }
    await showBooks(app, say);
  });
}

async function pay(service: DemoService, client: ServicePay, linkId: string, say: Say): Promise<void> {
  say('\n3. The payer opens the checkout page and chooses a bank transfer');
  const page = await request(`${service.url}/checkout/${linkId}`, { headers: { accept: 'text/html' } });
  const html = await page.body.text();
  expect(
    page.statusCode === 200 && html.includes('ars_transfer'),
    `the checkout page to offer a transfer, got ${page.statusCode}`,
  );
  const form = new URLSearchParams({ method: 'ars_transfer', name: 'Ana Pérez', email: 'ana@example.com' });
  const chosen = await request(`${service.url}/checkout/${linkId}/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
  });
  await chosen.body.dump();
  expect(chosen.statusCode === 303, `the checkout to accept the method, got ${chosen.statusCode}`);
  const opened = await client.paymentLinks.retrieve(linkId);
  say(`   the page shows the instructions; pay before ${String(opened.expires_at)}`);
  say('\n4. and pays: the rail notifies the service');
  const simulated = await simulatePayment(service, linkId);
  say(`   notification ${String(simulated['notification_id'])}`);
}

async function showCredit(
  app: INestApplicationContext,
  client: ServicePay,
  linkId: string,
  before: Awaited<ReturnType<typeof localWallet>>,
  say: Say,
): Promise<void> {
  const link = await client.paymentLinks.retrieve(linkId);
  expect(link.status === 'completed', `the link to be completed, got ${link.status}`);
  const after = (await app.get(LedgerService).findWallet(before.id)) ?? before;
  const credited = after.balances.balance.minus(before.balances.balance);
  expect(credited.isPositive(), 'the wallet to hold more than before');
  const [movement] = (await app.get(LedgerService).listMovements(before.id, { limit: 1 })).items;
  expect(movement?.reference?.id === linkId, 'a movement for this link');
  say('\n5. The money is in the wallet, less the collection fee');
  say(
    `   balance ${before.balances.balance.toString()} → ${after.balances.balance.toString()}, credited ${credited.toString()}`,
  );
  say(`   movement "${movement?.label ?? ''}" ${movement?.direction ?? ''} ${movement?.amount.toString() ?? ''}`);
}

async function showWebhook(receiver: DemoReceiver, linkId: string, say: Say): Promise<void> {
  const delivery = await receiver.deliveryAbout(linkId, WEBHOOK_WITHIN_MS);
  const { event, data } = JSON.parse(delivery.body) as { event: string; data: Json };
  say(`\n6. The webhook arrives: ${event}, delivery ${delivery.id}`);
  for (const { name, passed } of delivery.checks) say(`   ${passed ? '✓' : '✗'} ${name}`);
  expect(event === 'payment.completed', `payment.completed, got ${event}`);
  expect(
    delivery.checks.every(({ passed }) => passed),
    'every check of the signature to pass',
  );
  say(
    `   payer paid ${String(data['payer_amount'])}, fee ${String((data['fees'] as Json)['collection'])}, credited ${String(data['credited_amount'])}`,
  );
}

async function showBooks(app: INestApplicationContext, say: Say): Promise<void> {
  const { balanced, checked } = await app.get(BooksProof).verify();
  expect(balanced, 'the books to balance');
  say(`\n7. The books balance: ${checked.entries} entries, ${checked.postings} postings, ${checked.wallets} wallets`);
}

async function localWallet(app: INestApplicationContext, accountId: string) {
  const wallet = (await app.get(LedgerService).walletsOf(accountId)).find(({ lane }) => lane === 'local');
  if (!wallet) throw new Error('expected the demo account to have a local wallet');
  return wallet;
}

/** The sandbox's simulation is not part of the API, so the SDK does not have it. */
async function simulatePayment(service: DemoService, linkId: string): Promise<Json> {
  const response = await request(`${service.url}/sandbox/payment-links/${linkId}/simulate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ event: 'pay' }),
  });
  const text = await response.body.text();
  expect(response.statusCode === 200, `the payment to be simulated, got ${response.statusCode}: ${text}`);
  return (JSON.parse(text) as { data: Json }).data;
}

function expect(condition: boolean, expectation: string): void {
  if (!condition) throw new Error(`expected ${expectation}`);
}
