import { parseFeeSchedule } from '@app/fees';
import { Money, toCurrency } from '@app/kernel';
import { aLink, inMemoryCollections } from '../../testing';
import type { PaymentLink } from '../domain/payment-link';
import { priceRequest, toTerms } from './collection-pricing';

type Collections = ReturnType<typeof inMemoryCollections>;

const FEES = parseFeeSchedule({
  collection: { percentage: '2.9', fixed_usd: '0.30' },
  methods: { ars_qr: { percentage: '0.8' } },
  usd_collection: { percentage: '1', fixed_usd: '0.10' },
  cards: { percentage: '5' },
  conversion: { percentage: '1' },
});
const FREE = parseFeeSchedule({});
const USD = toCurrency('USD');
const IN_BRL = { currency: toCurrency('BRL'), amount: Money.of('100000', 'ARS') } as const;
const IN_USD = { currency: USD, currencyDestiny: USD, amount: Money.of('50', USD) } as const;

let app: Collections;
beforeEach(async () => {
  app = inMemoryCollections();
  await app.setRates();
});

const figures = (
  link: Partial<PaymentLink>,
  { method = null as string | null, fees = FEES, freshness = 'current' as 'current' | 'last-known' } = {},
) => app.pricing.computeFigures(priceRequest(aLink(link), fees, method), freshness);

describe('the price of a link', () => {
  it.each`
    what                                     | link                                               | method            | fee
    ${'the general setting'}                 | ${{}}                                              | ${null}           | ${'735.00 ARS'}
    ${'the general setting'}                 | ${{}}                                              | ${'ars_transfer'} | ${'735.00 ARS'}
    ${'the setting of the method'}           | ${{}}                                              | ${'ars_qr'}       | ${'120.00 ARS'}
    ${'the setting of cards'}                | ${{ kind: 'card_payment_link' }}                   | ${null}           | ${'750.00 ARS'}
    ${'the setting of USD'}                  | ${IN_USD}                                          | ${null}           | ${'0.60 USD'}
    ${'the setting of cards, in USD too'}    | ${{ ...IN_USD, kind: 'card_payment_link' }}        | ${null}           | ${'2.50 USD'}
    ${'the local one of a local USD wallet'} | ${{ currencyDestiny: USD, amount: IN_USD.amount }} | ${null}           | ${'1.75 USD'}
  `('is that of $what with the method $method: a fee of $fee', async ({ link, method, fee }) => {
    expect((await figures(link, { method })).collectionFee.toString()).toBe(fee);
  });

  it('crosses two dollar rates for a conversion', async () => {
    const { exchangeRate, payerAmount } = await figures(IN_BRL);
    expect([exchangeRate.toFixed(), payerAmount.toString()]).toEqual(['200', '505.00 BRL']);
  });
});

describe('a rate', () => {
  const old = () => new Date(app.clock.now().getTime() - 3_600_001);

  it('that is too old can be used for an estimate, but not for a promise', async () => {
    await app.setRates({ ARS: '1000', BRL: '5' }, old());
    await expect(figures(IN_BRL, { freshness: 'last-known' })).resolves.toMatchObject({ boundedBy: null });
    await expect(figures(IN_BRL)).rejects.toMatchObject({ code: 'EXCHANGE_RATE_UNAVAILABLE' });
  });

  it('that is missing cannot be used at all', async () => {
    app = inMemoryCollections();
    await expect(figures(IN_BRL, { freshness: 'last-known' })).rejects.toMatchObject({
      code: 'EXCHANGE_RATE_UNAVAILABLE',
    });
  });

  it('to the dollar is needed for the part of a fee that is in dollars', async () => {
    await app.setRates({ ARS: '1000' }, old());
    await expect(figures({})).rejects.toMatchObject({ code: 'EXCHANGE_RATE_UNAVAILABLE' });
  });

  it.each`
    what                                     | link      | fees
    ${'in one currency without such a part'} | ${{}}     | ${FREE}
    ${'in USD'}                              | ${IN_USD} | ${FEES}
  `('is not needed for a collection $what', async ({ link, fees }) => {
    app = inMemoryCollections();
    await expect(figures(link, { fees })).resolves.toBeDefined();
  });
});

describe('the terms of an order', () => {
  it('keep every figure', async () => {
    expect(toTerms(await figures(IN_BRL))).toEqual({
      payerAmount: Money.of('505', 'BRL'),
      currency: 'ARS',
      gross: Money.of('100000', 'ARS'),
      percentageAmount: Money.of('2900', 'ARS'),
      fixedAmount: Money.of('300', 'ARS'),
      fixedAmountUsd: Money.of('0.30', 'USD'),
      collectionFee: Money.of('3200', 'ARS'),
      boundedBy: null,
      borneBy: 'merchant',
      payerFee: Money.zero('BRL'),
      conversionFee: Money.of('1000', 'ARS'),
      credited: Money.of('96800', 'ARS'),
      exchangeRate: '200',
      effectiveRate: '191.683168316832',
    });
  });

  it('show no rates between equal currencies', async () => {
    expect(toTerms(await figures({}))).toMatchObject({ exchangeRate: null, effectiveRate: null });
  });

  it('show a repeating decimal rate with twelve decimals', async () => {
    const { exchangeRate } = toTerms(await figures({ ...IN_BRL, currency: toCurrency('BOB') }));
    expect(exchangeRate).toBe('142.857142857143');
  });
});
