import { newId } from '@app/kernel';
import { expectBooksBalanced } from '../../support/books';
import { movementsOf, paymentOf, payNewCardLink, payNewLink, setUsdRate } from '../../support/paid-links';
import { signIn } from '../../support/panel';
import { EXAMPLE_FEES, TestService, type Merchant } from '../../support/service';

const CHARGE = { currency: 'BRL', amount: 500, amount_type: 'charge' };
const RECEIVE = { currency: 'BRL', amount: 100000, amount_type: 'receive' };
const ON_TOP = { customer_paid_fee: true };

let service: TestService;
let merchant: Merchant;

function begin(): void {
  beforeAll(async () => {
    service = await TestService.start();
  });

  beforeEach(async () => {
    merchant = await service.merchant();
  });

  afterAll(async () => {
    await expectBooksBalanced(service);
    await service.stop();
  });
}

describe('Resources, Fees', () => {
  begin();

  const paid = async (fields: Record<string, unknown> = {}, by: Merchant = merchant) =>
    paymentOf(service, await payNewLink(service, by, fields));

  /** The collection fee of 15,000 ARS under that schedule. */
  const feeUnder = async (collection: object) =>
    (await paid({}, await service.merchant({ fees: { collection } }))).collection_fee;

  it('Collection: the fee is deducted from what is credited (rule 7.1)', async () => {
    expect(await paid()).toMatchObject({
      payer_amount: '15000.00',
      collection_fee: '735.00',
      credited_amount: '14265.00',
    });
  });

  it('Collection: the fee is not deducted when the payer bears it (rule 7.1)', async () => {
    expect(await paid(ON_TOP)).toMatchObject({
      payer_amount: '15735.00',
      collection_fee: '735.00',
      credited_amount: '15000.00',
    });
  });

  it('Currency change: a conversion has its own fee (rule 7.5)', async () => {
    expect((await paid(CHARGE)).conversion_fee).toBe('1000.00');
  });

  it.each([
    ['a percentage', { percentage: '2.9' }, '435.00'],
    ['a fixed amount', { fixed_usd: '0.30' }, '300.00'],
    ['both', { percentage: '2.9', fixed_usd: '0.30' }, '735.00'],
  ])('a fee can be %s (rule 7.2)', async (_form, setting, fee) => {
    expect(await feeUnder(setting)).toBe(fee);
  });

  it.each([
    ['at least its minimum', { minimum: '735.01' }, '735.01'],
    ['at most its maximum', { maximum: '734.99' }, '734.99'],
    ['itself between the two', { minimum: '734.99', maximum: '735.01' }, '735.00'],
  ])('percentage and fixed part together are %s (rule 7.2)', async (_bound, bounds, fee) => {
    expect(await feeUnder({ percentage: '2.9', fixed_usd: '0.30', ...bounds })).toBe(fee);
  });

  it.each([
    ['18', '5.40'],
    ['20', '6.00'],
  ])('the fixed part is in USD at the current rate: at %s MXN it is %s (rule 7.3)', async (rate, fixed) => {
    await setUsdRate(service, 'MXN', rate);
    const mexican = await service.merchant({ localCurrency: 'MXN' });
    const payment = await paid({ currency: 'MXN' }, mexican);
    await setUsdRate(service, 'MXN', '18');

    expect(payment).toMatchObject({ fee_fixed_amount_usd: '0.30', fee_fixed_amount: fixed });
  });

  it('the setting of a method replaces the general one (rule 7.4)', async () => {
    const fees = { collection: { percentage: '2.9', fixed_usd: '0.30' }, methods: { ars_qr: { percentage: '1' } } };
    const by = await service.merchant({ fees });
    const fee = async (method: string) => {
      const linkId = await service.createLink(by);
      await service.simulate(linkId, { event: 'pay', method });
      return (await paymentOf(service, linkId)).collection_fee;
    };

    expect([await fee('ars_qr'), await fee('ars_transfer')]).toEqual(['150.00', '735.00']);
  });

  it('a USD collection has its own setting (rule 7.4)', async () => {
    const by = await service.merchant({ usd: true, cards: true });
    const inUsd = await payNewCardLink(service, by, { currency: 'USD', amount: 50 });
    const inArs = await payNewCardLink(service, by);

    expect((await paymentOf(service, inUsd)).collection_fee).toBe('0.50');
    expect((await paymentOf(service, inArs)).collection_fee).toBe('735.00');
  });

  it.each([
    ['ARS', 15000],
    ['USD', 50],
  ])('there is no conversion fee when the currencies are the same: %s (rule 7.5)', async (currency, amount) => {
    const by = await service.merchant({ usd: true, cards: true });
    const linkId = await payNewCardLink(service, by, { currency, amount });

    expect((await paymentOf(service, linkId)).conversion_fee).toBe('0.00');
  });

  it('the conversion fee is a percentage of the amount, separate from the collection fee (rule 7.5)', async () => {
    const by = await service.merchant({ fees: { ...EXAMPLE_FEES, conversion: { percentage: '2.5' } } });

    expect(await paid(CHARGE, by)).toMatchObject({ conversion_fee: '2500.00', collection_fee: '3200.00' });
  });

  it.each([
    ['charge', CHARGE, ['500.00 BRL']],
    ['receive', RECEIVE, ['100,000.00 ARS', '505.00 BRL']],
    [
      'receive with the fee on top',
      { ...RECEIVE, ...ON_TOP },
      ['100,000.00 ARS', '505.00 BRL', '16.00 BRL', '521.00 BRL'],
    ],
  ])('the payer sees no separate line for it: %s (rule 7.6)', async (_what, fields, amounts) => {
    const linkId = await service.createLink(merchant, fields);
    const choosing = await amountsOnPage(linkId);
    await service.openOrder(linkId, 'brl_pix');

    for (const page of [choosing, await amountsOnPage(linkId)]) {
      expect(page.length).toBeGreaterThan(0);
      expect(amounts).toEqual(expect.arrayContaining(page));
    }
  });

  /** Every amount with its currency that the checkout page shows, each once. */
  async function amountsOnPage(linkId: string): Promise<string[]> {
    const { text } = await service.anonymous().get(`/checkout/${linkId}`, { 'accept-language': 'en' });
    const words = text.replaceAll(/<[^>]*>/g, '').replaceAll('\u00a0', ' ');
    return [...new Set([...words.matchAll(/\d[\d,.]* (?:ARS|BRL|USD)\b/g)].map(([amount]) => amount))];
  }

  it('with receive it is added before the conversion, so the payer pays it (rule 7.6)', async () => {
    expect(await paid(RECEIVE)).toMatchObject({
      payer_amount: '505.00',
      gross_amount: '100000.00',
      conversion_fee: '1000.00',
      credited_amount: '96800.00',
    });
  });

  it('with charge it is deducted from the credited amount, like the collection fee (rule 7.6)', async () => {
    expect(await paid(CHARGE)).toMatchObject({
      payer_amount: '500.00',
      gross_amount: '100000.00',
      conversion_fee: '1000.00',
      credited_amount: '95800.00',
    });
  });

  it.each([
    ['charge', CHARGE, '191.6'],
    ['receive', RECEIVE, '191.683168316832'],
  ])(
    'what is received for one unit sent is less than the reference rate: %s (rule 7.7)',
    async (_type, fields, rate) => {
      expect(await paid(fields)).toMatchObject({ reference_rate: '200', effective_rate: rate });
    },
  );

  it('a payer who bears the collection fee gets a separate receipt for it (rule 7.8)', async () => {
    const email = `${newId()}@example.com`;
    const linkId = await service.createLink(merchant, ON_TOP);
    await service.simulate(linkId, { event: 'pay', payer: { email } });

    const { body } = await service.anonymous().get(`/sandbox/mailbox?to=${email}`);
    expect((body.data as { subject: string }[]).map(({ subject }) => subject).sort()).toEqual([
      'Comprobante FR-00000001 del cargo por el pago: 735,00\u00A0ARS',
      expect.stringMatching(/^Recibimos tu pago: 15\.735,00\sARS a /),
    ]);
    expect(await paymentOf(service, linkId)).toMatchObject({
      fee_receipt: { number: 'FR-00000001', amount: '735.00', currency: 'ARS' },
    });
  });

  it('a payer who does not bear the fee gets no receipt for it (rule 7.8)', async () => {
    const email = `${newId()}@example.com`;
    const linkId = await service.createLink(merchant);
    await service.simulate(linkId, { event: 'pay', payer: { email } });

    expect((await service.anonymous().get(`/sandbox/mailbox?to=${email}`)).body.data).toHaveLength(1);
    expect(await paymentOf(service, linkId)).toMatchObject({ fee_receipt: null });
  });

  it('percentages: are set per account (rule 7.9)', async () => {
    expect([await feeUnder({ percentage: '1' }), await feeUnder({ percentage: '2' })]).toEqual(['150.00', '300.00']);
  });

  it('fee-configuration: has the payout fee, the instant percentage and the tax of the calling account (rule 7.9)', async () => {
    const fees = {
      payout: { percentage: '1', minimum: '100' },
      instant_payout: { percentage: '0.5' },
      outflow_tax: { percentage: '0.6' },
    };
    const { panel } = await signIn(service, await service.merchant({ fees }));
    const { body } = await panel.get('/payouts/fee-configuration');

    expect(body.data).toMatchObject({
      payout: { percentage: '1', fixed: '0', minimum: '100', maximum: null, currency: 'ARS' },
      instant_payout: { percentage: '0.5' },
      outflow_tax: { percentage: '0.6' },
    });
  });
});

