import { addDecimals, compareDecimals } from '../money/amounts';
import { feeBeforeBounds, isBelowMinimum, linesOf, type Figures } from './figures';

const local: Figures = {
  amount: '10000.00',
  currency: 'ARS',
  net_amount: '9840.00',
  fees: {
    payout: { percentage_amount: '100.00', fixed_amount: '0.00', total: '100.00', bounded_by: null },
    instant: '0.00',
    tax: '60.00',
    conversion: '0.00',
  },
  exchange_rate: null,
  destination_amount: '9840.00',
  destination_currency: 'ARS',
};
const abroad: Figures = {
  ...local,
  fees: { ...local.fees, conversion: '98.40' },
  net_amount: '9741.60',
  exchange_rate: '0.005',
  destination_amount: '48.70',
  destination_currency: 'BRL',
};
const names = (figures: Figures) => linesOf(figures).map(({ name }) => name);

describe('the lines of a payout', () => {
  it('end with the amount of the recipient, in the same currency', () => {
    expect(names(local)).toEqual(['amount', 'payoutFee', 'tax', 'recipientGets']);
  });

  it('show the net amount before it is converted', () => {
    expect(names(abroad)).toEqual(['amount', 'payoutFee', 'tax', 'conversionFee', 'net', 'recipientGets']);
    expect(linesOf(abroad).at(-1)).toMatchObject({ value: '48.70', currency: 'BRL' });
  });

  it.each([local, abroad])('add up to the net amount', (figures) => {
    const sum = linesOf(figures)
      .filter(({ total }) => !total)
      .reduce((left, { value }) => addDecimals(left, value), '0');
    expect(compareDecimals(sum, figures.net_amount)).toBe(0);
  });

  it('keep a payout fee of zero, which shows that the payout is free', () => {
    const free = { ...local, fees: { ...local.fees, payout: { ...local.fees.payout, total: '0.00' } } };
    expect(linesOf(free)[1]).toEqual({ name: 'payoutFee', value: '0.00', currency: 'ARS', total: false });
  });
});

it('the fee before its bounds is the sum of its parts', () => {
  expect(
    feeBeforeBounds({ percentage_amount: '0.50', fixed_amount: '20.00', total: '100.00', bounded_by: 'minimum' }),
  ).toBe('20.50');
});

it.each([
  ['1000.00', '1000.00', false],
  ['999.99', '1000.00', true],
  ['0.00', '0.00', true],
  ['-50.00', '0.00', true],
])('%s after fees is below the minimum of %s: %s', (net, minimum, tooLittle) => {
  expect(isBelowMinimum(net, minimum)).toBe(tooLittle);
});
