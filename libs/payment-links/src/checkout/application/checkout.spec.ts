import { ConnectionLostError, Money, newId, toCurrency } from '@app/kernel';
import type { PaymentLink } from '../../links/domain/payment-link';
import {
  DEBIT,
  debitOf,
  aDebitFact,
  EXAMPLE_FEES,
  givenLink,
  inMemoryCollections,
  type MerchantOptions,
} from '../../testing';
import type { CheckoutOrder, Payer } from '../domain/checkout-order';
import { OrderDeclinedError } from '../domain/errors';

type Collections = ReturnType<typeof inMemoryCollections>;

const NOBODY: Payer = { name: null, email: null, document: null };
const ANA: Payer = { name: 'Ana', email: 'ana@example.com', document: null };
const MINUTE = 60_000;

let app: Collections;
beforeEach(async () => {
  app = inMemoryCollections();
  await app.setRates();
});

/** A link of a merchant with wallets and fees; 15000 ARS by default. */
async function aLink(changes: Partial<PaymentLink> = {}, options: MerchantOptions = {}): Promise<PaymentLink> {
  const { account, by, wallets } = await app.merchant(options);
  const owner = { accountId: account.id, userId: by.userId, walletId: wallets.local ?? '' };
  return givenLink(app.repositories, { ...owner, ...changes });
}

/** A link over an amount that the payer is charged in that currency, into an ARS wallet. */
const charging = (amount: string, currency: string): Partial<PaymentLink> => ({
  amount: Money.of(amount, currency),
  amountType: 'charge',
  currency: toCurrency(currency),
});

const USD = toCurrency('USD');
const inUsd: Partial<PaymentLink> = { amount: Money.of('50', USD), currency: USD, currencyDestiny: USD };
const withUsd: MerchantOptions = { account: { usdEnabled: true }, wallets: { local: 'ARS', usd: 'USD' } };

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => (error as { code?: unknown }).code ?? error,
  );

const stored = (order: CheckoutOrder) => app.repositories.orderStatus(order.id);

describe('viewing a checkout', () => {
  it('shows link, merchant and order to anyone who has the address', async () => {
    const link = await aLink({}, { account: { name: 'Niño & Søn', usdEnabled: true } });
    await expect(app.checkout.view(link.id)).resolves.toEqual({
      link,
      merchant: 'Niño & Søn',
      usdEnabled: true,
      isSimulated: false,
      order: null,
      arrived: [],
    });
  });

  it('finds nothing under an id that no link has', async () => {
    await expect(codeOf(app.checkout.view(newId()))).resolves.toBe('PAYMENT_LINK_NOT_FOUND');
  });

  it.each(['', 'abc', "' OR 1=1 --", '../admin'])('does not query the database for %j', async (id) => {
    const view = jest.spyOn(app.repositories.orders, 'find');
    await expect(codeOf(app.checkout.view(id))).resolves.toBe('PAYMENT_LINK_NOT_FOUND');
    expect(view).not.toHaveBeenCalled();
  });

  it('finds a link of the wanted kind only', async () => {
    const link = await aLink();
    await expect(codeOf(app.checkout.view(link.id, 'card_payment_link'))).resolves.toBe('CARD_PAYMENT_LINK_NOT_FOUND');
    await expect(app.checkout.view(link.id, 'payment_link')).resolves.toMatchObject({ link });
  });
});