describe('Resources, Fees, worked examples', () => {
  begin();

  /** What each example says of the payer, the gross amount, both fees and the wallet. */
  const examples: readonly (readonly [
    example: string,
    fields: Record<string, unknown>,
    payer: string,
    gross: string,
    conversion: string,
    collection: string,
    credited: string,
  ])[] = [
    ['1: 15000 ARS', {}, '15000.00', '15000.00', '0.00', '735.00', '14265.00'],
    ['2: the same, customer pays the fee', ON_TOP, '15735.00', '15000.00', '0.00', '735.00', '15000.00'],
    ['3: BRL 500 charge', CHARGE, '500.00', '100000.00', '1000.00', '3200.00', '95800.00'],
    [
      '4: the same, customer pays the fee',
      { ...CHARGE, ...ON_TOP },
      '516.00',
      '100000.00',
      '1000.00',
      '3200.00',
      '99000.00',
    ],
    ['5: BRL, 100000 ARS receive', RECEIVE, '505.00', '100000.00', '1000.00', '3200.00', '96800.00'],
    [
      '6: the same, customer pays the fee',
      { ...RECEIVE, ...ON_TOP },
      '521.00',
      '100000.00',
      '1000.00',
      '3200.00',
      '100000.00',
    ],
  ];

  it.each(examples)(
    'example %s (rule 7.9)',
    async (_example, fields, payer, gross, conversion, collection, credited) => {
      // The event is stored for its receiver but not delivered, because no worker runs.
      await merchant.api.post('/v1/webhooks', { url: 'https://shop.example/' });

      const linkId = await payNewLink(service, merchant, fields);

      expect(await paymentOf(service, linkId)).toMatchObject({
        payer_amount: payer,
        gross_amount: gross,
        conversion_fee: conversion,
        collection_fee: collection,
        credited_amount: credited,
      });
      expect(await service.balance(merchant.local!.id)).toBe(credited);
      expect(await movementsOf(service, merchant.local!.id)).toEqual([
        { label: 'Payment received', direction: 'in', amount: credited, balanceAfter: credited },
      ]);
      expect(await eventDataOf(merchant)).toMatchObject([
        { payer_amount: payer, credited_amount: credited, fees: { collection, conversion } },
      ]);
    },
  );

  async function eventDataOf({ account }: Merchant): Promise<unknown[]> {
    const rows = await service.sql<{ body: string }>('SELECT body FROM webhook_events WHERE account_id = $1', [
      account.id,
    ]);
    return rows.map(({ body }) => (JSON.parse(body) as { data: unknown }).data);
  }
});
