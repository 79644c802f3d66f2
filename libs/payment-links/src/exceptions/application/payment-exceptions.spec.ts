import { decimal, Money, newId, toCurrency } from '@app/kernel';
import type { CheckoutOrder } from '../../checkout/domain/checkout-order';
import type { PaymentLink } from '../../links/domain/payment-link';
import type { PaymentFact } from '../../settlement/domain/payment-fact';
import {
  DEBIT,
  aDebitFact,
  anExpiry,
  anOrder,
  aPayment,
  convertedTerms,
  inMemoryCollections,
  theTerms,
  type MerchantOptions,
} from '../../testing';

type Collections = ReturnType<typeof inMemoryCollections>;

const REASON = 'Confirmed with the payer by telephone';
const payer = { name: 'Ana', email: 'ana@example.com', document: null };

let app: Collections;
beforeEach(async () => {
  app = inMemoryCollections();
  await app.setRates();
});
afterEach(() => app.expectBooksBalanced());

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => (error as { code?: unknown }).code ?? error,
  );

const exception = async (id: string) => (await app.repositories.exceptions.find(id))!.exception;
const eventTypes = () => app.events.published.map(({ type }) => type);
const unallocated = (currency = 'ARS') => app.platformBalance('unallocated_receipts', currency);

interface Given {
  paid?: Money;
  ofOrder?: Partial<CheckoutOrder>;
  ofLink?: Partial<PaymentLink>;
  state?: Parameters<Collections['repositories']['forceLink']>[1];
  merchant?: MerchantOptions;
}

/** A payment that became an exception: 14000 ARS for a link over 15000, by default. */
async function givenException({ paid, ofOrder, ofLink, state, merchant: options }: Given = {}) {
  const merchant = await app.merchant(options);
  const { link, order } = await app.opened({ payer, ...ofOrder }, ofLink, merchant);
  if (state) await app.repositories.forceLink(link.id, state);
  await app.receive(aPayment(order, { paid: paid ?? Money.of('14000', 'ARS') }));
  const [recorded] = await app.repositories.exceptionsOf(link.id);
  return { link, order, merchant, id: recorded!.id };
}

/** The full price, for a cancelled link. */
const ofCancelled = (more: Given = {}) =>
  givenException({ paid: Money.of('15000', 'ARS'), state: { status: 'cancelled', currentUses: 0 }, ...more });

/** Money of an unknown order. */
async function unknownOrder(changes: Partial<PaymentFact> = {}) {
  const { order } = await app.opened();
  await app.receive(aPayment(order, { reference: newId(), ...changes })).catch(() => undefined);
  const [recorded] = await app.exceptions.list({ limit: 1 });
  return recorded!.id;
}

describe('crediting a payment exception for a link that can be paid', () => {
  it('completes the link, as any payment does', async () => {
    const { link, order, id } = await givenException();
    await app.exceptions.credit(id, { reason: REASON });
    expect(await app.repositories.link(link.id)).toMatchObject({
      status: 'completed',
      currentUses: 1,
      paymentMethod: order.method,
    });
    expect(await app.repositories.orderStatus(order.id)).toBe('paid');
  });

  it('credits what was paid less the fees, with the money from the account where it waited', async () => {
    const { link, id } = await givenException();
    expect(await unallocated()).toBe('14000.00');
    await app.exceptions.credit(id, { reason: REASON });
    // 14000 less 2.9 % and 300.
    expect(await app.balance(link.walletId)).toBe('13294.00');
    expect(await unallocated()).toBe('0.00');
    expect(await app.platformBalance('rail_clearing', 'ARS')).toBe('-14000.00');
    expect(await app.movements(link.walletId)).toEqual(['payment in 13294.00']);
  });

  it('is recorded as the link’s own payment, with the figures that it was credited by', async () => {
    const { link, order, id } = await givenException();
    await app.exceptions.credit(id, { reason: REASON });
    const payment = (await app.repositories.receivedPayment(link.id))!;
    expect(payment).toMatchObject({ status: 'credited', orderId: order.id, exceptionId: null, payer });
    const { payerAmount, gross, collectionFee, credited, borneBy } = payment.terms;
    expect([payerAmount, gross, collectionFee, credited].map((money) => money.toFixed())).toEqual([
      '14000.00',
      '14000.00',
      '706.00',
      '13294.00',
    ]);
    expect(borneBy).toBe('merchant');
  });

  it('notifies the integrator and sends the payer a receipt', async () => {
    const { order, id } = await givenException();
    await app.exceptions.credit(id, { reason: REASON });
    expect(app.events.published).toMatchObject([
      {
        type: 'payment.completed',
        data: { status: 'completed', payer_amount: '14000.00', credited_amount: '13294.00' },
      },
    ]);
    expect(app.mail.sent).toMatchObject([{ to: payer.email, dedupeKey: `receipt:${order.id}` }]);
  });

  it('works for a link that has expired', async () => {
    const { link, id } = await givenException({ state: { status: 'expired', currentUses: 0 } });
    await app.exceptions.credit(id, { reason: REASON });
    expect(await app.repositories.link(link.id)).toMatchObject({ status: 'completed' });
  });

  it('uses the promised figures if they match what was paid', async () => {
    const terms = { ...theTerms({ customerPaysFee: true }) };
    const { link, id } = await givenException({
      ofOrder: { terms },
      paid: terms.payerAmount,
      state: { status: 'cancelled', currentUses: 0 },
    });
    await app.repositories.forceLink(link.id, { status: 'active', currentUses: 0 });
    await app.exceptions.credit(id, { reason: REASON });
    expect((await app.repositories.receivedPayment(link.id))?.terms).toEqual(terms);
    expect(await app.balance(link.walletId)).toBe('15000.00');
  });

  it('can leave out the fees', async () => {
    const { link, id } = await givenException();
    await app.exceptions.credit(id, { reason: REASON, withoutFees: true });
    expect(await app.balance(link.walletId)).toBe('14000.00');
  });

  it('returns and stores how it was resolved', async () => {
    const { link, id } = await givenException();
    app.clock.advance(60_000);
    const changed = await app.exceptions.credit(id, { reason: REASON });
    expect(changed).toEqual(await exception(id));
    expect(changed).toMatchObject({
      status: 'credited',
      walletId: link.walletId,
      resolution: REASON,
      resolvedAt: app.clock.now(),
    });
  });
});

