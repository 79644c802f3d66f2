import { errorsOf, validated } from '../../http/testing/validated';
import { newPanelPaymentLink, NewPanelPaymentLinkDto } from './panel-payment-link.dto';

type Body = Readonly<Record<string, unknown>>;

const VALID = { amount: '1500.50', currency: 'ARS', currency_destiny: 'ARS', description: 'Order 1001' };

const formed = async (changes: Body, customerPaidFeeDefault = true) =>
  newPanelPaymentLink(await validated(NewPanelPaymentLinkDto, { ...VALID, ...changes }), customerPaidFeeDefault);

describe('the panel’s form of a new payment link', () => {
  it('names the currency that the receiving wallet is expected to have', async () => {
    expect((await formed({ currency_destiny: 'CLP' })).currencyDestiny).toBe('CLP');
  });

  it.each([undefined, null, 7, ['ARS']])('cannot have %j for that', async (currency_destiny) => {
    expect(await errorsOf(NewPanelPaymentLinkDto, { ...VALID, currency_destiny })).toEqual({
      currency_destiny: [expect.any(String)],
    });
  });

  it('keeps the rules of the external API', async () => {
    expect(await errorsOf(NewPanelPaymentLinkDto, { currency_destiny: 'ARS' })).toEqual({
      amount: [expect.any(String)],
      currency: [expect.any(String)],
      description: [expect.any(String)],
    });
  });

  it.each([
    [true, undefined, true],
    [true, null, true],
    [true, false, false],
    [false, undefined, false],
    [false, true, true],
  ])('with the default %s takes customer_paid_fee %s for %s', async (byDefault, sent, wanted) => {
    expect((await formed({ customer_paid_fee: sent }, byDefault)).customerPaidFee).toBe(wanted);
  });
});