describe('the methods on offer', () => {
  const offersFor = async (...of: Parameters<typeof aLink>) => {
    const offers = await app.checkout.listOffers(await app.checkout.view((await aLink(...of)).id));
    return offers.map(({ method, figures }) => `${method.code} ${figures.payerAmount.toString()}`);
  };

  it.each`
    link                                                    | offers
    ${{}}                                                   | ${['ars_transfer 15000.00 ARS', 'ars_qr 15000.00 ARS']}
    ${{ customerPaidFee: true }}                            | ${['ars_transfer 15735.00 ARS', 'ars_qr 15735.00 ARS']}
    ${charging('500', 'BRL')}                               | ${['brl_pix 500.00 BRL']}
    ${{ ...charging('500', 'BRL'), customerPaidFee: true }} | ${['brl_pix 516.00 BRL']}
    ${charging('20000', 'COP')}                             | ${['cop_pse 20000.00 COP']}
    ${charging('9500', 'CLP')}                              | ${['clp_webpay 9500 CLP', 'clp_khipu 9500 CLP']}
    ${charging('180', 'MXN')}                               | ${['mxn_spei 180.00 MXN']}
    ${charging('70', 'BOB')}                                | ${['bob_qr 70.00 BOB']}
  `('are those of the payer’s currency, with what the payer would pay: $offers', async ({ link, offers }) => {
    await expect(offersFor(link)).resolves.toEqual(offers);
  });

  it.each`
    why                                | link                                                                | offers
    ${'the most that a QR takes'}      | ${charging('10000000.00', 'ARS')}                                   | ${['ars_transfer', 'ars_qr']}
    ${'a cent more than a QR takes'}   | ${charging('10000000.01', 'ARS')}                                   | ${['ars_transfer']}
    ${'a cent more than all take'}     | ${charging('50000000.01', 'ARS')}                                   | ${[]}
    ${'the fee comes on top of it'}    | ${{ ...charging('10000000.00', 'ARS'), customerPaidFee: true }}     | ${['ars_transfer']}
    ${'less than PSE takes'}           | ${charging('1599.99', 'COP')}                                       | ${[]}
    ${'the least that PSE takes'}      | ${charging('1600', 'COP')}                                          | ${['cop_pse']}
    ${'a received amount, converted'}  | ${{ amount: Money.of('1500', 'ARS'), currency: toCurrency('CLP') }} | ${['clp_webpay', 'clp_khipu']}
    ${'converted to less than 50 CLP'} | ${{ amount: Money.of('40', 'ARS'), currency: toCurrency('CLP') }}   | ${[]}
  `('are those within whose limits the payer pays ($why): $offers', async ({ link, offers }) => {
    const found = await offersFor(link);
    expect(found.map((offer) => offer.split(' ')[0])).toEqual(offers);
  });

  it('are priced each with its own fee', async () => {
    const fees = { ...EXAMPLE_FEES, methods: { ars_qr: { percentage: '0.8' } } };
    await expect(offersFor({ customerPaidFee: true }, { fees })).resolves.toEqual([
      'ars_transfer 15735.00 ARS',
      'ars_qr 15120.00 ARS',
    ]);
  });

  it('leave out one whose fees exceed the amount', async () => {
    const fees = { ...EXAMPLE_FEES, methods: { ars_qr: { fixed_usd: '20' } } };
    await expect(offersFor({}, { fees })).resolves.toEqual(['ars_transfer 15000.00 ARS']);
    const link = await aLink({}, { fees });
    await expect(codeOf(app.checkout.choose(link.id, 'ars_qr', NOBODY))).resolves.toBe('PAYMENT_METHOD_UNAVAILABLE');
  });

  it('are all of them when the fees of all have come to exceed the amount: the payment waits for staff', async () => {
    const fees = { collection: { fixed_usd: '20' } };
    await expect(offersFor({}, { fees })).resolves.toEqual(['ars_transfer 15000.00 ARS', 'ars_qr 15000.00 ARS']);
  });

  it('are none for a card link', async () => {
    await expect(offersFor({ kind: 'card_payment_link' })).resolves.toEqual([]);
  });

  it('are the bank debit for USD, where the account may collect it', async () => {
    await expect(offersFor(inUsd, withUsd)).resolves.toEqual(['usd_bank_debit 50.00 USD']);
    await expect(offersFor({ ...inUsd, customerPaidFee: true }, withUsd)).resolves.toEqual([
      'usd_bank_debit 50.50 USD',
    ]);
  });

  it('are none for USD once it has been switched off for the account', async () => {
    await expect(offersFor(inUsd, { ...withUsd, account: { usdEnabled: false } })).resolves.toEqual([]);
  });

  it('cannot be priced at a rate that is too old to promise', async () => {
    await app.setRates({ BRL: '5', ARS: '1000' }, new Date(app.clock.now().getTime() - 3_600_001));
    await expect(codeOf(offersFor(charging('500', 'BRL')))).resolves.toBe('EXCHANGE_RATE_UNAVAILABLE');
  });
});