describe('a debit that settled with another amount than was confirmed', () => {
  async function shortDebit(confirmed = true) {
    const { link, order } = await app.debit({ confirmed });
    await app.receive(aDebitFact(order, 'debit.submitted'));
    await app.receive(aDebitFact(order, 'debit.settled', { paid: Money.of('40', 'USD') }));
    const [recorded] = await app.repositories.exceptionsOf(link.id);
    return { link, order, id: recorded!.id };
  }
  const states = async ({ linkId, id }: CheckoutOrder) => [
    (await app.repositories.link(linkId)).status,
    await app.repositories.orderStatus(id),
    (await app.repositories.receivedPayment(linkId))?.status,
  ];

  it('leaves the link in transit until staff have decided', async () => {
    const { order } = await shortDebit();
    expect(await states(order)).toEqual(['in_transit', 'confirmed', 'in_process']);
  });

  it.each([true, false])('completes the link when staff credit it (confirmed: %s)', async (confirmed) => {
    const { link, order, id } = await shortDebit(confirmed);
    await app.exceptions.credit(id, { reason: REASON });
    expect(await states(order)).toEqual(['completed', 'paid', 'credited']);
    expect(await app.balance(link.walletId)).toBe('39.60');
    expect(app.events.published).toMatchObject([
      { type: 'payment.completed', data: { payer_amount: '40.00', credited_amount: '39.60' } },
    ]);
  });

  it('is recorded with what was paid, in the record that was begun with its confirmation', async () => {
    const { link, id } = await shortDebit();
    const begun = await app.repositories.receivedPayment(link.id);
    await app.exceptions.credit(id, { reason: REASON });
    const payment = (await app.repositories.receivedPayment(link.id))!;
    expect(payment).toMatchObject({ id: begun!.id, status: 'credited' });
    const { payerAmount, gross, collectionFee, credited } = payment.terms;
    expect([payerAmount, gross, collectionFee, credited].map((money) => money.toFixed())).toEqual([
      '40.00',
      '40.00',
      '0.40',
      '39.60',
    ]);
  });

  it('is returned to the cent once it has been credited', async () => {
    const { link, order, id } = await shortDebit();
    await app.exceptions.credit(id, { reason: REASON });
    await app.receive(aDebitFact(order, 'debit.returned'));
    expect(await states(order)).toEqual(['returned', 'returned', 'returned']);
    expect(await app.balance(link.walletId)).toBe('0.00');
    expect([await app.platformBalance('rail_clearing', 'USD'), await unallocated('USD')]).toEqual(['0.00', '0.00']);
  });

  it.each([true, false])('lets the link be paid again when staff refunds it (confirmed: %s)', async (confirmed) => {
    const { link, order, id } = await shortDebit(confirmed);
    await app.exceptions.refund(id, REASON);
    expect(await states(order)).toEqual(['active', 'refused', undefined]);
    const again = await app.checkout.choose(link.id, 'usd_bank_debit', order.payer);
    await app.checkout.confirmDebit(link.id, DEBIT);
    await app.receive(aDebitFact(again, 'debit.settled'));
    expect(await app.balance(link.walletId)).toBe('49.50');
  });

  it('lets the link be paid again when the rail returns it, whichever of the two came first', async () => {
    const { order, id } = await shortDebit();
    await app.receive(aDebitFact(order, 'debit.returned'));
    expect(await states(order)).toEqual(['active', 'refused', undefined]);
    await expect(exception(id)).resolves.toMatchObject({ status: 'returned' });

    const other = (await app.debit()).order;
    await app.receive(aDebitFact(other, 'debit.returned'));
    await app.receive(aDebitFact(other, 'debit.settled', { paid: Money.of('40', 'USD') }));
    expect(await states(other)).toEqual(['active', 'refused', undefined]);
    expect([await app.platformBalance('rail_clearing', 'USD'), await unallocated('USD')]).toEqual(['0.00', '0.00']);
  });

  it('has nothing left to return once staff have refunded it: the rail’s fact does not wait forever', async () => {
    const { order, id } = await shortDebit();
    await app.exceptions.refund(id, REASON);
    await app.receive(aDebitFact(order, 'debit.returned'));
    expect(app.unsettled()).toBe(0);
  });
});

