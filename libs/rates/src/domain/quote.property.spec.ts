import { decimal, digitsOf, Money, PAYER_CURRENCIES, type Decimal } from '@app/kernel';
import fc from 'fast-check';
import { QUOTABLE_ORIGINS, quoteConversion } from './quote';

function scaled(whole: bigint, digits: number): Decimal {
  return decimal(whole.toString()).div(decimal((10n ** BigInt(digits)).toString()));
}

const input = fc
  .record({
    origin: fc.constantFrom(...QUOTABLE_ORIGINS),
    destination: fc.constantFrom(...PAYER_CURRENCIES),
    amountType: fc.constantFrom('receive' as const, 'charge' as const),
    minor: fc.bigInt(1n, 10n ** 11n),
    conversionPercentage: fc.bigInt(0n, 10_000n).map((whole) => scaled(whole, 2)),
    rate: fc.bigInt(1n, 10n ** 9n).map((whole) => scaled(whole, 4)),
  })
  .filter(({ origin, destination }) => origin !== destination)
  .map(({ minor, ...rest }) => {
    const currency = rest.amountType === 'charge' ? rest.origin : rest.destination;
    return { ...rest, amount: Money.of(scaled(minor, digitsOf(currency)), currency) };
  });

it('the origin amount is worth the destination amount and the fee, up to one rounding', () => {
  fc.assert(
    fc.property(input, (request) => {
      const { originAmount, destinationAmount, conversionFee } = quoteConversion(request);
      const arriving = destinationAmount.plus(conversionFee.amount).amount;
      const worth = originAmount.amount.times(request.rate);
      const originUnit = scaled(1n, digitsOf(request.origin)).times(request.rate);
      const half = scaled(1n, digitsOf(request.destination)).times(decimal('0.5'));
      if (request.amountType === 'receive') {
        expect(worth.gte(arriving) && worth.minus(originUnit).lt(arriving)).toBe(true);
      } else {
        expect(worth.minus(arriving).abs().lte(half)).toBe(true);
      }
    }),
    { numRuns: 400 },
  );
});

it('the fixed side is the requested amount', () => {
  fc.assert(
    fc.property(input, (request) => {
      const { originAmount, destinationAmount } = quoteConversion(request);
      expect((request.amountType === 'charge' ? originAmount : destinationAmount).equals(request.amount)).toBe(true);
    }),
  );
});
