import { Money, toCurrency } from '@app/kernel';
import { amountText, typedFigure } from './amount-text';

const plain = (text: string) => text.replaceAll('\u00A0', ' ');

describe('the amounts of a page or message', () => {
  it.each(['en', 'es', 'pt'] as const)(
    'are written as Mexico does for pesos of Mexico, in every language: %s',
    (language) => {
      expect(plain(amountText(Money.of('15000', 'MXN'), language))).toBe('15,000.00 MXN');
    },
  );

  it('follow one convention, that of the payer’s currency', () => {
    const mexican = toCurrency('MXN');
    expect(plain(amountText(Money.of('30000', 'ARS'), 'es', mexican))).toBe('30,000.00 ARS');
    expect(plain(amountText(Money.of('545.40', 'MXN'), 'es', toCurrency('ARS')))).toBe('545,40 MXN');
  });

  it('are copied without the grouping, with the decimal sign that is shown', () => {
    expect(typedFigure(Money.of('15735', 'ARS'), 'es')).toBe('15735,00');
    expect(typedFigure(Money.of('15735', 'ARS'), 'en')).toBe('15735.00');
    expect(typedFigure(Money.of('545.40', 'MXN'), 'pt')).toBe('545.40');
    expect(typedFigure(Money.of('9500', 'CLP'), 'es')).toBe('9500');
  });
});