describe('crediting what a link can no longer take', () => {
  it('sends the payer the receipt of a payment in addition to the link’s own', async () => {
    const { link, order } = await app.opened({ payer, language: 'pt' });
    await app.receive(aPayment(order));
    await app.receive(aPayment(order));
    const [recorded] = await app.repositories.exceptionsOf(link.id);
    await app.exceptions.credit(recorded!.id, { reason: REASON });
    expect(app.mail.sent.map(({ to, dedupeKey }) => [to, dedupeKey])).toEqual([
      [payer.email, `receipt:${order.id}`],
      [payer.email, `receipt:exception:${recorded!.id}`],
    ]);
    expect(app.mail.sent.at(-1)?.subject).toMatch(/^Recebemos seu pagamento: 15\.000,00/);
  });

  it('records a separate payment and leaves the link unchanged, without an event', async () => {
    const { link, order, id } = await ofCancelled();
    const before = await app.repositories.link(link.id);
    await app.exceptions.credit(id, { reason: REASON });
    expect(await app.repositories.paymentOfException(id)).toMatchObject({
      status: 'credited',
      linkId: link.id,
      orderId: order.id,
      exceptionId: id,
      walletId: link.walletId,
    });
    expect(await app.repositories.receivedPayment(link.id)).toBeUndefined();
    expect(await app.repositories.link(link.id)).toEqual(before);
    expect(eventTypes()).toEqual([]);
    expect([await app.balance(link.walletId), await unallocated()]).toEqual(['14265.00', '0.00']);
  });

  it('records a second payment of a link that already has one', async () => {
    const merchant = await app.merchant();
    const { link, order } = await app.opened({ payer }, {}, merchant);
    await app.receive(aPayment(order));
    await app.receive(aPayment(order));
    const own = await app.repositories.receivedPayment(link.id);
    const [recorded] = await app.repositories.exceptionsOf(link.id);
    await app.exceptions.credit(recorded!.id, { reason: REASON });
    expect(await app.repositories.receivedPayment(link.id)).toEqual(own);
    expect(await app.repositories.paymentOfException(recorded!.id)).toMatchObject({ status: 'credited' });
    expect([await app.balance(link.walletId), eventTypes()]).toEqual(['28530.00', ['payment.completed']]);
  });

  it('can leave out the fees', async () => {
    const { link, id } = await ofCancelled();
    await app.exceptions.credit(id, { reason: REASON, withoutFees: true });
    expect(await app.balance(link.walletId)).toBe('15000.00');
  });
});

