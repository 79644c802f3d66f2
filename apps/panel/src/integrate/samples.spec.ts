import { digitsOf, PAYER_CURRENCIES, toCurrency, type PayerCurrency } from '@app/currencies';
import { curlSample, exampleCurrency, keySample, typescriptSample } from './samples';

const ORIGIN = 'https://pay.example';
const PREFIX = 'pay_demostore_live';
const place = (currency: PayerCurrency) => ({ origin: ORIGIN, prefix: PREFIX, currency });
const bodyOf = (sample: string) => JSON.parse(/-d '(.*)'/.exec(sample)?.[1] ?? '') as Record<string, string>;

describe('the samples of a first request', () => {
  it("name the address and the account's prefix of keys", () => {
    expect(curlSample(place('ARS'))).toContain(`${ORIGIN}/v1/payment-links`);
    expect(typescriptSample(place('ARS'))).toContain(`baseUrl: '${ORIGIN}'`);
    expect(keySample(place('ARS'))).toContain(`${PREFIX}_`);
  });

  it.each(PAYER_CURRENCIES as PayerCurrency[])('send a price with the digits of %s', (currency) => {
    const { amount, currency: sent } = bodyOf(curlSample(place(currency)));
    expect([sent, amount?.split('.')[1]?.length ?? 0]).toEqual([currency, digitsOf(toCurrency(currency))]);
  });

  it('take the currency of the country, or dollars', () => {
    expect([exampleCurrency('BR'), exampleCurrency('DE')]).toEqual(['BRL', 'USD']);
  });
});
