import { decimal, digitsOf, Money, PAYER_CURRENCIES, type Decimal } from '@app/kernel';
import fc from 'fast-check';
import { outflowFigures, type OutflowInput } from './outflow';

const currency = fc.constantFrom(...PAYER_CURRENCIES);
const percentage = fc.integer({ min: 0, max: 1_500 }).map((basisPoints) => decimal((basisPoints / 100).toFixed(2)));
const bound = fc.option(fc.integer({ min: 0, max: 5_000 }).map((amount) => decimal(String(amount))));
const rate = fc.integer({ min: 1, max: 10_000_000 }).map((micros) => decimal((micros / 1_000).toFixed(3)));

const input: fc.Arbitrary<OutflowInput> = fc
  .record({
    wallet: currency,
    destinationCurrency: currency,
    minorUnits: fc.bigInt({ min: 1n, max: 10n ** 13n }),
    instant: fc.boolean(),
    fixed: fc.integer({ min: 0, max: 500 }),
    bounds: fc.tuple(bound, bound),
    settingToWallet: fc.option(rate),
    percentages: fc.tuple(percentage, percentage, percentage, percentage),
    rate,
  })
  .map(({ wallet, minorUnits, fixed, bounds: [minimum, maximum], percentages, ...rest }) => ({
    ...rest,
    amount: Money.of(decimal(minorUnits.toString()).times(unit(digitsOf(wallet))), wallet),
    setting: { percentage: percentages[0], fixed: decimal(String(fixed)), minimum, maximum },
    instantPercentage: percentages[1],
    taxPercentage: percentages[2],
    conversionPercentage: percentages[3],
  }));

const unit = (digits: number): Decimal => decimal(digits === 0 ? '1' : `0.${'0'.repeat(digits - 1)}1`);

describe('the figures of an outflow, whatever its settings', () => {
  it('add up to the amount, to the last digit', () => {
    fc.assert(
      fc.property(input, (given) => {
        const { amount, payoutFee, instantFee, tax, conversionFee, net } = outflowFigures(given);
        const sum = payoutFee.total.plus(instantFee).plus(tax).plus(conversionFee).plus(net);
        expect(sum.toString()).toBe(amount.toString());
      }),
    );
  });

  it('never give the recipient more than the net amount is worth', () => {
    fc.assert(
      fc.property(input, (given) => {
        const { net, destinationAmount, rate: converted } = outflowFigures(given);
        if (!net.isPositive()) return;
        const worth = converted ? net.amount.times(converted) : net.amount;
        expect(destinationAmount.amount.lte(worth)).toBe(true);
        expect(worth.minus(destinationAmount.amount).lt(unit(digitsOf(destinationAmount.currency)))).toBe(true);
      }),
    );
  });
});
