import { Money } from './money';
import { readReportedAmount } from './reported-amount';

describe('a reported amount', () => {
  it('is money when the service has its currency and precision', () => {
    expect(readReportedAmount('15.50', 'ARS')).toEqual(Money.of('15.50', 'ARS'));
    expect(readReportedAmount('15.500', 'ARS')).toEqual(Money.of('15.50', 'ARS'));
  });

  it.each([
    ['15.501', 'ARS'],
    ['15.5', 'CLP'],
    ['15', 'XXX'],
    ['15', 'bitcoin'],
    [`1.${'0'.repeat(40)}1`, 'ARS'],
    ['9'.repeat(40), 'ARS'],
  ])('of %s %s is kept as text', (amount, currency) => {
    expect(readReportedAmount(amount, currency)).toEqual({ amount, currency });
  });

  it.each([
    ['0', 'ARS'],
    [`0.${'0'.repeat(40)}`, 'ARS'],
    ['-1', 'XXX'],
    ['1e3', 'XXX'],
    ['', 'ARS'],
    ['1', ''],
    ['1', 'a\0b'],
    ['1', 'X'.repeat(65)],
    [1, 'ARS'],
    ['1', ['ARS']],
  ])('is not %j of %j', (amount, currency) => {
    expect(readReportedAmount(amount, currency)).toBeUndefined();
  });
});
