import { Money, newId, type UnsupportedAmount } from '@app/kernel';
import { aDebitFact, anExpiry, anOrder, aPayment, convertedTerms, inMemoryCollections, theTerms } from '../../testing';

type Collections = ReturnType<typeof inMemoryCollections>;

const REASON = 'Confirmed with the payer by telephone';
const OWNER = 'owner@example.com';

let app: Collections;
beforeEach(async () => {
  app = inMemoryCollections();
  await app.setRates();
});

afterEach(() => app.expectBooksBalanced());

const merchant = (language: 'en' | 'es' | 'pt' = 'en', email: string | null = OWNER) =>
  app.merchant({ account: { email, language } });
const mails = () => app.mail.sent.filter(({ to }) => to === OWNER);
const subjects = () => mails().map(({ subject }) => subject.replaceAll('\u00A0', ' '));
const lastText = () => mails().at(-1)?.text.replaceAll('\u00A0', ' ') ?? '';
const cancel = (id: string) => app.repositories.forceLink(id, { status: 'cancelled', currentUses: 0 });

/** Money that did not fit has arrived for a link over 15,000 ARS. */
async function arrived(paid: Money | UnsupportedAmount, by?: Awaited<ReturnType<typeof merchant>>) {
  const { link, order } = await app.opened(
    {},
    { description: 'Order 1001', reference: 'A-77' },
    by ?? (await merchant()),
  );
  await app.receive(aPayment(order, { paid }));
  const [exception] = await app.repositories.exceptionsOf(link.id);
  return { link, order, id: exception!.id };
}

describe('the merchant is mailed when money arrives that does not fit', () => {
  it('paid in part: with the expected and the received amount, the link’s description and id, and what happens next', async () => {
    const { link } = await arrived(Money.of('10000', 'ARS'));
    expect(subjects()).toEqual(['A payment of 10,000.00 ARS needs a decision']);
    const said = [
      'Received: 10,000.00 ARS',
      'Expected: 15,000.00 ARS',
      'Description: Order 1001',
      'Your reference: A-77',
      link.id,
    ];
    for (const part of [...said, 'not the amount', 'will credit it to your wallet or send it back']) {
      expect(lastText()).toContain(part);
    }
  });

  it('paid in part twice: one mail for each payment', async () => {
    const { order } = await arrived(Money.of('10000', 'ARS'));
    await app.receive(aPayment(order, { paid: Money.of('5000', 'ARS') }));
    expect(subjects()).toEqual([
      'A payment of 10,000.00 ARS needs a decision',
      'A payment of 5,000.00 ARS needs a decision',
    ]);
  });

  it('overpaid', async () => {
    await arrived(Money.of('20000', 'ARS'));
    expect(lastText()).toContain('Received: 20,000.00 ARS\nExpected: 15,000.00 ARS');
  });

  it('in another currency', async () => {
    await arrived(Money.of('100', 'USD'));
    expect(lastText()).toContain('Received: 100.00 USD\nExpected: 15,000.00 ARS');
    expect(lastText()).toContain('another currency');
  });

  it('in a currency that the service does not have, with the text of the rail', async () => {
    await arrived({ amount: '15.123456', currency: 'XXX' });
    expect(subjects()).toEqual(['A payment of 15.123456 XXX needs a decision']);
  });

  it('after the cancellation of the link', async () => {
    const { link, order } = await app.opened({}, {}, await merchant());
    await cancel(link.id);
    await app.receive(aPayment(order));
    expect(subjects()).toEqual(['A payment of 15,000.00 ARS needs a decision']);
    expect(lastText()).toContain('cancelled');
  });

  it('in addition to the payment of a completed link', async () => {
    const { order } = await app.opened({}, {}, await merchant());
    await app.receive(aPayment(order));
    await app.receive(aPayment(order));
    expect(subjects()).toEqual(['A payment of 15,000.00 ARS needs a decision']);
  });

  it('late, at a rate that has moved', async () => {
    const { order } = await app.opened({ method: 'brl_pix', terms: convertedTerms() }, {}, await merchant());
    await app.receive(anExpiry(order));
    app.clock.advance(86_400_000);
    await app.setRates({ BRL: '10', ARS: '1000' });
    await app.receive(aPayment(order));
    expect(lastText()).toContain('the exchange rate has moved');
  });

  it('below its fees', async () => {
    const terms = { ...theTerms(), credited: Money.of('-1', 'ARS') };
    const { order } = await app.opened({ terms }, {}, await merchant());
    await app.receive(aPayment(order));
    expect(lastText()).toContain('fees are higher');
  });

  it('of an unknown order, once the order turns up', async () => {
    const { link, order } = await app.opened({}, {}, await merchant());
    const later = anOrder({ linkId: link.id });
    const payment = aPayment(later, { paid: Money.of('14000', 'ARS') });
    await app.receive(payment).catch(() => undefined);
    expect(mails()).toEqual([]);
    await app.uow.run((tx) => app.repositories.orders.insert(tx, later));
    await app.receive(payment);
    expect(subjects()).toEqual(['A payment of 14,000.00 ARS needs a decision']);
    expect(order.id).not.toBe(later.id);
  });

  it('in the language of the account, as it writes amounts', async () => {
    await arrived(Money.of('10000', 'ARS'), await merchant('es'));
    expect(subjects()).toEqual(['Un pago de 10.000,00 ARS espera una decisión']);
  });

  it('unless the account has no registered address', async () => {
    await arrived(Money.of('10000', 'ARS'), await merchant('en', null));
    expect(app.mail.sent).toEqual([]);
  });

  it('not at all if the transaction fails', async () => {
    const { order } = await app.opened({}, {}, await merchant());
    jest.spyOn(app.ledger, 'post').mockRejectedValueOnce(new Error('connection lost'));
    await app.receive(aPayment(order, { paid: Money.of('1', 'ARS') }));
    expect(mails()).toEqual([]);
  });
});

