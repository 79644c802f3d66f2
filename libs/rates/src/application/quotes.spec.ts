import { decimal, WrittenAmount } from '@app/kernel';
import { FixedFxRates } from '../adapters/fixed-fx-rates';
import { aClock } from '../testing/factories';
import { GivenRates } from '../testing/given-rates';
import { Quotes, type QuoteRequest } from './quotes';

async function someQuotes() {
  const clock = aClock();
  const rates = new GivenRates(clock);
  for (const { base, quote, value } of await new FixedFxRates().fetch()) rates.give(base, quote, value);
  return { quotes: new Quotes(rates, clock), clock, rates };
}

const REQUEST: QuoteRequest = {
  amount: WrittenAmount.of('500'),
  origin: 'BRL',
  destination: 'ARS',
  amountType: 'charge',
  conversionPercentage: decimal('1'),
};

describe('a quote', () => {
  it('has both amounts, the rate, the fee and its time', async () => {
    const { quotes, clock } = await someQuotes();
    const quote = await quotes.quote(REQUEST);
    expect({ ...quote, rate: quote.rate.toWire() }).toMatchObject({
      origin: 'BRL',
      destination: 'ARS',
      amountType: 'charge',
      rate: '200',
      quotedAt: clock.now(),
    });
    expect([quote.originAmount, quote.destinationAmount, quote.conversionFee.amount].map(String)).toEqual([
      '500.00 BRL',
      '99000.00 ARS',
      '1000.00 ARS',
    ]);
  });

  it.each(['ARS', 'BRL', 'CLP', 'COP', 'MXN'])('is given for the origin %s', async (origin) => {
    const { quotes } = await someQuotes();
    await expect(quotes.quote({ ...REQUEST, origin, destination: 'USD' })).resolves.toMatchObject({ origin });
  });

  it.each(['USD', 'BOB', 'PEN', 'ars', 'nonsense'])('is rejected for the origin %s', async (origin) => {
    const { quotes } = await someQuotes();
    await expect(quotes.quote({ ...REQUEST, origin })).rejects.toMatchObject({
      code: 'INVALID_CURRENCY',
      details: { errors: { error: expect.stringContaining(origin) } },
    });
  });

  it.each(['EUR', 'XXX', 'ars'])('to %s cannot be computed', async (destination) => {
    const { quotes } = await someQuotes();
    await expect(quotes.quote({ ...REQUEST, destination })).rejects.toMatchObject({ code: 'CONVERSION_QUOTE_ERROR' });
  });

  it('at a rate that is too old cannot be computed', async () => {
    const { quotes, clock } = await someQuotes();
    clock.advance(3_600_001);
    await expect(quotes.quote(REQUEST)).rejects.toMatchObject({ code: 'CONVERSION_QUOTE_ERROR' });
  });

  it('cannot be computed while the database is down, and the cause is kept for the log', async () => {
    const { quotes, rates } = await someQuotes();
    const cause = new Error('connection refused');
    jest.spyOn(rates, 'findLastKnown').mockRejectedValue(cause);
    await expect(quotes.quote(REQUEST)).rejects.toMatchObject({ code: 'CONVERSION_QUOTE_ERROR', cause });
  });

  it.each`
    amount     | amountType   | destination
    ${'0'}     | ${'charge'}  | ${'ARS'}
    ${'0.001'} | ${'charge'}  | ${'CLP'}
    ${'1.5'}   | ${'receive'} | ${'CLP'}
  `('of $amount ($amountType, to $destination) is rejected, naming the amount', async ({ amount, ...parts }) => {
    const { quotes } = await someQuotes();
    await expect(quotes.quote({ ...REQUEST, ...parts, amount: WrittenAmount.of(amount) })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { errors: { amount: [expect.any(String)] } },
    });
  });
});

describe('a rate', () => {
  it('has no amounts when the request has none', async () => {
    const { quotes } = await someQuotes();
    const { rate, ...amounts } = await quotes.quoteRate('BRL', 'ARS');
    expect([rate.toWire(), amounts]).toEqual(['200', { amount: null, convertedAmount: null }]);
  });

  it('converts an amount of the origin without a fee', async () => {
    const { quotes } = await someQuotes();
    const { amount, convertedAmount } = await quotes.quoteRate('USD', 'BOB', WrittenAmount.of('10.01'));
    expect([amount, convertedAmount].map(String)).toEqual(['10.01 USD', '69.07 BOB']);
  });

  it.each([
    ['EUR', 'ARS'],
    ['ARS', 'EUR'],
    ['PESO', 'ARS'],
    ['ARS', ''],
  ])('from %p to %p is unavailable', async (origin, destination) => {
    const { quotes } = await someQuotes();
    await expect(quotes.quoteRate(origin, destination)).rejects.toMatchObject({ code: 'EXCHANGE_RATE_UNAVAILABLE' });
  });

  it('is unavailable while the database is down', async () => {
    const { quotes, rates } = await someQuotes();
    jest.spyOn(rates, 'findLastKnown').mockRejectedValue(new Error('connection refused'));
    await expect(quotes.quoteRate('USD', 'ARS')).rejects.toMatchObject({ code: 'EXCHANGE_RATE_UNAVAILABLE' });
  });

  it('for an amount finer than the origin is rejected, naming the amount', async () => {
    const { quotes } = await someQuotes();
    await expect(quotes.quoteRate('USD', 'ARS', WrittenAmount.of('0.001'))).rejects.toMatchObject({
      details: { errors: { amount: [expect.any(String)] } },
    });
  });
});
