import { BooksProof } from '@app/books';
import { FakeDlocal, fakeDlocalSettings, FakeDlocalPayouts } from '@app/providers/testing';
import { withOpsContext } from '../../apps/ops/src/context';
import { atProvider, checkoutPage, choose, eventually, expect, notify, type Say } from './at-provider';
import { payOutToMexico } from './dlocal-payout-demo';
import { PanelClient, type Json } from './panel-client';
import type { DemoService } from './service';

const PSE = {
  method: 'cop_pse',
  name: 'Ana Pérez',
  email: 'ana@example.com',
  document_type: 'cc',
  document: '53.033.315',
  phone: '+57 300 123 4567',
  bank: '1007',
};

/**
 * Local methods and payouts through dLocal, over servers on this machine that stand in for its two APIs: a payment by PSE,
 * a refund of a part, a chargeback that is lost, and a payout to Mexico. Uses a service and data of its own.
 */
export async function runDlocalDemo(say: Say): Promise<void> {
  const [fake, payouts] = [await FakeDlocal.start(), await FakeDlocalPayouts.start()];
  const env = {
    PROVIDERS: 'sandbox,dlocal',
    COLLECTION_ROUTES: 'cop_pse:dlocal,*:sandbox',
    PAYOUT_ROUTES: 'MX/MXN:dlocal,*:sandbox',
    ...fakeDlocalSettings(fake, payouts),
  };
  const stop = () => Promise.all([fake.stop(), payouts.stop()]).then(() => undefined);
  await atProvider('dLocal', { url: fake.url, stop }, env, say, (service) =>
    new DlocalDemo(service, fake, payouts, say).run(),
  );
}

class DlocalDemo {
  constructor(
    private readonly service: DemoService,
    private readonly fake: FakeDlocal,
    private readonly payouts: FakeDlocalPayouts,
    private readonly say: Say,
  ) {}

  async run(): Promise<void> {
    const { service, payouts, say } = this;
    const panel = await PanelClient.signIn(service.url, service.credentials.email, service.credentials.password);
    const { payment, reference } = await this.collect(panel);
    await this.refund(panel, payment, reference);
    await this.loseChargeback(panel, payment, reference);
    await payOutToMexico({ service, panel, payouts, say, step: 5 });
    await this.verifyBooks();
  }

  private async collect(panel: PanelClient): Promise<{ payment: string; reference: string }> {
    this.say('\n1. The payer of a link over 500000.00 COP chooses PSE: the checkout asks for what dLocal requires');
    const { id: link } = await panel.post<{ id: string }>('payment-links', {
      amount: '500000.00',
      amount_type: 'charge',
      currency: 'COP',
      currency_destiny: 'ARS',
      description: 'Order 1005',
    });
    const reference = await this.choosePse(link);

    this.say('\n2. The payer pays at the bank, and dLocal notifies with an HMAC signature');
    await this.tell(this.fake.account.move(reference, 'PAID'));
    const paid = async () => (await panel.get<Json[]>(`received-payments?payment_link_id=${link}`))[0];
    await eventually('a credited payment', async () => (await paid())?.['status'] === 'credited');
    const payment = await paid();
    this.say(`   ${String(payment?.['credited_amount'])} ${String(payment?.['currency'])} credited`);
    return { payment: String(payment?.['id']), reference };
  }

  private async choosePse(link: string): Promise<string> {
    const form = await checkoutPage(this.service.url, link);
    const fields = ['name', 'email', 'document_type', 'document', 'phone', 'bank'];
    expect(
      fields.every((field) => form.includes(`name="${field}"`)) && form.includes('Bancolombia'),
      'the form to ask for the details of the payer and one of dLocal’s banks',
    );
    this.say(`   ${fields.join(', ')} (Bancolombia)`);
    const page = await choose(this.service, link, PSE);
    const [payment] = this.fake.account.payments.values();
    if (!payment) throw new Error('expected a payment at dLocal');
    const bankPage = `${this.fake.url}/bank/${payment.id}`;
    expect(page.includes(bankPage), 'the checkout to lead to the page of the bank');
    this.say(`   ${payment.id}: ${payment.amount} ${payment.currency}, order_id ${payment.order_id}`);
    this.say(`   the checkout leads to ${bankPage}`);
    return payment.order_id;
  }

  private async refund(panel: PanelClient, payment: string, reference: string): Promise<void> {
    this.say('\n3. The merchant refunds 100000.00 COP: the worker hands the refund to dLocal');
    const { id, wallet_amount: amount } = await panel.post<{ id: string; wallet_amount: string }>(
      `received-payments/${payment}/refunds`,
      { amount: '100000.00' },
    );
    const made = () => [...this.fake.account.refunds.values()];
    await eventually('a refund at dLocal', () => made().length === 1);
    const [refund] = made();
    if (!refund) throw new Error('expected a refund at dLocal');
    expect(refund.payment_id === this.fake.account.byOrder(reference).id, 'a refund of the payment');
    await this.tell(this.fake.account.endRefund(refund.id));
    const isCompleted = async () => (await panel.get(`refunds/${id}`))['status'] === 'completed';
    await eventually('the refund to be completed', isCompleted);
    this.say(`   ${refund.id}: ${refund.amount} ${refund.currency} to the payer, ${amount} ARS from the wallet`);
  }

  private async loseChargeback(panel: PanelClient, payment: string, reference: string): Promise<void> {
    this.say('\n4. The payer’s bank takes back 200000.00 COP, and the dispute is lost');
    const chargeback = { ...this.fake.account.dispute(reference), amount: 200_000 };
    await this.tell(chargeback);
    const statusOf = async () => (await panel.get(`received-payments/${payment}`))['status'];
    await eventually('the payment to be disputed', async () => (await statusOf()) === 'disputed');
    this.say(`   ${chargeback.id} is ${chargeback.status}: the payment is disputed`);
    await this.tell({ ...chargeback, status: 'DISPUTE_LOST' });
    const dispute = async () => (await panel.get<Json[]>('disputes'))[0];
    await eventually('the dispute to be lost', async () => (await dispute())?.['status'] === 'lost');
    const lost = await dispute();
    this.say(`   lost: ${String(lost?.['wallet_amount'])} ${String(lost?.['wallet_currency'])} from the wallet`);
  }

  private async verifyBooks(): Promise<void> {
    this.say('\n7. The books balance');
    await withOpsContext(this.service.config, this.service.databaseUrl, async (app) => {
      const { balanced, checked } = await app.get(BooksProof).verify();
      expect(balanced, 'the books to balance');
      this.say(`   ${checked.entries} entries, ${checked.postings} postings, ${checked.wallets} wallets`);
    });
  }

  private tell(content: object): Promise<void> {
    return notify(this.service, this.fake.message(content));
  }
}