describe('choosing a method', () => {
  it('opens an order with its instructions, its deadline and everything that it promises', async () => {
    const link = await aLink(charging('500', 'BRL'));
    const order = await app.checkout.choose(link.id, 'brl_pix', ANA);
    expect(order).toMatchObject({
      linkId: link.id,
      method: 'brl_pix',
      status: 'open',
      provider: 'memory',
      payer: ANA,
      expiresAt: new Date(app.clock.now().getTime() + 30 * MINUTE),
      createdAt: app.clock.now(),
      terms: { exchangeRate: '200', effectiveRate: '191.6' },
    });
    expect([order.terms.payerAmount, order.terms.credited].map(String)).toEqual(['500.00 BRL', '95800.00 ARS']);
    expect(order.instructions.length).toBeGreaterThan(0);
    await expect(app.checkout.view(link.id)).resolves.toMatchObject({ order });
  });

  it('plans a question to the provider about the order, in case its notification is lost (rule 6.9)', async () => {
    const link = await aLink();
    const { provider, providerReference: reference } = await app.checkout.choose(link.id, 'ars_qr', NOBODY);
    expect(app.planned).toContainEqual(expect.objectContaining({ provider, reference }));
  });

  it('is stored on the link', async () => {
    const link = await aLink();
    await app.checkout.choose(link.id, 'ars_qr', NOBODY);
    expect(await app.repositories.link(link.id)).toMatchObject({
      status: 'active',
      paymentMethod: 'ars_qr',
      expiresAt: new Date(app.clock.now().getTime() + 30 * MINUTE),
    });
  });

  it('needs no rate between equal currencies when no fee is in USD', async () => {
    const without = inMemoryCollections();
    const { account, wallets } = await without.merchant({ fees: { collection: { percentage: '1' } } });
    const link = await givenLink(without.repositories, { accountId: account.id, walletId: wallets.local ?? '' });
    const order = await without.checkout.choose(link.id, 'ars_transfer', NOBODY);
    expect(order.terms).toMatchObject({ exchangeRate: null, effectiveRate: null });
  });

  describe('again', () => {
    it('returns the same order: a payer who clicks twice sees one set of instructions', async () => {
      const link = await aLink();
      const open = jest.spyOn(app.rail, 'open');
      const first = await app.checkout.choose(link.id, 'ars_transfer', ANA);
      app.clock.advance(MINUTE);
      expect(await app.checkout.choose(link.id, 'ars_transfer', ANA)).toEqual(first);
      expect(open).toHaveBeenCalledTimes(1);
    });

    it('keeps what was promised, however rates move', async () => {
      const link = await aLink(charging('500', 'BRL'));
      const first = await app.checkout.choose(link.id, 'brl_pix', ANA);
      await app.setRates({ BRL: '10', ARS: '1000' });
      expect((await app.checkout.choose(link.id, 'brl_pix', ANA)).terms).toEqual(first.terms);
    });

    it('returns the same order to a payer who gives fewer details than before', async () => {
      const link = await aLink();
      const first = await app.checkout.choose(link.id, 'ars_transfer', ANA);
      expect((await app.checkout.choose(link.id, 'ars_transfer', NOBODY)).id).toBe(first.id);
    });

    it.each<Partial<Payer>>([{ name: 'Bob' }, { email: 'bob@example.com' }, { document: '7' }])(
      'opens another order for another payer: %j',
      async (other) => {
        const link = await aLink();
        const first = await app.checkout.choose(link.id, 'ars_transfer', ANA);
        const second = await app.checkout.choose(link.id, 'ars_transfer', { ...ANA, ...other });
        expect(second.id).not.toBe(first.id);
        expect([await stored(first), await stored(second)]).toEqual(['superseded', 'open']);
      },
    );

    it('with another method replaces the order', async () => {
      const link = await aLink();
      const first = await app.checkout.choose(link.id, 'ars_transfer', ANA);
      const second = await app.checkout.choose(link.id, 'ars_qr', ANA);
      expect([await stored(first), await stored(second)]).toEqual(['superseded', 'open']);
      expect(await app.repositories.link(link.id)).toMatchObject({
        paymentMethod: 'ars_qr',
        expiresAt: second.expiresAt,
      });
    });

    it('and then the first method again opens a third one', async () => {
      const link = await aLink();
      const first = await app.checkout.choose(link.id, 'ars_transfer', ANA);
      await app.checkout.choose(link.id, 'ars_qr', ANA);
      const third = await app.checkout.choose(link.id, 'ars_transfer', ANA);
      expect(third.id).not.toBe(first.id);
      expect(await stored(third)).toBe('open');
    });

    it('opens another order once the time of the first has run out, at new rates', async () => {
      const link = await aLink(charging('500', 'BRL'));
      const first = await app.checkout.choose(link.id, 'brl_pix', ANA);
      app.clock.advance(30 * MINUTE);
      await app.setRates({ BRL: '10', ARS: '1000' });
      const second = await app.checkout.choose(link.id, 'brl_pix', ANA);
      expect(second.id).not.toBe(first.id);
      expect(second.terms.exchangeRate).toBe('100');
    });
  });

  it.each`
    status          | currentUses
    ${'processing'} | ${0}
    ${'in_transit'} | ${0}
    ${'completed'}  | ${1}
    ${'cancelled'}  | ${0}
    ${'expired'}    | ${0}
    ${'returned'}   | ${1}
  `('is rejected on a link that is $status, and calls no rail', async ({ status, currentUses }) => {
    const open = jest.spyOn(app.rail, 'open');
    const link = await aLink();
    await app.repositories.forceLink(link.id, { status, currentUses });
    await expect(app.checkout.choose(link.id, 'ars_transfer', ANA)).rejects.toMatchObject({
      code: 'PAYMENT_LINK_NOT_ACTIVE',
      details: { errors: { status } },
    });
    expect(open).not.toHaveBeenCalled();
  });

  it.each`
    why                           | link                               | method
    ${'does not exist'}           | ${{}}                              | ${'bitcoin'}
    ${'is an inherited property'} | ${{}}                              | ${'toString'}
    ${'is of another currency'}   | ${{}}                              | ${'brl_pix'}
    ${'takes less than that'}     | ${charging('10000000.01', 'ARS')}  | ${'ars_qr'}
    ${'takes more than that'}     | ${charging('0.99', 'ARS')}         | ${'ars_transfer'}
    ${'is for local links'}       | ${{ kind: 'card_payment_link' }}   | ${'ars_transfer'}
    ${'is not enabled for it'}    | ${{ currency: toCurrency('USD') }} | ${'usd_bank_debit'}
  `('that $why is rejected: $method', async ({ link, method }) => {
    const { id } = await aLink(link);
    await expect(codeOf(app.checkout.choose(id, method, ANA))).resolves.toBe('PAYMENT_METHOD_UNAVAILABLE');
    expect(app.tables.orders.size).toBe(0);
  });

  it('is rejected on a link that does not exist', async () => {
    await expect(codeOf(app.checkout.choose(newId(), 'ars_transfer', ANA))).resolves.toBe('PAYMENT_LINK_NOT_FOUND');
  });

  it('leaves nothing behind when the rail fails', async () => {
    const link = await aLink();
    jest.spyOn(app.rail, 'open').mockRejectedValueOnce(new Error('the rail is down'));
    await expect(app.checkout.choose(link.id, 'ars_transfer', ANA)).rejects.toThrow('the rail is down');
    expect(await app.repositories.link(link.id)).toEqual(link);
    expect(app.tables.orders.size).toBe(0);
  });

  it('is rejected when the link was cancelled during the call to the rail', async () => {
    const link = await aLink();
    const open = app.rail.open.bind(app.rail);
    jest.spyOn(app.rail, 'open').mockImplementationOnce(async (request) => {
      await app.repositories.forceLink(link.id, { status: 'cancelled', currentUses: 0 });
      return open(request);
    });
    await expect(app.checkout.choose(link.id, 'ars_transfer', ANA)).rejects.toMatchObject({
      code: 'PAYMENT_LINK_NOT_ACTIVE',
      details: { errors: { status: 'cancelled' } },
    });
    expect(app.tables.orders.size).toBe(0);
  });

  it('opens an order even if the fees have come to exceed the amount: the payer owes what was asked', async () => {
    const link = await aLink({ amount: Money.of('100', 'ARS') });
    const order = await app.checkout.choose(link.id, 'ars_transfer', ANA);
    expect([order.terms.payerAmount, order.terms.credited].map(String)).toEqual(['100.00 ARS', '-202.90 ARS']);
  });
});

