import { addDecimals, compareDecimals } from '../money/amounts';
import { chargedLines, creditedLines, type FigureLine, type Figures } from './figures';

/** 15 000 ARS with a fee of 2.9 % and 0.30 USD, borne by the merchant. */
const PLAIN: Figures = {
  payer_amount: '15000.00',
  payer_currency: 'ARS',
  exchange_rate: null,
  reference_rate: null,
  effective_rate: null,
  gross_amount: '15000.00',
  collection_fee: {
    percentage_amount: '435.00',
    fixed_amount: '300.00',
    fixed_amount_usd: '0.30',
    total: '735.00',
    bounded_by: null,
    borne_by: 'merchant',
  },
  conversion_fee: '0.00',
  credited_amount: '14265.00',
  currency: 'ARS',
};
const CONVERTED: Figures = {
  ...PLAIN,
  payer_currency: 'BRL',
  gross_amount: '100000.00',
  collection_fee: { ...PLAIN.collection_fee, percentage_amount: '2900.00', total: '3200.00' },
  conversion_fee: '1000.00',
};
const borneBy = (figures: Figures, borne_by: 'payer' | 'merchant', credited_amount: string): Figures => ({
  ...figures,
  collection_fee: { ...figures.collection_fee, borne_by },
  credited_amount,
});

const namesOf = (lines: readonly FigureLine[]) => lines.map(({ name }) => name);
const addsUp = (lines: readonly FigureLine[]) => {
  const total = lines.find((line) => line.total)?.value ?? '0';
  const parts = lines.filter((line) => !line.total).reduce((sum, { value }) => addDecimals(sum, value), '0');
  return compareDecimals(parts, total) === 0;
};

describe('a collection of one currency', () => {
  it('subtracts the parts of the fee from the gross amount', () => {
    expect(creditedLines(PLAIN)).toEqual([
      { name: 'gross', value: '15000.00' },
      { name: 'percentageFee', value: '-435.00' },
      { name: 'fixedFee', value: '-300.00' },
      { name: 'credited', value: '14265.00', total: true },
    ]);
  });

  it('adds nothing to the gross amount when the merchant bears the fee', () => {
    expect(chargedLines(PLAIN)).toEqual([]);
  });

  it('adds the fee to the gross amount when the payer bears it', () => {
    const figures = borneBy(PLAIN, 'payer', '15000.00');
    expect([chargedLines(figures).at(-1)?.value, namesOf(creditedLines(figures))]).toEqual([
      '15735.00',
      ['gross', 'credited'],
    ]);
  });

  it.each([
    ['minimum', '900.00', '14100.00', 'minimumFee'],
    ['maximum', '500.00', '14500.00', 'maximumFee'],
  ] as const)(
    'has a line for the effect of the %s, so that the lines add up',
    (bounded_by, total, credited_amount, name) => {
      const lines = creditedLines({
        ...PLAIN,
        collection_fee: { ...PLAIN.collection_fee, total, bounded_by },
        credited_amount,
      });
      expect([namesOf(lines).includes(name), addsUp(lines)]).toEqual([true, true]);
    },
  );

  it('omits parts of zero', () => {
    const collection_fee = { ...PLAIN.collection_fee, fixed_amount: '0.00', total: '435.00' };
    expect(namesOf(creditedLines({ ...PLAIN, collection_fee, credited_amount: '14565.00' }))).toEqual([
      'gross',
      'percentageFee',
      'credited',
    ]);
  });
});

describe('a collection with a conversion', () => {
  it.each([
    ['charge, merchant', borneBy(CONVERTED, 'merchant', '95800.00'), true, false],
    ['charge, payer', borneBy(CONVERTED, 'payer', '99000.00'), true, false],
    ['receive, merchant', borneBy(CONVERTED, 'merchant', '96800.00'), false, true],
    ['receive, payer', borneBy(CONVERTED, 'payer', '100000.00'), false, true],
  ])('shows the conversion fee in the lines of its bearer: %s', (_, figures, takenOff, onTop) => {
    const shown = [creditedLines(figures), chargedLines(figures)].map((lines) =>
      namesOf(lines).includes('conversionFee'),
    );
    expect(shown).toEqual([takenOff, onTop]);
  });

  it.each(['95800.00', '96800.00'])('adds up to the credited amount of %s', (credited) => {
    expect(addsUp(creditedLines(borneBy(CONVERTED, 'merchant', credited)))).toBe(true);
  });

  it.each(['99000.00', '100000.00'])('adds up when the payer bears the fee and %s is credited', (credited) => {
    const figures = borneBy(CONVERTED, 'payer', credited);
    expect([addsUp(creditedLines(figures)), addsUp(chargedLines(figures))]).toEqual([true, true]);
  });
});
