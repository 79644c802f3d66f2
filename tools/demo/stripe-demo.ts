import { BooksProof, Reconciliation } from '@app/books';
import { FAKE_FINANCIAL_ACCOUNT, FAKE_STRIPE_KEY, FAKE_WEBHOOK_SECRET, FakeStripe } from '@app/providers/testing';
import { Providers, SettlementPulls } from '@app/rails';
import { withOpsContext } from '../../apps/ops/src/context';
import { atProvider, checkoutPage, eventually, expect, notify, type Say } from './at-provider';
import { PanelClient, send, type Json } from './panel-client';
import type { DemoService } from './service';
import { StripeUsdDemo } from './stripe-usd-demo';

/**
 * Cards and USD through Stripe, over a server on this machine that stands in for Stripe: a payment link, its payment, a
 * refund of a part and a dispute that is lost; a bank debit that settles and one that is returned; a payout to a bank in the
 * United States, and the reconciliation. Uses a service and data of its own.
 */
export async function runStripeDemo(say: Say): Promise<void> {
  const fake = await FakeStripe.start();
  const env = {
    PROVIDERS: 'sandbox,stripe',
    COLLECTION_ROUTES: 'card:stripe,usd_bank_debit:stripe,usd_account:stripe,*:sandbox',
    PAYOUT_ROUTES: 'US/USD:stripe,*:sandbox',
    STRIPE_SECRET_KEY: FAKE_STRIPE_KEY,
    STRIPE_WEBHOOK_SECRETS: FAKE_WEBHOOK_SECRET,
    STRIPE_API_BASE: fake.url,
    STRIPE_FINANCIAL_ACCOUNT: FAKE_FINANCIAL_ACCOUNT,
  };
  await atProvider('Stripe', fake, env, say, (service) => new StripeDemo(service, fake, say).run());
}

class StripeDemo {
  constructor(
    private readonly service: DemoService,
    private readonly fake: FakeStripe,
    private readonly say: Say,
  ) {}

  async run(): Promise<void> {
    const { url, credentials } = this.service;
    const panel = await PanelClient.signIn(url, credentials.email, credentials.password);
    const { payment, intent } = await this.payByCard(panel);
    await this.refund(panel, payment, intent);
    await this.loseDispute(panel, payment, intent);
    const inUsd = new StripeUsdDemo({ service: this.service, fake: this.fake, panel, say: this.say });
    await inUsd.settleDebit(5);
    await inUsd.returnDebit(7);
    await inUsd.payOut(8);
    await this.reconcile(9);
  }

  private async payByCard(panel: PanelClient): Promise<{ payment: string; intent: string }> {
    this.say('\n1. The merchant creates a card link over 500.00 BRL: the service opens a payment link at Stripe');
    const { url, credentials } = this.service;
    const order = {
      amount: 500,
      amount_type: 'charge',
      currency: 'BRL',
      currency_destiny: 'ARS',
      description: 'Order 1004',
    };
    const { id } = await send<{ id: string }>(url, 'POST', '/v1/cards/payment-links', order, credentials.apiKey);
    const link = this.fake.account.cards.linkOf(`sp-${id}`);
    const page = await checkoutPage(url, id);
    expect(page.includes(link.url), 'the checkout to lead to the payment link');
    this.say(`   ${link.id}, ${link.amount} centavos, once`);
    this.say(`   the checkout leads to ${link.url}`);

    this.say('\n2. The payer pays by card, and Stripe notifies with an HMAC signature');
    const session = this.fake.account.payByCard(`sp-${id}`);
    await this.tell('checkout.session.completed', session);
    const paid = async () => (await panel.get<Json[]>(`received-payments?payment_link_id=${id}`))[0];
    await eventually('a credited payment', async () => (await paid())?.['status'] === 'credited');
    const credited = await paid();
    this.say(`   ${String(credited?.['credited_amount'])} ${String(credited?.['currency'])} credited`);
    return { payment: String(credited?.['id']), intent: session.payment_intent ?? '' };
  }

  private async refund(panel: PanelClient, payment: string, intent: string): Promise<void> {
    this.say('\n3. The merchant refunds 100.00 BRL: the worker hands the refund to Stripe');
    const { id, wallet_amount: amount } = await panel.post<{ id: string; wallet_amount: string }>(
      `received-payments/${payment}/refunds`,
      { amount: '100.00' },
    );
    const isCompleted = async () => (await panel.get(`refunds/${id}`))['status'] === 'completed';
    await eventually('the refund to be completed', isCompleted);
    const [refund] = this.fake.account.refunds.ofPayment(intent);
    this.say(`   ${refund?.id ?? ''}: ${refund?.amount ?? 0} centavos to the payer, ${amount} ARS from the wallet`);
  }

  private async loseDispute(panel: PanelClient, payment: string, intent: string): Promise<void> {
    this.say('\n4. The payer’s bank takes back the rest, and the dispute is lost');
    const dispute = this.fake.account.disputes.withdraw(intent, { amount: 40_000 });
    await this.tell('charge.dispute.funds_withdrawn', dispute);
    const statusOf = async () => (await panel.get(`received-payments/${payment}`))['status'];
    await eventually('the payment to be disputed', async () => (await statusOf()) === 'disputed');
    this.say('   the event names only the payment, so that the worker asks Stripe: disputed');
    await this.tell('charge.dispute.closed', this.fake.account.disputes.lose(dispute));
    const isLost = async () => (await panel.get<Json[]>('disputes'))[0]?.['status'] === 'lost';
    await eventually('the dispute to be lost', isLost);
    const [lost] = await panel.get<Json[]>('disputes');
    this.say(`   lost: ${String(lost?.['wallet_amount'])} ${String(lost?.['wallet_currency'])} from the wallet`);
  }

  private async reconcile(step: number): Promise<void> {
    this.say(`\n${step}. Stripe’s balance transactions agree with the records, and the books balance`);
    const { config, databaseUrl } = this.service;
    await withOpsContext(config, databaseUrl, async (app) => {
      const pulled = await app.get(SettlementPulls).pull('stripe', new Date(0));
      const report = await app.get(Reconciliation).report(app.get(Providers).list(), 0);
      expect(report.open === 0, `nothing to be open, got ${report.open}`);
      const { balanced, checked } = await app.get(BooksProof).verify();
      expect(balanced, 'the books to balance');
      this.say(`   ${pulled.recorded} lines, ${report.open} open; ${checked.entries} entries`);
    });
  }

  private tell(type: string, object: object): Promise<void> {
    return notify(this.service, this.fake.message(type, object));
  }
}
