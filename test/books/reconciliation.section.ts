import { Reconciliation, type ReconciledProvider } from '@app/books';
import { Money, newId, WrittenAmount } from '@app/kernel';
import {
  PaymentExceptions,
  RefundHandOver,
  Refunds,
  toReversalFact,
  type CheckoutOrder,
  type ReversalFactType,
} from '@app/payment-links';
import { SandboxOutflows } from '@app/providers';
import { FactInbox, ProviderMessages, Providers, SettlementLines, type SettlementLine } from '@app/rails';
import { CollectionSystem, type Merchant } from '../support/collection-system';

describe('reconciliation', () => {
  let system: CollectionSystem;
  let merchant: Merchant;
  let order: CheckoutOrder;

  beforeAll(async () => {
    system = await CollectionSystem.shared();
    merchant = await system.merchant();
  });
  beforeEach(async () => {
    await system.source.query('TRUNCATE settlement_lines');
    await system.source.query('TRUNCATE received_payments, payment_exceptions, refunds, disputes, payouts CASCADE');
    order = await paid();
  });

  /** An order of 15000 ARS that was paid six days ago. */
  async function paid(): Promise<CheckoutOrder> {
    const one = await system.choose(await system.link(merchant));
    await system.pay(one);
    await age();
    return one;
  }

  /** The provider reports a refund or a dispute of the payment; of the whole of it by default. */
  async function reported(type: ReversalFactType, { name = 'd1', amount = '15000' } = {}): Promise<void> {
    const { provider, providerReference: reference } = order;
    const about = { provider, reference, providerReference: `${order.id} ${name}`, reason: null };
    const fact = toReversalFact({ ...about, id: newId(), type, amount: Money.of(amount, 'ARS') });
    await system.get(FactInbox).take({ fact, body: '{}' });
    await age();
  }

  async function age(): Promise<void> {
    const sixDaysAgo = `now() - interval '6 days'`;
    await system.source.query(`UPDATE received_payments SET credited_at = ${sixDaysAgo}`);
    await system.source.query(`UPDATE payment_exceptions SET created_at = ${sixDaysAgo}`);
    await system.source.query(`UPDATE received_payments SET returned_at = ${sixDaysAgo} WHERE returned_at IS NOT NULL`);
    await system.source.query(
      `UPDATE payment_exceptions SET resolved_at = ${sixDaysAgo} WHERE resolved_at IS NOT NULL`,
    );
    await system.source.query(`UPDATE disputes SET opened_at = ${sixDaysAgo}`);
    await system.source.query(
      `UPDATE refunds SET completed_at = ${sixDaysAgo}, created_at = ${sixDaysAgo} WHERE status = 'completed'`,
    );
  }

  function line(changes: Partial<SettlementLine> = {}): SettlementLine {
    const gross = changes.gross ?? Money.of('15000', 'ARS');
    return {
      id: newId(),
      type: 'payment',
      reference: order.id,
      gross,
      fee: Money.of('150', gross.currency),
      net: gross,
      settledAt: new Date(),
      batch: null,
      ...changes,
    };
  }

  const record = (...lines: readonly SettlementLine[]) => system.get(SettlementLines).import('sandbox', lines);

  /** The records of the sandbox belong to a provider that moves money, by default. */
  function configured({ isSimulated = false } = {}): ReconciledProvider[] {
    return system
      .get(Providers)
      .list()
      .map(({ name, storedNames }) => ({ name, storedNames, isSimulated }));
  }

  const reconciliation = () => system.get(Reconciliation);

  /** What is open, as texts. */
  async function open(days?: number): Promise<string[]> {
    const { groups } = await reconciliation().report(configured(), days);
    return groups.flatMap(({ currency, missingLines, unknownLines, differingAmounts }) => [
      ...missingLines.map(({ type, amount }) => `${type} of ${amount.toFixed()} ${currency} without line`),
      ...unknownLines.map(({ type, amount }) => `${type} line of ${amount.toFixed()} ${currency} without record`),
      ...differingAmounts.map(
        ({ type, ours, lines }) =>
          `${type} ${ours?.toFixed() ?? 'none'}, lines ${lines?.toFixed() ?? 'none'} ${currency}`,
      ),
    ]);
  }

  async function refunded(amount: string): Promise<string> {
    const [row] = await system.query<{ id: string }>('SELECT id FROM received_payments WHERE order_id = $1', [
      order.id,
    ]);
    const { id } = await system
      .get(Refunds)
      .request(system.refunder(merchant), row!.id, { amount: WrittenAmount.of(amount), reason: null });
    const worker = system.get(RefundHandOver);
    await worker.turn(() => undefined);
    await worker.drain(60_000);
    const report = await system.get(SandboxOutflows).move(id, 'complete');
    for (const { message } of report!.notifications) {
      await system.get(ProviderMessages).receive(report!.outflow.provider, message);
    }
    await age();
    return id;
  }

  /** A payout that was completed six days ago; the books of this database are not proved. */
  async function paidOut(): Promise<string> {
    const id = newId();
    await system.source.transaction(async (tx) => {
      await tx.query('SET LOCAL session_replication_role = replica');
      await tx.query(
        `INSERT INTO payouts (id, account_id, type, status, wallet_id, hold_id, destination, destination_sealed, instant,
         amount, currency, fee_percentage_amount, fee_fixed_amount, fee_total, instant_fee, tax, conversion_fee, net_amount,
         destination_amount, destination_currency, lead_time, requested_by, notices, provider, provider_reference,
         created_at, updated_at, completed_at)
       VALUES ($1, $2, 'payout', 'completed', $3, $1, '{}', '', false, 100, 'ARS', 2, 0, 2, 0, 0, 0, 98, 98, 'BRL', '1d',
         $1, '{}', 'sandbox', 'at the bank', now(), now(), now() - interval '6 days')`,
        [id, merchant.account.id, merchant.wallet.id],
      );
    });
    return id;
  }

  describe('a reconciliation', () => {
    it.each<[string, () => string | Promise<string>]>([
      ['the order', () => order.id],
      ['the order, as the provider knows it', () => `sp-${order.id}`],
      ['the provider', () => order.providerReference],
      [
        'the received payment',
        async () => (await system.query<{ id: string }>('SELECT id FROM received_payments'))[0]!.id,
      ],
    ])('finds a payment by the reference of %s (rule 18.4)', async (_, reference) => {
      expect(await open()).toEqual(['payment of 15000.00 ARS without line']);
      await record(line({ reference: await reference() }));
      expect(await open()).toEqual([]);
    });

    it('leaves a payment some days to settle (rule 18.4)', async () => {
      expect(await open(6)).toHaveLength(1);
      expect(await open(7)).toEqual([]);
    });

    it.each(['payment', 'payout', 'refund', 'dispute'])('names a %s line without a record', async (type) => {
      await record(line(), line({ type, reference: newId() }), line({ type, reference: null }));
      expect(await open()).toEqual(Array(2).fill(`${type} line of 15000.00 ARS without record`));
    });

    it('does not ask what fees and other lines are about, and adds up the fees', async () => {
      await record(line(), line({ type: 'fee', reference: null, gross: Money.of('-9', 'ARS') }));
      const { open: count, groups } = await reconciliation().report(configured());
      expect([count, groups.map(({ fees }) => fees.toFixed())]).toEqual([0, ['300.00']]);
    });

    it('names an amount or a currency that differs (rule 18.4)', async () => {
      await record(line({ gross: Money.of('14999.99', 'ARS') }));
      expect(await open()).toEqual(['payment 15000.00, lines 14999.99 ARS']);
      await system.source.query('TRUNCATE settlement_lines');
      await record(line({ gross: Money.of('15000', 'USD') }));
      expect(await open()).toEqual(['payment 15000.00, lines none ARS', 'payment none, lines 15000.00 USD']);
    });

    it('names a payment that was settled twice', async () => {
      await record(line(), line());
      expect(await open()).toEqual(['payment 15000.00, lines 30000.00 ARS']);
    });

    it('expects lines for both payments of an order that was paid twice', async () => {
      await system.pay(order, { id: 'second' });
      await age();
      await record(line());
      expect(await open()).toEqual(['payment 30000.00, lines 15000.00 ARS']);
      await record(line({ reference: order.providerReference }));
      expect(await open()).toEqual([]);
    });

    it('compares refunds, whatever sign their lines have', async () => {
      const id = await refunded('5000');
      await record(line());
      expect(await open()).toEqual(['refund of 5000.00 ARS without line']);
      await record(line({ type: 'refund', reference: `sp-${id}`, gross: Money.of('-5000', 'ARS') }));
      expect(await open()).toEqual([]);
      await record(line({ type: 'refund', reference: id, gross: Money.of('-1', 'ARS') }));
      expect(await open()).toEqual(['refund 5000.00, lines 5001.00 ARS']);
    });

    it('compares payouts by what arrives, in the currency of their destination', async () => {
      const id = await paidOut();
      await record(line());
      expect(await open()).toEqual(['payout of 98.00 BRL without line']);
      await record(line({ type: 'payout', reference: 'at the bank', gross: Money.of('-98', 'BRL') }));
      expect(await open()).toEqual([]);
      await record(line({ type: 'payout', reference: `sp-${id}`, gross: Money.of('-2', 'BRL') }));
      expect(await open()).toEqual(['payout 98.00, lines 100.00 BRL']);
    });

    it('takes a refund that failed for nothing, as its lines do, also after it had succeeded (rule 18.9)', async () => {
      const id = await refunded('5000');
      const out = line({ type: 'refund', reference: id, gross: Money.of('-5000', 'ARS') });
      await record(line(), out);
      await system.query(`UPDATE refunds SET status = 'failed', completed_at = NULL, failed_at = now() WHERE id = $1`, [
        id,
      ]);
      expect(await open()).toEqual(['refund 0.00, lines 5000.00 ARS']);
      await record(line({ type: 'refund', reference: id, gross: Money.of('5000', 'ARS') }));
      expect(await open()).toEqual([]);
    });

    it('names a refund that its provider took back after it succeeded, while it is completed here (rule 18.9)', async () => {
      const id = await refunded('5000');
      const gross = Money.of('-5000', 'ARS');
      await record(line(), line({ type: 'refund', reference: id, gross }));
      await record(line({ type: 'refund', reference: id, gross: gross.negated() }));
      expect(await open()).toEqual(['refund 5000.00, lines 0.00 ARS']);
    });

    it('finds refunds that were made at the provider by the order, or by their name there (rule 18.9)', async () => {
      await reported('refund.made', { name: 're_1', amount: '2000' });
      await reported('refund.made', { name: 're_2', amount: '3000' });
      await record(line());
      expect(await open()).toEqual(['refund of 5000.00 ARS without line']);
      const minus = (amount: string, reference: string) =>
        line({ type: 'refund', reference, gross: Money.of(`-${amount}`, 'ARS') });
      await record(minus('2000', `sp-${order.id}`), minus('3000', `${order.id} re_2`));
      expect(await open()).toEqual([]);
    });
  });

  describe('what staff decided about', () => {
    /** The exception of a second payment of the order. */
    async function secondPayment(): Promise<string> {
      await system.pay(order, { id: `${order.id} 2:received` });
      const [row] = await system.query<{ id: string }>('SELECT id FROM payment_exceptions');
      return row!.id;
    }
    const staff = { type: 'staff', name: 'ana' } as const;
    const reason = 'the payer wants two';
    const credit = (id: string) =>
      system.get(PaymentExceptions).credit(id, { reason, walletId: merchant.wallet.id, withoutFees: false }, staff);

    it('a second payment counts once when it is credited, by every name that it has (rule 18.9)', async () => {
      const id = await secondPayment();
      await credit(id);
      await age();
      await record(line());
      expect(await open()).toEqual(['payment 30000.00, lines 15000.00 ARS']);
      const [{ id: paymentId }] = (await system.query<{ id: string }>(
        'SELECT id FROM received_payments WHERE exception_id IS NOT NULL',
      )) as [{ id: string }];
      for (const reference of [id, `${order.id} 2`, paymentId]) {
        await record(line({ id: 'of the second', reference }));
        expect(await open()).toEqual([]);
        await system.query(`DELETE FROM settlement_lines WHERE id = 'of the second'`);
      }
    });

    it('a payment exception that was sent back has a refund to compare with (rule 18.9)', async () => {
      await system.get(PaymentExceptions).refund(await secondPayment(), reason, staff);
      await age();
      await record(line(), line());
      expect(await open()).toEqual(['refund of 15000.00 ARS without line']);
      const back = (amount: string) => line({ type: 'refund', reference: order.id, gross: Money.of(amount, 'ARS') });
      await record(back('-14000'));
      expect(await open()).toEqual(['refund 15000.00, lines 14000.00 ARS']);
      await record(back('-1000'));
      expect(await open()).toEqual([]);
    });
  });

  describe('disputes', () => {
    const disputed = (amount: string) => line({ type: 'dispute', gross: Money.of(amount, 'ARS') });

    it('are compared by payment: what was taken less what was given back (rule 18.9)', async () => {
      await record(line());
      await reported('dispute.opened');
      expect(await open()).toEqual(['dispute of 15000.00 ARS without line']);
      await record(disputed('-15000'));
      expect(await open()).toEqual([]);
      await record(disputed('15000'));
      expect(await open()).toEqual(['dispute 15000.00, lines 0.00 ARS']);
      await reported('dispute.won');
      expect(await open()).toEqual([]);
    });

    it('of one payment add up, by the name of the payment or their own (rule 18.9)', async () => {
      await record(line());
      await reported('dispute.opened', { name: 'd1', amount: '4000' });
      await reported('dispute.opened', { name: 'd2', amount: '5000' });
      await record(disputed('-4000'));
      expect(await open()).toEqual(['dispute 9000.00, lines 4000.00 ARS']);
      await record(line({ type: 'dispute', reference: `${order.id} d2`, gross: Money.of('-5000', 'ARS') }));
      expect(await open()).toEqual([]);
    });

    it('that no notification reported show, also with a payment whose line is missing (rule 18.9)', async () => {
      await record(line(), disputed('-15000'));
      expect(await open()).toEqual(['dispute none, lines 15000.00 ARS']);
      await system.source.query('TRUNCATE settlement_lines');
      await record(disputed('-15000'));
      expect(await open()).toEqual(['payment of 15000.00 ARS without line', 'dispute none, lines 15000.00 ARS']);
    });

    it('that were won before any line came need none', async () => {
      await record(line());
      await reported('dispute.opened');
      await reported('dispute.won');
      expect(await open()).toEqual([]);
    });

    it('that were won in part count for what did not come back (rule 18.9)', async () => {
      await record(line());
      await reported('dispute.opened');
      await reported('dispute.won', { amount: '14000' });
      await record(disputed('-15000'), disputed('14000'));
      expect(await open()).toEqual([]);
    });

    it('count for what came back of a debit that was returned in part (rule 18.9)', async () => {
      const debit = await system.debit(await system.merchant({ usd: true }));
      await record(line());
      await system.notify(system.debitFact(debit.order, 'debit.settled'));
      await system.notify({ ...system.debitFact(debit.order, 'debit.returned'), amount: '30', currency: 'USD' });
      const ofDebit = (type: string, amount: string) =>
        line({ type, reference: debit.order.id, gross: Money.of(amount, 'USD') });
      await record(ofDebit('payment', '50'), ofDebit('dispute', '-30'));
      expect(await open()).toEqual([]);
    });

    it('are what the lines of a returned debit are compared with (rule 18.9)', async () => {
      const usd = await system.merchant({ usd: true });
      const debit = await system.debit(usd);
      await record(line());
      for (const type of ['debit.submitted', 'debit.settled', 'debit.returned'] as const) {
        await system.notify(system.debitFact(debit.order, type));
      }
      await age();
      const ofDebit = (type: string, amount: string) =>
        line({ type, reference: debit.order.id, gross: Money.of(amount, 'USD') });
      await record(ofDebit('payment', '50'));
      expect(await open()).toEqual(['dispute of 50.00 USD without line']);
      await record(ofDebit('dispute', '-50'));
      expect(await open()).toEqual([]);
    });
  });

  describe('a reconciliation', () => {
    it('leaves out a simulated provider that has no line (rule 18.5)', async () => {
      const report = () => reconciliation().report(configured({ isSimulated: true }));
      expect((await report()).open).toBe(0);
      await paid();
      await record(line());
      expect((await report()).open).toBe(1);
    });

    it('counts what is open at each provider, none included (rule 18.4)', async () => {
      expect([...(await reconciliation().countOpen(configured()))]).toEqual([['sandbox', 1]]);
      await record(line());
      expect([...(await reconciliation().countOpen(configured()))]).toEqual([['sandbox', 0]]);
    });

    it('books nothing (rule 18.1)', async () => {
      const entries = 'SELECT count(*) FROM journal_entries';
      const before = await system.source.query(entries);
      await record(line(), line({ type: 'refund' }));
      await open();
      expect(await system.source.query(entries)).toEqual(before);
    });
  });
});
