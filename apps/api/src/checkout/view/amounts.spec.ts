import { Money } from '@app/kernel';
import { amountHeading, amountText } from './amounts';

describe('amounts on the page', () => {
  it.each([
    ['en', '1234567.8', 'ARS', '1,234,567.80 ARS'],
    ['es', '1234567.8', 'ARS', '1.234.567,80 ARS'],
    ['es', '1234567.8', 'MXN', '1,234,567.80 MXN'],
    ['pt', '1234567.8', 'BRL', '1.234.567,80 BRL'],
    ['es', '1500', 'CLP', '1.500 CLP'],
    ['en', '999', 'CLP', '999 CLP'],
    ['en', '0.01', 'USD', '0.01 USD'],
    ['en', '-1000', 'USD', '-1,000.00 USD'],
  ] as const)('writes in %s %s %s as %s', (language, amount, currency, text) => {
    expect(amountText(Money.of(amount, currency), language).replace('\u00A0', ' ')).toBe(text);
  });

  it('keeps digits that a binary float would lose', () => {
    expect(amountText(Money.of('99999999999999999999.99', 'ARS'), 'en')).toBe('99,999,999,999,999,999,999.99\u00A0ARS');
  });

  it('shows the currency code in large type too', () => {
    expect(amountHeading(Money.of('15000', 'ARS'), 'en').toString()).toBe(
      '<span class="figure">15,000.00</span> <span class="code">ARS</span>',
    );
  });

  it('uses smaller type for a long figure', () => {
    expect(amountHeading(Money.of('999999999999.99', 'ARS'), 'en').toString()).toContain('class="figure long"');
  });
});
