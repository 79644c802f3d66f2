import { decimal, toCurrency } from '@app/kernel';
import fc from 'fast-check';
import { aStoredRate } from '../testing/factories';
import { StoredRates } from './stored-rates';

const ARS = toCurrency('ARS');
const BRL = toCurrency('BRL');

/** Ten-thousandths, so that fractions of them can be checked with whole numbers. */
const rate = fc.bigInt(1n, 10n ** 10n);

function text(tenThousandths: bigint): string {
  return decimal(tenThousandths.toString()).div(decimal('10000')).toFixed();
}

it('a cross rate is the quotient of the two USD rates, correct to 30 decimals', () => {
  fc.assert(
    fc.property(rate, rate, (ars, brl) => {
      const stored = new StoredRates([aStoredRate('USD/ARS', text(ars)), aStoredRate('USD/BRL', text(brl))]);
      const scale = 10n ** 30n;
      const exact = (2n * ars * scale + brl) / (2n * brl);
      expect(stored.find(BRL, ARS)?.value.toFixed(30).replace('.', '')).toBe(exact.toString().padStart(31, '0'));
    }),
  );
});

it('a pair has the same rate in both directions, whichever of them is stored', () => {
  fc.assert(
    fc.property(rate, (value) => {
      const stored = new StoredRates([aStoredRate('BRL/ARS', text(value))]);
      const [there, back] = [stored.find(BRL, ARS), stored.find(ARS, BRL)];
      const off = there!.value.times(back!.value).minus(decimal('1')).abs();
      expect(off.lte(there!.value.times(decimal('0.000000000000000000000000000001')))).toBe(true);
    }),
  );
});