describe('the bank of a PSE payer', () => {
  const aPseLink = () => aLink(charging('20000', 'COP'));

  it('is sent to the rail, and shown to the payer', async () => {
    const open = jest.spyOn(app.rail, 'open');
    const order = await app.checkout.choose((await aPseLink()).id, 'cop_pse', ANA, { bank: '1007' });
    expect(open.mock.calls[0]?.[0]).toMatchObject({ bank: { code: '1007', name: 'Bancolombia' } });
    expect(order.instructions.map(({ value }) => value)).toContain('Bancolombia');
  });

  it('can be omitted: the rail asks on its own page', async () => {
    const order = await app.checkout.choose((await aPseLink()).id, 'cop_pse', ANA);
    expect(order).toMatchObject({ method: 'cop_pse', status: 'open' });
  });

  it.each(['9999', '', '__proto__'])(
    'is rejected when it is %j, which is not in the list of banks (rule 4.2)',
    async (bank) => {
      const link = await aPseLink();
      await expect(app.checkout.choose(link.id, 'cop_pse', ANA, { bank })).rejects.toMatchObject({
        code: 'VALIDATION_FAILED',
        details: { errors: { bank: expect.anything() } },
      });
      expect(app.tables.orders.size).toBe(0);
    },
  );

  it('that is another one than before opens another order (rule 4.4)', async () => {
    const link = await aPseLink();
    const first = await app.checkout.choose(link.id, 'cop_pse', ANA, { bank: '1007' });
    const second = await app.checkout.choose(link.id, 'cop_pse', ANA, { bank: '1051' });
    expect([await stored(first), await stored(second)]).toEqual(['superseded', 'open']);
  });

  it('is ignored for any other method', async () => {
    const link = await aLink();
    const order = await app.checkout.choose(link.id, 'ars_transfer', ANA, { bank: 'no bank' });
    expect(order.method).toBe('ars_transfer');
  });
});

