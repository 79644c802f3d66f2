import { amountText, parseAmount } from './typed-amount';

const LANGUAGES = ['en', 'es', 'pt'];

describe('an amount that a person types', () => {
  it.each([
    ['1.234,50', 'ARS', 'es', '1234.50'],
    ['1234,5', 'BRL', 'pt', '1234.5'],
    ['1,234.50', 'USD', 'en', '1234.50'],
    ['1,234.50', 'ARS', 'es', '1234.50'],
    ['1.5', 'MXN', 'es', '1.5'],
    ['1,5', 'BOB', 'en', '1.5'],
    [' 1 500 ', 'CLP', 'es', '1500'],
    ['15.000', 'CLP', 'es', '15000'],
    ['15,000', 'CLP', 'en', '15000'],
    ['12.', 'USD', 'en', '12'],
    ['007', 'USD', 'en', '7'],
    ['1500,00', 'CLP', 'es', '1500'],
    ['15.000', 'KWD', 'en', '15.000'],
  ])('%s %s in %s is %s', (typed, currency, locale, value) => {
    expect(parseAmount(typed, currency, locale)).toEqual({ value });
  });

  it.each([
    ['1.234.567', '1234567'],
    ['1,234,567.89', '1234567.89'],
    ['1.234.567,89', '1234567.89'],
    ["1'234'567.89", '1234567.89'],
    ['1’234’567,89', '1234567.89'],
    ['15\u00a0000,00', '15000.00'],
    ['15\u202f000', '15000'],
    ['1\u2009234 567,5', '1234567.5'],
    ['$ 15.000,00', '15000.00'],
    ['ARS 15000', '15000'],
    ['15,000.00 ars', '15000.00'],
    ['AR$15000', '15000'],
    ['\ufeff15\u200b000\u2060', '15000'],
    ['\u202a15000\u202c', '15000'],
    ['１５０００，５０', '15000.50'],
  ])('%j is read as the same %s in every language', (typed, value) => {
    expect(LANGUAGES.map((language) => parseAmount(typed, 'ARS', language))).toEqual(LANGUAGES.map(() => ({ value })));
  });

  it.each([
    ['', 'ARS', 'es', 'required'],
    ['\u200b', 'ARS', 'es', 'required'],
    ['abc', 'ARS', 'es', 'notANumber'],
    ['1e5', 'USD', 'en', 'notANumber'],
    ['15k', 'USD', 'en', 'notANumber'],
    ['15²', 'USD', 'en', 'notANumber'],
    ['(15)', 'USD', 'en', 'notANumber'],
    ['.50', 'USD', 'en', 'notANumber'],
    ['1.2.3', 'USD', 'en', 'notANumber'],
    ['1 5', 'USD', 'en', 'notANumber'],
    ['1 500.000,00', 'ARS', 'es', 'notANumber'],
    ['1,23,456', 'USD', 'en', 'notANumber'],
    ['15.000.00', 'ARS', 'es', 'notANumber'],
    ['-5', 'ARS', 'es', 'negative'],
    ['−15.000,00', 'ARS', 'es', 'negative'],
    ['$ -5', 'ARS', 'es', 'negative'],
    ['10,5', 'CLP', 'es', 'tooManyDigits'],
    ['1.234,000', 'ARS', 'es', 'tooManyDigits'],
    ['0.500', 'BRL', 'en', 'tooManyDigits'],
    ['15000.000', 'ARS', 'en', 'tooManyDigits'],
    ['0,00', 'ARS', 'es', 'notPositive'],
    ['R$ 15,00', 'ARS', 'es', 'otherCurrency'],
    ['USD 15', 'ARS', 'es', 'otherCurrency'],
    ['US$15.00', 'MXN', 'en', 'otherCurrency'],
  ])('%j %s in %s is rejected: %s', (typed, currency, locale, problem) => {
    expect(parseAmount(typed, currency, locale)).toEqual({ problem });
  });

  it.each([
    ['15,000', 'MXN', 'es', ['15000.00', '15.00']],
    ['150,000', 'MXN', 'es', ['150000.00', '150.00']],
    ['15.000', 'BRL', 'en', ['15000.00', '15.00']],
    ['15.000', 'BRL', 'pt', ['15000.00', '15.00']],
    ['15.000', 'CLP', 'en', ['15000', '15']],
    ['15,000', 'CLP', 'es', ['15000', '15']],
    ['15,500', 'ARS', 'es', ['15500.00', '15.50']],
    ['1.234', 'COP', 'es', ['1234.00']],
    ['$ 15.000', 'ARS', 'es', ['15000.00', '15.00']],
    ['ARS\u00a015.000', 'ARS', 'es', ['15000.00', '15.00']],
  ])('%j %s in %s is ambiguous, and can be %j', (typed, currency, locale, readings) => {
    expect(parseAmount(typed, currency, locale)).toEqual({ problem: 'ambiguous', readings });
  });

  it('is written in the field as the panel writes it everywhere', () => {
    expect([
      amountText('15000', 'ARS', 'es'),
      amountText('15000.5', 'MXN', 'es'),
      amountText('15000', 'CLP', 'pt'),
    ]).toEqual(['15.000,00', '15,000.50', '15.000']);
  });
});
