import { decimal, Money, toCurrency, ValidationError, WrittenAmount } from '@app/kernel';
import { quoteConversion, requestedAmount, type QuoteInput } from './quote';

const ARS = toCurrency('ARS');
const BRL = toCurrency('BRL');
const CLP = toCurrency('CLP');

function quote(amount: Money, parts: Partial<QuoteInput> = {}) {
  return quoteConversion({
    amount,
    amountType: 'receive',
    origin: BRL,
    destination: ARS,
    conversionPercentage: decimal('1'),
    rate: decimal('200'),
    ...parts,
  });
}

describe('a quote', () => {
  it('with receive adds the fee to what arrives', () => {
    const { originAmount, destinationAmount, conversionFee } = quote(Money.of('100000', 'ARS'));
    expect([originAmount, destinationAmount, conversionFee.amount].map(String)).toEqual([
      '505.00 BRL',
      '100000.00 ARS',
      '1000.00 ARS',
    ]);
  });

  it('with charge deducts the fee from what arrives', () => {
    const { originAmount, destinationAmount, conversionFee } = quote(Money.of('500', 'BRL'), { amountType: 'charge' });
    expect([originAmount, destinationAmount, conversionFee.amount].map(String)).toEqual([
      '500.00 BRL',
      '99000.00 ARS',
      '1000.00 ARS',
    ]);
  });

  it('rounds the origin amount up', () => {
    expect(quote(Money.of('100000.01', 'ARS')).originAmount.toFixed()).toBe('505.01');
  });

  it('has no decimals in a currency without decimals', () => {
    const parts = { origin: CLP, destination: ARS, rate: decimal('1000').div(decimal('950')) };
    expect(quote(Money.of('1000.55', 'ARS'), parts).originAmount.toString()).toBe('961 CLP');
  });

  it.each(['receive', 'charge'] as const)(
    'between equal currencies has no fee and moves the amount as it is (%s)',
    (amountType) => {
      const figures = quote(Money.of('10', 'ARS'), { origin: ARS, amountType, rate: decimal('1') });
      expect([figures.originAmount, figures.destinationAmount, figures.conversionFee.amount].map(String)).toEqual([
        '10.00 ARS',
        '10.00 ARS',
        '0.00 ARS',
      ]);
      expect(figures.conversionFee.percentage.toFixed()).toBe('0');
    },
  );

  it('rejects an amount in the currency of the other side', () => {
    expect(() => quote(Money.of('1', 'BRL'))).toThrow(TypeError);
  });
});

describe('the requested amount', () => {
  it.each(['0', '-1', '0.001'])('is rejected when it is %s ARS', (amount) => {
    const read = () => requestedAmount(WrittenAmount.of(amount), ARS);
    expect(read).toThrow(ValidationError);
    expect(read).toThrow(expect.objectContaining({ details: { errors: { amount: [expect.any(String)] } } }));
  });

  it('is money of the fixed side', () => {
    expect(requestedAmount(WrittenAmount.of('10.5'), ARS).toString()).toBe('10.50 ARS');
  });
});