describe('a list of banks that its provider does not send', () => {
  beforeEach(() => {
    app.bankList.load = () => Promise.reject(new Error('the provider is down'));
  });

  it('is an error that names the method, and never an empty choice (rule 4.2)', async () => {
    const link = await aLink(charging('20000', 'COP'));
    const view = await app.checkout.view(link.id);
    await expect(app.checkout.listOffers(view)).rejects.toMatchObject({
      code: 'BANKS_UNAVAILABLE',
      message: expect.stringContaining('cop_pse') as string,
      cause: new Error('the provider is down'),
    });
  });

  it('opens no order', async () => {
    const open = jest.spyOn(app.rail, 'open');
    const link = await aLink(charging('20000', 'COP'));
    await expect(codeOf(app.checkout.choose(link.id, 'cop_pse', ANA, { bank: '1007' }))).resolves.toBe(
      'BANKS_UNAVAILABLE',
    );
    expect(open).not.toHaveBeenCalled();
  });
});

it('an order that the provider declines is not stored', async () => {
  jest.spyOn(app.rail, 'open').mockRejectedValue(new OrderDeclinedError('document'));
  const link = await aLink();
  await expect(app.checkout.choose(link.id, 'ars_qr', ANA)).rejects.toMatchObject({ field: 'document' });
  expect((await app.checkout.view(link.id)).order).toBeNull();
});