describe('crediting another wallet', () => {
  const twoWallets: MerchantOptions = { account: { usdEnabled: true }, wallets: { local: 'ARS', usd: 'USD' } };

  // 14000 ARS are 14.00 USD, less 2.9 % (0.41), 0.30 and 1 % for the conversion (0.14).
  const CREDITED = '13.15';

  it('of the same account completes a link that can be paid, with the money in that wallet', async () => {
    const { link, merchant, id } = await givenException({ merchant: twoWallets });
    await app.exceptions.credit(id, { reason: REASON, walletId: merchant.wallets.usd });
    expect(await app.repositories.link(link.id)).toMatchObject({ status: 'completed', walletId: link.walletId });
    expect(await app.repositories.receivedPayment(link.id)).toMatchObject({
      status: 'credited',
      walletId: merchant.wallets.usd,
      terms: { currency: 'USD' },
    });
    expect([await app.balance(link.walletId), await app.balance(merchant.wallets.usd)]).toEqual(['0.00', CREDITED]);
    await expect(exception(id)).resolves.toMatchObject({ walletId: merchant.wallets.usd });
  });

  it('of the same account records a separate payment for a link that cannot', async () => {
    const { merchant, id } = await ofCancelled({ merchant: twoWallets, paid: Money.of('14000', 'ARS') });
    await app.exceptions.credit(id, { reason: REASON, walletId: merchant.wallets.usd });
    expect(await app.repositories.paymentOfException(id)).toMatchObject({ walletId: merchant.wallets.usd });
    expect(await app.balance(merchant.wallets.usd)).toBe(CREDITED);
  });

  it('is rejected for a bank debit, which may yet have to be taken back from the link’s wallet', async () => {
    const { link, order, wallets } = await app.debit();
    await app.receive(aDebitFact(order, 'debit.settled', { paid: Money.of('40', 'USD') }));
    const [recorded] = await app.repositories.exceptionsOf(link.id);
    await expect(
      codeOf(app.exceptions.credit(recorded!.id, { reason: REASON, walletId: wallets.local })),
    ).resolves.toBe('PAYMENT_EXCEPTION_NOT_CREDITABLE');
    await expect(exception(recorded!.id)).resolves.toMatchObject({ status: 'open' });
  });

  it('of another account is rejected, and nothing is resolved', async () => {
    const { id } = await givenException();
    const { wallets } = await app.merchant();
    await expect(codeOf(app.exceptions.credit(id, { reason: REASON, walletId: wallets.local }))).resolves.toBe(
      'PAYMENT_EXCEPTION_NOT_CREDITABLE',
    );
    await expect(exception(id)).resolves.toMatchObject({ status: 'open' });
    expect([await app.balance(wallets.local), await unallocated()]).toEqual(['0.00', '14000.00']);
  });

  it.each([newId(), 'no id', ''])('that does not exist is rejected: %j', async (walletId) => {
    const { id } = await givenException();
    await expect(codeOf(app.exceptions.credit(id, { reason: REASON, walletId }))).resolves.toBe(
      'VIRTUAL_WALLET_NOT_FOUND',
    );
  });
});

describe('crediting money in another currency', () => {
  const ofBrl: Given = { paid: Money.of('500', 'BRL') };

  it('converts it at today’s rate', async () => {
    const { link, id } = await givenException(ofBrl);
    expect(await unallocated('BRL')).toBe('500.00');
    await app.setRates({ BRL: '4', ARS: '1000' });
    await app.exceptions.credit(id, { reason: REASON });
    // 500 BRL at 250 are 125000 ARS, less 2.9 % (3625), 300 and 1 % for the conversion (1250).
    expect(await app.balance(link.walletId)).toBe('119825.00');
    expect((await app.repositories.receivedPayment(link.id))?.terms).toMatchObject({ exchangeRate: '250' });
    expect(await unallocated('BRL')).toBe('0.00');
  });

  it('converts it at the plain rate without fees', async () => {
    const { link, id } = await givenException(ofBrl);
    await app.exceptions.credit(id, { reason: REASON, withoutFees: true });
    expect(await app.balance(link.walletId)).toBe('100000.00');
  });

  it('credits dollars to a local wallet as one row, net', async () => {
    const { link, id } = await givenException({ paid: Money.of('10', 'USD') });
    await app.exceptions.credit(id, { reason: REASON });
    // 10000 ARS, less 1 % as of any collection in USD and 1 % for the conversion.
    expect(await app.movements(link.walletId)).toEqual(['payment in 9800.00']);
    expect(await app.balance(link.walletId)).toBe('9800.00');
  });

  it('is rejected at a rate that is too old', async () => {
    const { id } = await givenException(ofBrl);
    await app.setRates({ BRL: '5', ARS: '1000' }, new Date(app.clock.now().getTime() - 3_600_001));
    await expect(codeOf(app.exceptions.credit(id, { reason: REASON }))).resolves.toBe('EXCHANGE_RATE_UNAVAILABLE');
    await expect(exception(id)).resolves.toMatchObject({ status: 'open' });
  });
});

describe('crediting less than the fees', () => {
  const tiny: Given = { paid: Money.of('300', 'ARS') };

  it('is rejected, and says that', async () => {
    const { id } = await givenException(tiny);
    await expect(app.exceptions.credit(id, { reason: REASON })).rejects.toMatchObject({
      code: 'PAYMENT_EXCEPTION_NOT_CREDITABLE',
      message: expect.stringContaining('308.70 ARS'),
    });
    await expect(exception(id)).resolves.toMatchObject({ status: 'open' });
  });

  it('can be done without fees', async () => {
    const { link, id } = await givenException(tiny);
    await app.exceptions.credit(id, { reason: REASON, withoutFees: true });
    expect(await app.balance(link.walletId)).toBe('300.00');
  });

  it('is also rejected where the order’s own terms promise a negative amount', async () => {
    const terms = theTerms({ declared: Money.of('100', 'ARS') });
    const { id } = await givenException({ ofOrder: { terms }, paid: terms.payerAmount });
    await expect(exception(id)).resolves.toMatchObject({ reason: 'fee_exceeds_amount' });
    await expect(codeOf(app.exceptions.credit(id, { reason: REASON }))).resolves.toBe(
      'PAYMENT_EXCEPTION_NOT_CREDITABLE',
    );
  });
});

