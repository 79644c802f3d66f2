import { BooksProof, Reconciliation } from '@app/books';
import { FAKE_APP_ID, FakeWoovi } from '@app/providers/testing';
import { Providers, readSettlementFile, SettlementLines } from '@app/rails';
import { withOpsContext } from '../../apps/ops/src/context';
import { atProvider, choose, eventually, expect, notify, type Say } from './at-provider';
import { PanelClient, type Json } from './panel-client';
import type { DemoService } from './service';

/**
 * Pix through Woovi, over a server on this machine that stands in for Woovi: a charge, its payment, a refund of a part,
 * a payout and the reconciliation. Uses a service and data of its own.
 */
export async function runWooviDemo(say: Say): Promise<void> {
  const fake = await FakeWoovi.start();
  const env = {
    PROVIDERS: 'sandbox,woovi',
    COLLECTION_ROUTES: 'brl_pix:woovi,*:sandbox',
    PAYOUT_ROUTES: 'BR/BRL:woovi,*:sandbox',
    WOOVI_APP_ID: FAKE_APP_ID,
    WOOVI_API_BASE: fake.url,
    WOOVI_PUBLIC_KEYS: fake.publicKeyPem,
  };
  await atProvider('Woovi', fake, env, say, (service) => new WooviDemo(service, fake, say).run());
}

class WooviDemo {
  constructor(
    private readonly service: DemoService,
    private readonly fake: FakeWoovi,
    private readonly say: Say,
  ) {}

  async run(): Promise<void> {
    const { url, credentials } = this.service;
    const panel = await PanelClient.signIn(url, credentials.email, credentials.password);
    const payment = await this.collect(panel);
    await this.refund(panel, payment);
    await this.payOut(panel);
    await this.reconcile();
  }

  private async collect(panel: PanelClient): Promise<string> {
    this.say('\n1. The payer of a link over 500.00 BRL chooses Pix: Woovi opens a charge');
    const { id: link } = await panel.post<{ id: string }>('payment-links', {
      amount: '500.00',
      amount_type: 'charge',
      currency: 'BRL',
      currency_destiny: 'ARS',
      description: 'Order 1003',
    });
    const charge = await this.choosePix(link);
    this.say(`   charge ${charge.correlationID}, ${charge.value} centavos`);
    this.say(`   the page shows the code ${charge.brCode.slice(0, 40)}… as text and as a QR code`);

    this.say('\n2. The payer pays, and Woovi notifies with an RSA signature');
    await this.tell(this.fake.account.pay(charge.correlationID));
    const [payment] = await panel.get<Json[]>(`received-payments?payment_link_id=${link}`);
    expect(payment?.['status'] === 'credited', 'a credited payment');
    this.say(`   ${String(payment?.['credited_amount'])} ${String(payment?.['currency'])} credited`);
    return String(payment?.['id']);
  }

  private async choosePix(link: string) {
    const form = { method: 'brl_pix', name: 'Ana Souza', email: 'ana@example.com' };
    const html = await choose(this.service, link, form);
    const [charge] = this.fake.account.charges.values();
    if (!charge) throw new Error('expected a charge at Woovi');
    expect(html.includes(charge.brCode) && html.includes('<svg'), 'the page to show the Pix code and its QR code');
    return charge;
  }

  private async refund(panel: PanelClient, payment: string): Promise<void> {
    this.say('\n3. The merchant refunds 100.00 BRL: the worker hands the refund to Woovi');
    const { id, wallet_amount: amount } = await panel.post<{ id: string; wallet_amount: string }>(
      `received-payments/${payment}/refunds`,
      { amount: '100.00' },
    );
    const [charge] = this.fake.account.charges.values();
    await eventually('a refund at Woovi', () => charge?.refunds.length === 1);
    const [refund] = charge?.refunds ?? [];
    if (!charge || !refund) throw new Error('expected a refund at Woovi');
    await this.tell(this.fake.account.endRefund(charge.correlationID, refund));
    await eventually(
      'the refund to be completed',
      async () => (await panel.get(`refunds/${id}`))['status'] === 'completed',
    );
    this.say(`   completed: ${refund.value} centavos to the payer, ${amount} ARS from the wallet`);
  }

  private async payOut(panel: PanelClient): Promise<void> {
    this.say('\n4. A payout to a Pix key takes two steps at Woovi: create and approve');
    const account = await panel.post<{ id: string }>('bank-accounts', {
      holder_name: 'Café Río',
      document: { type: 'cpf', number: '111.444.777-35' },
      country: 'BR',
      currency: 'BRL',
      bank: { name: 'Banco do Brasil', pix_key: 'caixa@example.com' },
    });
    const wallets = await panel.get<{ id: string; lane: string }[]>('virtual-wallets');
    const { id } = await panel.post<{ id: string }>('payouts', {
      type: 'payout',
      virtual_wallet_id: wallets.find(({ lane }) => lane === 'local')?.id,
      bank_account_id: account.id,
      amount: '10000.00',
    });
    const paid = () => [...this.fake.account.payments.values()].find(({ paidCount }) => paidCount === 1);
    await eventually('an approved payment at Woovi', () => paid() !== undefined);
    for (const call of this.fake.calls.filter((each) => each.includes('/payment'))) this.say(`   ${call}`);
    await this.tell(this.fake.account.confirm(paid()?.correlationID ?? ''));
    await eventually(
      'the payout to be completed',
      async () => (await panel.get(`payouts/${id}`))['status'] === 'completed',
    );
    this.say(`   completed: ${paid()?.value ?? 0} centavos to the Pix key`);
  }

  /** Woovi has no API for its settlement lines, so they are imported as a file. */
  private async reconcile(): Promise<void> {
    this.say('\n5. The lines of Woovi’s report agree with the records, and the books balance');
    const { config, databaseUrl } = this.service;
    await withOpsContext(config, databaseUrl, async (app) => {
      const recorded = await app
        .get(SettlementLines)
        .import('woovi', readSettlementFile(Buffer.from(this.settlementFile())));
      const report = await app.get(Reconciliation).report(app.get(Providers).list(), 0);
      expect(report.open === 0, `nothing to be open, got ${report.open}`);
      const { balanced, checked } = await app.get(BooksProof).verify();
      expect(balanced, 'the books to balance');
      this.say(`   ${recorded.recorded} lines, ${report.open} open; ${checked.entries} entries`);
    });
  }

  private settlementFile(): string {
    const { charges, payments } = this.fake.account;
    const line = (id: string, type: string, reference: string, centavos: number) => {
      const amount = `${centavos < 0 ? '-' : ''}${Math.floor(Math.abs(centavos) / 100)}.${String(Math.abs(centavos) % 100).padStart(2, '0')}`;
      return [id, type, reference, amount, '0.00', amount, 'BRL', new Date().toISOString(), 'b1'].join(',');
    };
    const rows = [...charges.values()].flatMap((charge) => [
      line(`p-${charge.correlationID}`, 'payment', charge.correlationID, charge.value),
      ...charge.refunds.map((each) => line(`r-${each.correlationID}`, 'refund', each.correlationID, -each.value)),
    ]);
    const paid = [...payments.values()].map((each) =>
      line(`o-${each.correlationID}`, 'payout', each.correlationID, -each.value),
    );
    return ['id,type,reference,gross,fee,net,currency,settled_at,batch', ...rows, ...paid].join('\n');
  }

  private tell(content: object): Promise<void> {
    return notify(this.service, this.fake.message(content));
  }
}