describe('confirming a bank debit', () => {
  const DECLINED = debitOf('123459999');

  beforeEach(() => app.debitRail.declined.add(DECLINED.account.accountNumber));

  /** A link of 50 USD whose payer has chosen the debit. */
  async function chosen() {
    const { account, by, wallets } = await app.merchant(withUsd);
    const owner = { accountId: account.id, userId: by.userId, walletId: wallets.usd ?? '' };
    const link = await givenLink(app.repositories, { ...owner, ...inUsd });
    return { link, account, order: await app.checkout.choose(link.id, 'usd_bank_debit', ANA) };
  }

  it('gives the link no deadline', async () => {
    const { link, order } = await chosen();
    expect(order.expiresAt).toBeNull();
    expect(await app.repositories.link(link.id)).toMatchObject({ status: 'active', expiresAt: null });
  });

  it('moves the link to processing, where it can no longer be paid', async () => {
    const { link, order } = await chosen();
    await expect(app.checkout.confirmDebit(link.id, DEBIT)).resolves.toMatchObject({
      id: link.id,
      status: 'processing',
      currentUses: 0,
      paymentMethod: 'usd_bank_debit',
      expiresAt: null,
    });
    expect(await stored(order)).toBe('confirmed');
    await expect(codeOf(app.checkout.choose(link.id, 'usd_bank_debit', ANA))).resolves.toBe('PAYMENT_LINK_NOT_ACTIVE');
  });

  it('is recorded as a payment in process: nothing is credited, and no event is published', async () => {
    const { link, order } = await chosen();
    await app.checkout.confirmDebit(link.id, DEBIT);
    expect(await app.repositories.receivedPayment(link.id)).toEqual({
      id: expect.any(String),
      status: 'in_process',
      accountId: link.accountId,
      linkId: link.id,
      orderId: order.id,
      exceptionId: null,
      kind: 'payment_link',
      walletId: link.walletId,
      method: 'usd_bank_debit',
      payer: ANA,
      terms: order.terms,
      provider: 'memory',
      providerReference: order.providerReference,
      paymentReference: null,
      feeReceipt: null,
      refunded: Money.zero('USD'),
      disputed: Money.zero('USD'),
      createdAt: app.clock.now(),
      creditedAt: null,
      returnedAt: null,
      returned: null,
    });
    expect(await app.balance(link.walletId)).toBe('0.00');
    expect(app.events.published).toEqual([]);
  });

  it('hands the account to the rail, and stores only what may be shown', async () => {
    const { link, order } = await chosen();
    const confirm = jest.spyOn(app.debitRail, 'confirm');
    await app.checkout.confirmDebit(link.id, DEBIT, order.id);
    const debited = { reference: order.providerReference, amount: order.terms.payerAmount };
    expect(confirm).toHaveBeenCalledWith({ ...debited, description: link.description }, DEBIT, expect.any(AbortSignal));
    const view = await app.checkout.view(link.id);
    expect(view.order?.debit).toEqual({ holder: 'Sandbox Payer', type: 'checking', lastDigits: '6789' });
    expect(JSON.stringify([...app.tables.orders.values()])).not.toContain(DEBIT.account.accountNumber);
  });

  it('stores what the rail still asks of the payer (rule 4.12)', async () => {
    const { link, order } = await chosen();
    app.debitRail.instructions = [
      { label: 'account_verification', value: 'https://bank.example/verify', kind: 'link' },
      { label: 'deposits_expected', value: '2030-01-04', kind: 'date' },
    ];
    await app.checkout.confirmDebit(link.id, DEBIT, order.id);
    const view = await app.checkout.view(link.id);
    expect([view.link.status, view.order?.instructions]).toEqual(['processing', app.debitRail.instructions]);
  });

  it('leaves no trace when the rail declines the account, and the payer can try another one', async () => {
    const { link, order } = await chosen();
    await expect(codeOf(app.checkout.confirmDebit(link.id, DECLINED))).resolves.toBe('DEBIT_REFUSED');
    expect([(await app.repositories.link(link.id)).status, await stored(order)]).toEqual(['active', 'open']);
    expect(await app.repositories.receivedPayment(link.id)).toBeUndefined();
    await expect(app.checkout.confirmDebit(link.id, DEBIT)).resolves.toMatchObject({ status: 'processing' });
  });

  it('a second time is rejected, with the status of the link', async () => {
    const { link } = await chosen();
    await app.checkout.confirmDebit(link.id, DEBIT);
    await expect(app.checkout.confirmDebit(link.id, DEBIT)).rejects.toMatchObject({
      code: 'PAYMENT_LINK_NOT_ACTIVE',
      details: { errors: { status: 'processing' } },
    });
  });

  it('succeeds when the rail submitted the debit before its confirmation was stored', async () => {
    const { link, order } = await app.debit({ confirmed: false });
    jest
      .spyOn(app.debitRail, 'confirm')
      .mockImplementationOnce(() => app.receive(aDebitFact(order, 'debit.submitted')).then(() => []));
    await expect(app.checkout.confirmDebit(link.id, DEBIT)).resolves.toMatchObject({ status: 'in_transit' });
    expect((await app.checkout.view(link.id)).order).toMatchObject({
      status: 'confirmed',
      debit: { holder: DEBIT.account.holder, lastDigits: DEBIT.account.accountNumber.slice(-4) },
    });
    expect(app.tables.payments).toMatchObject([{ status: 'in_process', orderId: order.id }]);
  });

  it('twice at the same moment is done once', async () => {
    const { link } = await chosen();
    const codes = await Promise.all([1, 2].map(() => codeOf(app.checkout.confirmDebit(link.id, DEBIT))));
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
    expect(app.tables.payments).toHaveLength(1);
  });

  it('of an order that was replaced since it was shown is rejected, and calls no rail', async () => {
    const { link, order } = await chosen();
    await app.checkout.choose(link.id, 'usd_bank_debit', { ...ANA, name: 'Bob' });
    const confirm = jest.spyOn(app.debitRail, 'confirm');
    await expect(codeOf(app.checkout.confirmDebit(link.id, DEBIT, order.id))).resolves.toBe(
      'PAYMENT_METHOD_UNAVAILABLE',
    );
    expect(confirm).not.toHaveBeenCalled();
  });

  it('is rejected when USD has been switched off for the account in the meantime', async () => {
    const { link, account } = await chosen();
    app.merchants.given.set(account.id, { ...account, usdEnabled: false });
    app.merchants.forget(account.id);
    await expect(codeOf(app.checkout.confirmDebit(link.id, DEBIT))).resolves.toBe('PAYMENT_METHOD_UNAVAILABLE');
  });

  it('is rejected where the link has no debit to confirm', async () => {
    const local = await aLink();
    await expect(codeOf(app.checkout.confirmDebit(local.id, DEBIT))).resolves.toBe('PAYMENT_METHOD_UNAVAILABLE');
    await app.checkout.choose(local.id, 'ars_transfer', ANA);
    await expect(codeOf(app.checkout.confirmDebit(local.id, DEBIT))).resolves.toBe('PAYMENT_METHOD_UNAVAILABLE');
    await expect(codeOf(app.checkout.confirmDebit(newId(), DEBIT))).resolves.toBe('PAYMENT_LINK_NOT_FOUND');
  });

  it('is rejected when the link was cancelled during the call to the rail', async () => {
    const { link } = await chosen();
    jest.spyOn(app.debitRail, 'confirm').mockImplementationOnce(async () => {
      await app.repositories.forceLink(link.id, { status: 'cancelled', currentUses: 0 });
      return [];
    });
    await expect(app.checkout.confirmDebit(link.id, DEBIT)).rejects.toMatchObject({
      code: 'PAYMENT_LINK_NOT_ACTIVE',
      details: { errors: { status: 'cancelled' } },
    });
    expect(await app.repositories.receivedPayment(link.id)).toBeUndefined();
  });

  it('can be done again by a payer whose first debit was declined later', async () => {
    const { link, order } = await chosen();
    await app.checkout.confirmDebit(link.id, DEBIT);
    await app.receive(aDebitFact(order, 'debit.refused'));
    const again = await app.checkout.choose(link.id, 'usd_bank_debit', ANA);
    expect(again.id).not.toBe(order.id);
    await app.checkout.confirmDebit(link.id, DEBIT);
    expect(await app.repositories.receivedPayment(link.id)).toMatchObject({ orderId: again.id, status: 'in_process' });
  });
});