describe('the merchant is mailed at each decision', () => {
  it('that credits the money, with the expected and the received amount', async () => {
    const { id } = await arrived(Money.of('14000', 'ARS'));
    await app.exceptions.credit(id, { reason: REASON });
    expect(subjects().at(-1)).toBe('The payment of 14,000.00 ARS was credited');
    expect(lastText()).toContain('Received: 14,000.00 ARS\nExpected: 15,000.00 ARS');
    expect(lastText()).not.toContain(REASON);
  });

  it('that sends it back', async () => {
    const { id } = await arrived(Money.of('14000', 'ARS'));
    await app.exceptions.refund(id, REASON);
    expect(subjects().at(-1)).toBe('The payment of 14,000.00 ARS is sent back');
  });

  it('of the rail to take it back', async () => {
    const { order } = await app.debit();
    const [account] = [...app.merchants.given.values()];
    app.merchants.given.set(account!.id, { ...account!, email: OWNER, language: 'en' });
    await app.receive(aDebitFact(order, 'debit.settled', { paid: Money.of('40', 'USD') }));
    await app.receive(aDebitFact(order, 'debit.returned'));
    expect(subjects().at(-1)).toBe('The payment of 40.00 USD was returned');
  });

  it('that credits the money of an unknown order to one of its wallets', async () => {
    const { wallets } = await merchant();
    const { order } = await app.opened();
    await app.receive(aPayment(order, { reference: newId() })).catch(() => undefined);
    const [unknown] = await app.exceptions.list({ limit: 1 });
    await app.exceptions.credit(unknown!.id, { reason: REASON, walletId: wallets.local! });
    expect(subjects()).toEqual(['The payment of 15,000.00 ARS was credited']);
  });

  it('once, however often the decision is repeated (rule 10.3)', async () => {
    const { id } = await arrived(Money.of('14000', 'ARS'));
    await app.exceptions.refund(id, REASON);
    await app.exceptions.refund(id, REASON).catch(() => undefined);
    expect(mails().map(({ dedupeKey }) => dedupeKey)).toEqual([
      `payment-exception:${id}:arrived`,
      `payment-exception:${id}:refunded`,
    ]);
  });
});