describe('the money of an unknown order', () => {
  it('needs a wallet to be credited to', async () => {
    const id = await unknownOrder();
    await expect(codeOf(app.exceptions.credit(id, { reason: REASON }))).resolves.toBe(
      'PAYMENT_EXCEPTION_NOT_CREDITABLE',
    );
  });

  it('is credited to the wallet that staff name, with the fees of its account, and belongs to no link', async () => {
    const id = await unknownOrder();
    const { wallets } = await app.merchant({ fees: { collection: { percentage: '10' } } });
    const changed = await app.exceptions.credit(id, { reason: REASON, walletId: wallets.local });
    expect(changed).toMatchObject({ status: 'credited', walletId: wallets.local });
    expect([await app.balance(wallets.local), await unallocated()]).toEqual(['13500.00', '0.00']);
    expect([app.tables.payments, eventTypes()]).toEqual([[], []]);
  });

  it('is not credited when the fees take all of it, since nothing would show what they were', async () => {
    const id = await unknownOrder();
    const { wallets } = await app.merchant({ fees: { collection: { percentage: '100' } } });
    await expect(codeOf(app.exceptions.credit(id, { reason: REASON, walletId: wallets.local }))).resolves.toBe(
      'PAYMENT_EXCEPTION_NOT_CREDITABLE',
    );
    await app.exceptions.credit(id, { reason: REASON, walletId: wallets.local, withoutFees: true });
    expect(await app.balance(wallets.local)).toBe('15000.00');
  });

  it('is converted into the wallet that staff name', async () => {
    const id = await unknownOrder({ paid: Money.of('500', 'BRL') });
    const { wallets } = await app.merchant();
    await app.exceptions.credit(id, { reason: REASON, walletId: wallets.local });
    expect(await app.balance(wallets.local)).toBe('95800.00');
  });

  it('can be refunded', async () => {
    const id = await unknownOrder();
    await app.exceptions.refund(id, REASON);
    expect([await unallocated(), await app.platformBalance('rail_clearing', 'ARS')]).toEqual(['0.00', '0.00']);
  });
});

describe('refunding', () => {
  it('takes the money out of the books, and leaves link and wallet unchanged', async () => {
    const { link, id } = await givenException();
    const before = await app.repositories.link(link.id);
    app.clock.advance(60_000);
    const changed = await app.exceptions.refund(id, REASON);
    expect(changed).toEqual(await exception(id));
    expect(changed).toMatchObject({
      status: 'refunded',
      walletId: null,
      resolution: REASON,
      resolvedAt: app.clock.now(),
    });
    expect([await unallocated(), await app.platformBalance('rail_clearing', 'ARS')]).toEqual(['0.00', '0.00']);
    expect(await app.repositories.link(link.id)).toEqual(before);
    expect([await app.balance(link.walletId), app.tables.payments, eventTypes()]).toEqual(['0.00', [], []]);
  });

  it('leaves the link payable with the amount that was owed', async () => {
    const { link, order, id } = await givenException();
    await app.exceptions.refund(id, REASON);
    await app.receive(aPayment(order));
    expect(await app.balance(link.walletId)).toBe('14265.00');
  });
});

describe('resolving twice', () => {
  const ways = {
    credit: (id: string) => app.exceptions.credit(id, { reason: REASON }),
    refund: (id: string) => app.exceptions.refund(id, REASON),
  };
  const pairs = (['credit', 'refund'] as const).flatMap((first) =>
    (['credit', 'refund'] as const).map((second) => ({ first, second })),
  );

  it.each(pairs)('first $first, then $second, is rejected', async ({ first, second }) => {
    const { id } = await givenException();
    await ways[first](id);
    const before = [await exception(id), await app.ledger.platformBalances()];
    await expect(codeOf(ways[second](id))).resolves.toBe('PAYMENT_EXCEPTION_RESOLVED');
    expect([await exception(id), await app.ledger.platformBalances()]).toEqual(before);
  });

  it.each(pairs)('$first and $second at the same moment does one of them', async ({ first, second }) => {
    const { id } = await givenException();
    const codes = await Promise.all([codeOf(ways[first](id)), codeOf(ways[second](id))]);
    expect(codes.sort()).toEqual(['PAYMENT_EXCEPTION_RESOLVED', undefined]);
  });

  it('is rejected for an exception that was matched automatically', async () => {
    const { order } = await app.opened();
    const fact = aPayment(order, { reference: newId() });
    await app.receive(fact).catch(() => undefined);
    await app.opened({ providerReference: fact.reference });
    await app.receive(fact);
    const [recorded] = await app.exceptions.list({ limit: 1 });
    await expect(codeOf(ways.refund(recorded!.id))).resolves.toBe('PAYMENT_EXCEPTION_RESOLVED');
  });
});