describe('payers who choose at the same moment', () => {
  it('get their orders though the one of another cannot be written', async () => {
    const [link, broken] = [await aLink(), await aLink()];
    const { orders } = app.repositories;
    const openFree = orders.openFree.bind(orders);
    jest.spyOn(orders, 'openFree').mockImplementation(async (tx, some) => {
      if (some.some(({ linkId }) => linkId === broken.id)) throw new Error('the order cannot be written');
      return openFree(tx, some);
    });
    const [order, rejected] = await Promise.allSettled(
      [link, broken].map(({ id }) => app.checkout.choose(id, 'ars_qr', ANA)),
    );
    expect(order).toMatchObject({ value: { linkId: link.id } });
    expect(rejected).toMatchObject({ reason: { message: 'the order cannot be written' } });
    expect((await app.checkout.view(link.id)).order).toMatchObject({ status: 'open' });
  });

  it('on one link are written one after the other', async () => {
    const link = await aLink();
    const payers = ['Ana', 'Eva', 'Leo'].map((name) => ({ ...ANA, name }));
    const chosen = await Promise.all(payers.map((payer) => app.checkout.choose(link.id, 'ars_qr', payer)));
    expect(new Set(chosen.map(({ payer }) => payer.name)).size).toBe(3);
    const statuses = chosen.map(({ id }) => app.repositories.orderStatus(id));
    expect((await Promise.all(statuses)).sort()).toEqual(['open', 'superseded', 'superseded']);
  });

  it('of whom the connection was lost are not written again: it may have been done', async () => {
    const link = await aLink();
    const { orders } = app.repositories;
    jest.spyOn(orders, 'openFree').mockRejectedValue(new ConnectionLostError('lost'));
    const open = jest.spyOn(orders, 'open');
    await expect(app.checkout.choose(link.id, 'ars_qr', ANA)).rejects.toThrow(ConnectionLostError);
    expect(open).not.toHaveBeenCalled();
  });
});

