import { decimal, Money, toCurrency } from '@app/kernel';
import type { CheckoutOrder, Payer } from '../../checkout/domain/checkout-order';
import { aDebitFact, aLink, anOrder, aPayment, inMemoryCollections, theTerms } from '../../testing';
import { feeReceiptMail } from './receipt-mail';

const NOBODY: Payer = { name: null, email: null, document: null };
const ANA: Payer = { ...NOBODY, email: 'ana@example.com' };

/** 500 BRL charged at 200 ARS a BRL: the payer bears a fee of 3200 ARS, which is 16 BRL. */
const converted = (amountType: 'charge' | 'receive', customerPaysFee = true) =>
  theTerms({
    payerCurrency: toCurrency('BRL'),
    rate: decimal('200'),
    amountType,
    customerPaysFee,
    declared: amountType === 'charge' ? Money.of('500', 'BRL') : Money.of('100000', 'ARS'),
  });
const local = theTerms({ customerPaysFee: true });

describe('the receipt for the fee that a payer bore', () => {
  type Collections = ReturnType<typeof inMemoryCollections>;
  type Merchant = Awaited<ReturnType<Collections['merchant']>>;

  let app: Collections;
  beforeEach(() => {
    app = inMemoryCollections();
  });

  const receiptOf = async (linkId: string) => (await app.repositories.receivedPayment(linkId))?.feeReceipt;
  const feeMails = () => app.mail.sent.filter(({ dedupeKey }) => dedupeKey?.startsWith('fee-receipt:'));

  async function paid(ofOrder: Partial<CheckoutOrder>, merchant?: Merchant): Promise<string> {
    const { link, order } = await app.opened(ofOrder, {}, merchant);
    await app.receive(aPayment(order));
    return link.id;
  }

  it.each`
    what                         | terms                   | amount
    ${'15000 ARS'}               | ${local}                | ${'735.00 ARS'}
    ${'500 BRL charged'}         | ${converted('charge')}  | ${'16.00 BRL'}
    ${'100000 ARS, paid in BRL'} | ${converted('receive')} | ${'16.00 BRL'}
  `('is over what it added to the payer’s amount, in the payer’s currency: $amount for $what', async (row) => {
    const receipt = await receiptOf(await paid({ terms: row.terms }));
    expect(receipt).toEqual({ number: 'FR-00000001', amount: expect.anything(), issuedAt: app.clock.now() });
    expect(receipt?.amount.toString()).toBe(row.amount);
  });

  it.each`
    what           | terms
    ${'local'}     | ${theTerms()}
    ${'charged'}   | ${converted('charge', false)}
    ${'received'}  | ${converted('receive', false)}
    ${'free ones'} | ${theTerms({ customerPaysFee: true, setting: { percentage: decimal('0'), fixedUsd: Money.zero('USD'), minimum: null, maximum: null } })}
  `('is not issued when the payer bore nothing: $what', async ({ terms }) => {
    expect(await receiptOf(await paid({ terms, payer: ANA }))).toBeNull();
    expect(feeMails()).toEqual([]);
    expect(app.tables.receiptNumbers.size).toBe(0);
  });

  it('is numbered within its account, with other accounts in between', async () => {
    const [one, other] = [await app.merchant(), await app.merchant()];
    const numbers = [];
    for (const merchant of [one, one, other, one]) {
      numbers.push((await receiptOf(await paid({ terms: local }, merchant)))?.number);
    }
    expect(numbers).toEqual(['FR-00000001', 'FR-00000002', 'FR-00000001', 'FR-00000003']);
  });

  it('has no gap and no duplicate where many are settled in one transaction', async () => {
    const [one, other] = [await app.merchant(), await app.merchant()];
    const merchants = Array.from({ length: 12 }, (_, i) => (i % 3 === 0 ? other : one));
    const made = await Promise.all(
      merchants.map((merchant, i) => app.opened({ terms: i === 4 ? theTerms() : local }, {}, merchant)),
    );
    await Promise.all(made.map(({ order }) => app.receive(aPayment(order))));
    const numbersOf = async (merchant: Merchant) => {
      const mine = made.filter(({ link }) => link.accountId === merchant.account.id);
      const receipts = await Promise.all(mine.map(({ link }) => receiptOf(link.id)));
      return receipts.flatMap((receipt) => receipt?.number ?? []).sort();
    };
    const upTo = (n: number) => Array.from({ length: n }, (_, i) => `FR-0000000${i + 1}`);
    expect([await numbersOf(one), await numbersOf(other)]).toEqual([upTo(7), upTo(4)]);
  });

  it('takes no number when the payment cannot be settled yet', async () => {
    const merchant = await app.merchant();
    const { link, order } = await app.opened({ terms: local }, {}, merchant);
    jest.spyOn(app.ledger, 'post').mockRejectedValueOnce(new Error('connection lost'));
    const fact = aPayment(order);
    await app.receive(fact);
    await app.receive(fact);
    expect((await receiptOf(link.id))?.number).toBe('FR-00000001');
  });

  it('is mailed beside the receipt of the payment, to a payer whose address is known (rule 7.8)', async () => {
    const { order } = await app.opened({ terms: converted('charge'), payer: ANA });
    await app.receive(aPayment(order));
    expect(app.mail.sent.map(({ dedupeKey }) => dedupeKey)).toEqual([
      `receipt:${order.id}`,
      expect.stringMatching(/^fee-receipt:.*:FR-00000001$/),
    ]);
    expect(feeMails()).toMatchObject([
      { to: ANA.email, subject: 'Comprobante FR-00000001 del cargo por el pago: 16,00\u00A0BRL' },
    ]);
  });

  it('is mailed to the address that only the rail knows', async () => {
    const { order } = await app.opened({ terms: local });
    await app.receive(aPayment(order, { payer: ANA }));
    expect(feeMails()).toMatchObject([{ to: ANA.email }]);
  });

  it('is also issued to a payer without an address, but not mailed', async () => {
    const linkId = await paid({ terms: local, payer: NOBODY });
    expect(await receiptOf(linkId)).toMatchObject({ number: 'FR-00000001' });
    expect(app.mail.sent).toEqual([]);
  });

  it('stays with a payment that is returned', async () => {
    const { link, order } = await app.debit({ confirmed: false });
    const terms = { ...order.terms, borneBy: 'payer' as const, payerFee: Money.of('0.50', 'USD') };
    app.tables.changeOrder(order.id, { terms });
    await app.receive(aDebitFact(order, 'debit.settled'));
    const issued = await receiptOf(link.id);
    await app.receive(aDebitFact(order, 'debit.returned'));
    expect([issued?.number, await receiptOf(link.id)]).toEqual(['FR-00000001', issued]);
  });
});

