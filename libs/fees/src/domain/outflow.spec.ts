import { decimal, Money, toCurrency } from '@app/kernel';
import { outflowFigures, type OutflowInput } from './outflow';

/** 10000 ARS at 1 %, at least 100 ARS, and 0.6 % tax. */
function anOutflow(parts: Partial<OutflowInput> = {}): OutflowInput {
  return {
    amount: Money.of('10000', 'ARS'),
    destinationCurrency: toCurrency('ARS'),
    instant: false,
    setting: { percentage: decimal('1'), fixed: decimal('0'), minimum: decimal('100'), maximum: null },
    settingToWallet: null,
    instantPercentage: decimal('0.5'),
    taxPercentage: decimal('0.6'),
    conversionPercentage: decimal('1'),
    rate: null,
    ...parts,
  };
}

const inBrl = (parts: Partial<OutflowInput> = {}) =>
  outflowFigures(
    anOutflow({ destinationCurrency: toCurrency('BRL'), rate: decimal('1').div(decimal('200')), ...parts }),
  );

describe('an outflow', () => {
  it('of 10000 ARS pays 100 of fee and 60 of tax (rule 7.14)', () => {
    const { payoutFee, tax, instantFee, conversionFee, net, destinationAmount } = outflowFigures(anOutflow());
    expect([payoutFee.total, tax, instantFee, conversionFee, net, destinationAmount].map(String)).toEqual([
      '100.00 ARS',
      '60.00 ARS',
      '0.00 ARS',
      '0.00 ARS',
      '9840.00 ARS',
      '9840.00 ARS',
    ]);
  });

  it('to BRL pays the conversion fee of what fees and tax leave, and rounds down for the recipient', () => {
    const { conversionFee, net, destinationAmount } = inBrl();
    expect([conversionFee, net, destinationAmount].map(String)).toEqual(['98.40 ARS', '9741.60 ARS', '48.70 BRL']);
  });

  it('adds the instant fee when it is instant', () => {
    const { instantFee, net } = outflowFigures(anOutflow({ instant: true }));
    expect([instantFee, net].map(String)).toEqual(['50.00 ARS', '9790.00 ARS']);
  });

  it.each`
    amount     | percentage  | fixed   | total       | boundedBy
    ${'5000'}  | ${'50.00'}  | ${'0'}  | ${'100.00'} | ${'minimum'}
    ${'5000'}  | ${'50.00'}  | ${'60'} | ${'110.00'} | ${null}
    ${'90000'} | ${'900.00'} | ${'0'}  | ${'500.00'} | ${'maximum'}
  `(
    'of $amount has a payout fee of $total, bounded by $boundedBy',
    ({ amount, percentage, fixed, total, boundedBy }) => {
      const setting = {
        percentage: decimal('1'),
        fixed: decimal(fixed as string),
        minimum: decimal('100'),
        maximum: decimal('500'),
      };
      const { payoutFee } = outflowFigures(anOutflow({ amount: Money.of(amount as string, 'ARS'), setting }));
      expect(payoutFee.percentageAmount.toFixed()).toBe(percentage);
      expect([payoutFee.total.toFixed(), payoutFee.boundedBy]).toEqual([total, boundedBy]);
    },
  );

  it('converts the amounts of the setting into the currency of the wallet', () => {
    const amount = Money.of('100', 'USD');
    const { payoutFee } = outflowFigures(
      anOutflow({ amount, destinationCurrency: toCurrency('USD'), settingToWallet: decimal('0.02') }),
    );
    expect([payoutFee.total.toString(), payoutFee.boundedBy]).toEqual(['2.00 USD', 'minimum']);
  });

  it('leaves nothing when its fees exceed it, and converts nothing', () => {
    const { net, conversionFee, destinationAmount } = inBrl({ amount: Money.of('50', 'ARS') });
    expect([net, conversionFee, destinationAmount].map(String)).toEqual(['-50.30 ARS', '0.00 ARS', '0.00 BRL']);
  });

  it.each(['0', '-1'])('of %s is an error of the caller', (amount) => {
    expect(() => outflowFigures(anOutflow({ amount: Money.of(amount, 'ARS') }))).toThrow(RangeError);
  });

  it('without the rate that it needs is an error of the caller', () => {
    expect(() => inBrl({ rate: null })).toThrow('a positive rate from ARS to BRL is needed');
  });
});
