import type { FakeStripe } from '@app/providers/testing';
import { request } from 'undici';
import { checkoutPage, choose, eventually, expect, notify, type Say } from './at-provider';
import type { Json, PanelClient } from './panel-client';
import type { DemoService } from './service';

/** What the steps in USD need of the journey around them. */
interface UsdJourney {
  readonly service: DemoService;
  readonly fake: FakeStripe;
  readonly panel: PanelClient;
  readonly say: Say;
}

const PAYER = { name: 'Ana Souza', email: 'ana@example.com' };
const BANK = {
  name: 'Test Bank',
  routing_number: '021000021',
  account_number: '000987654321',
  account_type: 'checking',
};

/** Bank debits (ACH) and a payout to a bank in the United States, through Stripe. */
export class StripeUsdDemo {
  private debits = 0;

  constructor(private readonly journey: UsdJourney) {}

  /** The payer verifies their account, and the debit settles. */
  async settleDebit(step: number): Promise<void> {
    const { fake, say } = this.journey;
    say(`\n${step}. A payer authorises the debit of their US bank account for 500.00 USD`);
    const { link, debit } = await this.authorise(500);
    const address = debit.next_action?.verify_with_microdeposits.hosted_verification_url ?? '';
    const page = await checkoutPage(this.journey.service.url, link);
    expect(page.includes(address), 'the checkout to lead to the verification');
    say(`   ${debit.id}: small deposits prove the account; the checkout leads to ${address}`);

    say(`\n${step + 1}. The payer enters the deposits, and days later the money arrives`);
    await this.tell('payment_intent.processing', fake.account.debits.verify(debit));
    await this.linkIs(link, 'in_transit');
    say('   the bank has the debit: the link is in transit');
    await this.settle(debit);
    await this.linkIs(link, 'completed');
    const payment = await this.paymentOf(link);
    say(`   settled: ${String(payment['credited_amount'])} USD credited`);
  }

  /** The bank takes the money back, which Stripe calls a dispute that is lost. */
  async returnDebit(step: number): Promise<void> {
    const { fake, panel, say } = this.journey;
    say(`\n${step}. Another debit, of 80.00 USD, settles, and the payer’s bank returns it`);
    const { link, debit } = await this.authorise(80);
    await this.settle(debit);
    await this.linkIs(link, 'completed');
    const { disputes } = fake.account;
    const dispute = disputes.lose(disputes.withdraw(debit.id, { reason: 'insufficient_funds' }));
    await this.tell('charge.dispute.funds_withdrawn', dispute);
    await this.linkIs(link, 'returned');
    const isDisputed = (await panel.get<Json[]>('disputes')).some((each) => each['payment_link_id'] === link);
    expect(!isDisputed, 'no dispute of a returned debit');
    say(`   ${dispute.id}: returned for good; the wallet has ${await this.balance()} USD`);
  }

  async payOut(step: number): Promise<void> {
    const { fake, panel, say } = this.journey;
    say(`\n${step}. A payout of 200.00 USD to a bank in the United States takes three steps at Stripe`);
    const account = { holder_name: 'Café Río', document: { type: 'ein', number: '12-3456789' }, country: 'US' };
    const { id: bankAccount } = await panel.post<{ id: string }>('bank-accounts', {
      ...account,
      currency: 'USD',
      bank: BANK,
    });
    const order = { type: 'payout', virtual_wallet_id: await this.walletId(), bank_account_id: bankAccount };
    const { id } = await panel.post<{ id: string }>('payouts', { ...order, amount: '200.00' });
    const payment = () => fake.account.outbound.of(`sp-${id}`)[0];
    await eventually('the payment at Stripe', () => payment() !== undefined);
    const made = payment();
    if (!made) throw new Error('expected a payment at Stripe');
    for (const call of fake.calls.filter((each) => /^POST \/v2/.test(each))) say(`   ${call}`);
    const posted = fake.account.outbound.post(made);
    const related = { id: posted.id, type: posted.object, url: `/v2/money_management/outbound_payments/${posted.id}` };
    await notify(this.journey.service, fake.thinMessage('v2.money_management.outbound_payment.posted', related));
    await eventually('a completed payout', async () => (await panel.get(`payouts/${id}`))['status'] === 'completed');
    say(`   the event only names the payment, so that the worker asks: completed, ${posted.amount.value} cents paid`);
  }

  private async authorise(amount: number) {
    const { service, fake, panel } = this.journey;
    const { id: link } = await panel.post<{ id: string }>('payment-links', {
      amount: `${amount}.00`,
      amount_type: 'charge',
      currency: 'USD',
      currency_destiny: 'USD',
      description: `Order ${2001 + this.debits++}`,
    });
    const page = await choose(service, link, { method: 'usd_bank_debit', ...PAYER });
    const order = /name="order" value="([^"]+)"/.exec(page)?.[1] ?? '';
    const form = new URLSearchParams({
      order,
      name: PAYER.name,
      email: PAYER.email,
      account_holder_type: 'individual',
      account_type: 'checking',
      routing_number: '021000021',
      account_number: '000123456789',
      consent: 'yes',
    });
    const { statusCode, body } = await request(`${service.url}/checkout/${link}/debit`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
    });
    await body.dump();
    expect(statusCode === 303, `the checkout to accept the debit, got ${statusCode}`);
    const debit = [...fake.account.debits.accounts.keys()].map((id) => fake.account.debits.debit(id)).at(-1);
    if (!debit) throw new Error('expected a debit at Stripe');
    return { link, debit };
  }

  private async settle(debit: ReturnType<FakeStripe['account']['debits']['debit']>): Promise<void> {
    this.journey.fake.account.debits.settle(debit);
    await this.tell('payment_intent.succeeded', debit);
  }

  private async linkIs(link: string, status: string): Promise<void> {
    const { panel } = this.journey;
    await eventually(
      `the link to be ${status}`,
      async () => (await panel.get(`payment-links/${link}`))['status'] === status,
    );
  }

  private async paymentOf(link: string): Promise<Json> {
    const [payment] = await this.journey.panel.get<Json[]>(`received-payments?payment_link_id=${link}`);
    if (!payment) throw new Error('expected a received payment');
    return payment;
  }

  private async walletId(): Promise<string> {
    return (await this.wallet()).id;
  }

  private async balance(): Promise<string> {
    return (await this.wallet()).balance;
  }

  private async wallet(): Promise<{ id: string; balance: string }> {
    const wallets = await this.journey.panel.get<{ id: string; lane: string; balance: string }[]>('virtual-wallets');
    const wallet = wallets.find(({ lane }) => lane === 'usd');
    if (!wallet) throw new Error('expected a USD wallet');
    return wallet;
  }

  private tell(type: string, object: object): Promise<void> {
    return notify(this.journey.service, this.journey.fake.message(type, object));
  }
}