describe('an exception', () => {
  it.each([newId(), 'no id', ''])('that does not exist is not found: %j', async (id) => {
    await expect(codeOf(app.exceptions.credit(id, { reason: REASON }))).resolves.toBe('PAYMENT_EXCEPTION_NOT_FOUND');
    await expect(codeOf(app.exceptions.refund(id, REASON))).resolves.toBe('PAYMENT_EXCEPTION_NOT_FOUND');
  });

  it('is resolved together with its entry in the audit log', async () => {
    const [credited, refunded] = [await givenException(), await givenException()];
    await app.exceptions.credit(credited.id, { reason: REASON });
    await app.exceptions.refund(refunded.id, REASON);
    const about = (id: string) => ({ actor: { type: 'staff' }, object: { type: 'payment_exception', id } });
    expect(app.audit.entries).toMatchObject([
      {
        ...about(credited.id),
        action: 'payment_exception.credited',
        accountId: credited.link.accountId,
        details: { reason: REASON, amount: '14000.00', wallet_id: credited.link.walletId, without_fees: false },
      },
      {
        ...about(refunded.id),
        action: 'payment_exception.refunded',
        accountId: refunded.link.accountId,
        details: { reason: REASON, amount: '14000.00', wallet_id: null },
      },
    ]);
  });

  it('stays open when the audit log fails', async () => {
    const { link, id } = await givenException();
    jest.spyOn(app.audit, 'record').mockRejectedValue(new Error('no audit, no credit'));
    await expect(app.exceptions.credit(id, { reason: REASON })).rejects.toThrow('no audit, no credit');
    await expect(app.exceptions.refund(id, REASON)).rejects.toThrow('no audit, no credit');
    await expect(exception(id)).resolves.toMatchObject({ status: 'open' });
    expect([await app.balance(link.walletId), await unallocated()]).toEqual(['0.00', '14000.00']);
  });

  it('is listed with the newest first, of one status or of all', async () => {
    const first = await givenException();
    app.clock.advance(1_000);
    const second = await givenException();
    await app.exceptions.refund(first.id, REASON);
    const ids = async (query: Parameters<typeof app.exceptions.list>[0]) =>
      (await app.exceptions.list(query)).map(({ id }) => id);
    expect([await ids({ limit: 9 }), await ids({ limit: 1 }), await ids({ status: 'refunded', limit: 9 })]).toEqual([
      [second.id, first.id],
      [second.id],
      [first.id],
    ]);
  });
});

describe('the fee that a payer bore', () => {
  it('gets a receipt when staff completes the link as promised', async () => {
    const terms = theTerms({
      declared: Money.of('500', 'BRL'),
      payerCurrency: toCurrency('BRL'),
      rate: decimal('200'),
      amountType: 'charge',
      customerPaysFee: true,
    });
    const { link, id } = await givenException({
      ofOrder: { terms },
      paid: terms.payerAmount,
      state: { status: 'cancelled', currentUses: 0 },
    });
    await app.repositories.forceLink(link.id, { status: 'active', currentUses: 0 });
    await app.exceptions.credit(id, { reason: REASON });
    expect((await app.repositories.receivedPayment(link.id))?.feeReceipt).toMatchObject({
      number: 'FR-00000001',
      amount: Money.of('16', 'BRL'),
    });
  });
});

describe('a payment that came before its order was known, for an order that is not a debit,', () => {
  const known = async () => {
    const reference = newId();
    const id = await unknownOrder({ reference });
    const { order } = await app.opened({ providerReference: reference });
    return { id, order };
  };

  it('cannot be credited after the rail has returned it', async () => {
    const { id, order } = await known();
    await app.receive(aDebitFact(order, 'debit.returned'));
    expect(await exception(id)).toMatchObject({ status: 'returned' });
    expect([await unallocated(), await app.platformBalance('rail_clearing', 'ARS')]).toEqual(['0.00', '0.00']);
  });

  it('is taken back from the wallet that staff credited when the rail returns it', async () => {
    const { id, order } = await known();
    const { wallets } = await app.merchant();
    await app.exceptions.credit(id, { reason: REASON, walletId: wallets.local });
    await app.receive(aDebitFact(order, 'debit.returned'));
    expect(await app.balance(wallets.local)).toBe('0.00');
    expect(await exception(id)).toMatchObject({ status: 'returned' });
  });
});