describe('the message with a fee receipt', () => {
  const link = aLink({ description: 'Order 1001' });
  const order = anOrder({ linkId: link.id, terms: local, payer: ANA, language: 'en' });
  const merchant = { name: 'Café Río', language: 'es' } as const;
  const paid = { link, order, merchant, paidAt: new Date('2030-01-01T23:59:59Z') };
  const receipt = { number: 'FR-00000042', amount: Money.of('735', 'ARS'), issuedAt: new Date('2030-01-01T23:59:59Z') };

  it('says what it is for, its number, its date, and the payment that it belongs to', () => {
    const mail = feeReceiptMail(paid, receipt);
    expect(mail).toMatchObject({
      accountId: link.accountId,
      to: ANA.email,
      dedupeKey: `fee-receipt:${link.accountId}:FR-00000042`,
    });
    const parts = [
      '15,735.00\u00A0ARS',
      '735.00\u00A0ARS',
      'FR-00000042',
      '1 Jan 2030, 20:59 GMT-3',
      'Order 1001',
      'Café Río',
      link.id,
    ];
    for (const part of parts) expect(mail?.text).toContain(part);
  });

  it.each([null, ''])('is not written to a payer whose address is %j', (email) => {
    const unreachable = { ...order, payer: { ...NOBODY, email } };
    expect(feeReceiptMail({ ...paid, order: unreachable }, receipt)).toBeUndefined();
  });
});