describe('the orders of one link', () => {
  const named = (name: string): Payer => ({ name, email: null, document: null });
  const alternating = (link: PaymentLink, times: number, from = 0) =>
    Promise.all(
      Array.from({ length: times }, (_, i) =>
        codeOf(app.checkout.choose(link.id, i % 2 ? 'ars_qr' : 'ars_transfer', named(`Payer ${from + i}`))),
      ),
    );

  it('are limited to 20 within an hour, also when payers alternate or choose at the same moment', async () => {
    const link = await aLink();
    const open = jest.spyOn(app.rail, 'open');
    const outcomes = await alternating(link, 40);
    expect(open).toHaveBeenCalledTimes(20);
    expect(new Set(outcomes)).toEqual(new Set([undefined, 'TOO_MANY_ORDERS']));
    app.clock.advance(61 * MINUTE);
    await app.setRates();
    await alternating(link, 1, 40);
    expect(open).toHaveBeenCalledTimes(21);
  });

  it('are 60 in all', async () => {
    const link = await aLink();
    const open = jest.spyOn(app.rail, 'open');
    for (let hour = 0; hour < 4; hour++) {
      await alternating(link, 20, hour * 20);
      app.clock.advance(61 * MINUTE);
      await app.setRates();
    }
    expect(open).toHaveBeenCalledTimes(60);
  });

  it('beyond the limit are the one that is open with that method', async () => {
    const link = await aLink();
    for (let i = 0; i < 20; i++) await app.checkout.choose(link.id, 'ars_qr', named(`Payer ${i}`));
    const { order } = await app.checkout.view(link.id);
    await expect(app.checkout.choose(link.id, 'ars_qr', ANA)).resolves.toEqual(order);
    await expect(codeOf(app.checkout.choose(link.id, 'ars_transfer', ANA))).resolves.toBe('TOO_MANY_ORDERS');
  });
});