describe('a debit whose link was cancelled before it settled, once staff have decided', () => {
  async function settledTooLate() {
    const { link, order } = await app.debit({ confirmed: false });
    await app.repositories.forceLink(link.id, { status: 'cancelled', currentUses: 0 });
    await app.receive(aDebitFact(order, 'debit.settled'));
    const [recorded] = await app.repositories.exceptionsOf(link.id);
    return { link, order, id: recorded!.id };
  }

  it('is taken back from the wallet to the cent when the rail returns it', async () => {
    const { link, order, id } = await settledTooLate();
    await app.exceptions.credit(id, { reason: REASON });
    expect(await app.balance(link.walletId)).toBe('49.50');
    await app.receive(aDebitFact(order, 'debit.returned'));
    expect(await app.movements(link.walletId)).toEqual(['return out 50.00', 'payment in 50.00']);
    expect(await app.balance(link.walletId)).toBe('0.00');
    expect(await app.platformBalance('rail_clearing', 'USD')).toBe('0.00');
    expect(app.tables.payments).toMatchObject([{ status: 'returned', exceptionId: id }]);
  });

  it('is taken back once, however often the rail reports it (rule 10.4)', async () => {
    const { link, order, id } = await settledTooLate();
    await app.exceptions.credit(id, { reason: REASON });
    for (let i = 0; i < 3; i++) await app.receive(aDebitFact(order, 'debit.returned'));
    expect(await app.balance(link.walletId)).toBe('0.00');
  });

  it('leaves nothing pending when staff had refunded it', async () => {
    const { link, order, id } = await settledTooLate();
    await app.exceptions.refund(id, REASON);
    await app.receive(aDebitFact(order, 'debit.returned'));
    expect(await app.balance(link.walletId)).toBe('0.00');
    expect(app.unsettled()).toBe(0);
    expect(await app.exceptions.countOpen()).toBe(0);
  });
});

describe('settings of one wallet or one payer', () => {
  it('bounds in the local wallet’s currency do not apply to a credit in dollars', async () => {
    const { merchant, id } = await givenException({
      paid: Money.of('14000', 'ARS'),
      merchant: {
        account: { usdEnabled: true },
        wallets: { local: 'ARS', usd: 'USD' },
        fees: { collection: { percentage: '1', minimum: '10' } },
      },
    });
    await app.exceptions.credit(id, { reason: REASON, walletId: merchant.wallets.usd! });
    expect(await app.balance(merchant.wallets.usd)).toBe('13.86');
  });

  it('a fee that the payer bore a second time has its own receipt', async () => {
    const terms = theTerms({ customerPaysFee: true });
    const { link, order } = await app.opened({ payer, terms, language: 'en' });
    await app.receive(aPayment(order));
    await app.receive(aPayment(order));
    const [recorded] = await app.repositories.exceptionsOf(link.id);
    await app.exceptions.credit(recorded!.id, { reason: REASON });
    expect(app.tables.payments.map(({ feeReceipt }) => feeReceipt?.number)).toEqual(['FR-00000001', 'FR-00000002']);
    const receipts = app.mail.sent.filter(({ subject }) => subject.includes('payment fee'));
    expect(receipts.map(({ subject }) => subject)).toEqual([
      'Receipt FR-00000001 for the payment fee: 735.00\u00A0ARS',
      'Receipt FR-00000002 for the payment fee: 735.00\u00A0ARS',
    ]);
  });
});

describe('a late payment whose rate has moved', () => {
  /** 500 BRL at 200 ARS a BRL, paid when it was 50. */
  async function rateMoved() {
    const merchant = await app.merchant();
    const ofLink = { currency: toCurrency('BRL'), amount: Money.of('500', 'BRL'), amountType: 'charge' as const };
    const { link, order } = await app.opened({ payer, terms: convertedTerms() }, ofLink, merchant);
    await app.setRates({ ARS: '250', BRL: '5' });
    await app.receive(anExpiry(order));
    await app.receive(aPayment(order));
    const [recorded] = await app.repositories.exceptionsOf(link.id);
    return { link, order, merchant, id: recorded!.id };
  }

  it.each([
    ['order', '95800.00'],
    ['current', '23950.00'],
  ] as const)(
    'is credited at the %s rate, with figures that add up, and completes the link',
    async (rate, credited) => {
      const { id, link, order } = await rateMoved();
      await app.exceptions.credit(id, { reason: REASON, rate });
      expect(await app.balance(link.walletId)).toBe(credited);
      expect(await unallocated('BRL')).toBe('0.00');
      expect(await app.repositories.link(link.id)).toMatchObject({ status: 'completed', currentUses: 1 });
      expect(await app.repositories.orderStatus(order.id)).toBe('paid');
      const { terms } = (await app.repositories.receivedPayment(link.id))!;
      expect(terms.credited.plus(terms.collectionFee).plus(terms.conversionFee)).toEqual(terms.gross);
      expect(app.audit.entries.at(-1)?.details).toMatchObject({ exception: 'rate_moved', rate });
    },
  );

  it('is credited at the order’s rate also after another payment of the order was credited at the current one', async () => {
    const { id: first, link, order } = await rateMoved();
    await app.receive(aPayment(order));
    const second = (await app.repositories.exceptionsOf(link.id)).find(({ id }) => id !== first);
    await app.exceptions.credit(first, { reason: REASON, rate: 'current' });
    await app.exceptions.credit(second!.id, { reason: REASON, rate: 'order' });
    expect(app.tables.payments.map(({ terms }) => terms.credited.toFixed())).toEqual(['23950.00', '95800.00']);
  });

  it('is credited without fees at the order’s rate', async () => {
    const { id, link } = await rateMoved();
    await app.exceptions.credit(id, { reason: REASON, rate: 'order', withoutFees: true });
    expect(await app.balance(link.walletId)).toBe('100000.00');
  });

  it('is not credited until staff chooses the rate', async () => {
    const { id, link } = await rateMoved();
    await expect(codeOf(app.exceptions.credit(id, { reason: REASON }))).resolves.toBe(
      'PAYMENT_EXCEPTION_NOT_CREDITABLE',
    );
    expect(await app.balance(link.walletId)).toBe('0.00');
  });

  it('is refunded like any other', async () => {
    const { id } = await rateMoved();
    await app.exceptions.refund(id, REASON);
    expect(await unallocated('BRL')).toBe('0.00');
  });

  it('of a link that cannot be paid needs the choice as well', async () => {
    const { link, order } = await app.opened({ terms: convertedTerms() }, { currency: toCurrency('BRL') });
    await app.repositories.forceLink(link.id, { status: 'cancelled', currentUses: 0 });
    await app.setRates({ ARS: '250', BRL: '5' });
    await app.receive(aPayment(order));
    const [recorded] = await app.repositories.exceptionsOf(link.id);
    await expect(codeOf(app.exceptions.credit(recorded!.id, { reason: REASON }))).resolves.toBe(
      'PAYMENT_EXCEPTION_NOT_CREDITABLE',
    );
  });
});

describe('a payment whose amount is only known as text', () => {
  const unsupported = async () => {
    const { link, order } = await app.opened({ payer });
    await app.receive(aPayment(order, { paid: { amount: '15000.001', currency: 'ARS' } }));
    const [recorded] = await app.repositories.exceptionsOf(link.id);
    return { link, id: recorded!.id };
  };

  it('is credited with the amount that staff name, which is booked then', async () => {
    const { id, link } = await unsupported();
    await app.exceptions.credit(id, { reason: REASON, amount: Money.of('15000', 'ARS') });
    expect(await app.balance(link.walletId)).toBe('14265.00');
    expect(await unallocated()).toBe('0.00');
    expect((await exception(id)).amount).toEqual(Money.of('15000', 'ARS'));
    expect(app.audit.entries.at(-1)?.details).toMatchObject({ amount: '15000.00', received: '15000.001 ARS' });
  });

  it('is not credited without an amount, nor is a named one used where the amount is known', async () => {
    const { id } = await unsupported();
    await expect(codeOf(app.exceptions.credit(id, { reason: REASON }))).resolves.toBe(
      'PAYMENT_EXCEPTION_NOT_CREDITABLE',
    );
    const known = await givenException();
    const request = { reason: REASON, amount: Money.of('1', 'ARS') };
    await expect(codeOf(app.exceptions.credit(known.id, request))).resolves.toBe('PAYMENT_EXCEPTION_NOT_CREDITABLE');
  });

  it('is refunded without posting anything', async () => {
    const { id } = await unsupported();
    await app.exceptions.refund(id, REASON);
    expect(await app.ledger.platformBalances()).toEqual([]);
    expect(await exception(id)).toMatchObject({ status: 'refunded', amount: { amount: '15000.001', currency: 'ARS' } });
  });
});

it('crediting one order of a link closes the other, which is open', async () => {
  const { link, order: first } = await app.opened();
  await app.receive(aPayment(first, { paid: Money.of('14000', 'ARS') }));
  const second = anOrder({ linkId: link.id });
  await app.uow.run((tx) => app.repositories.orders.open(tx, second));
  const [recorded] = await app.repositories.exceptionsOf(link.id);
  await app.exceptions.credit(recorded!.id, { reason: REASON });
  await expect(app.repositories.orderStatus(second.id)).resolves.toBe('superseded');
});
