import { decimal, toCurrency } from '@app/kernel';
import { Rate } from './rate';

const USD = toCurrency('USD');
const ARS = toCurrency('ARS');
const NOW = new Date('2026-01-01T00:00:00.000Z');

describe('a rate on the wire', () => {
  it.each`
    value                                  | text
    ${'200'}                               | ${'200'}
    ${'200.00'}                            | ${'200'}
    ${'0.001'}                             | ${'0.001'}
    ${'6.9'}                               | ${'6.9'}
    ${'55.555555555555555555555555555556'} | ${'55.5555555556'}
    ${'0.144927536231884057971014492754'}  | ${'0.1449275362'}
    ${'0.000123456789012345'}              | ${'0.000123456789'}
    ${'0.000000000001'}                    | ${'0.000000000001'}
    ${'1000000000000'}                     | ${'1000000000000'}
    ${'0.99999999999'}                     | ${'1'}
  `('shows $value as $text', ({ value, text }) => {
    expect(new Rate(USD, ARS, decimal(value), NOW).toWire()).toBe(text);
  });
});

it('the rate of a currency to itself is exactly one', () => {
  expect(Rate.identity(USD, NOW)).toEqual(new Rate(USD, USD, decimal('1'), NOW));
});

describe('a rate is usable', () => {
  const later = (ms: number) => new Date(NOW.getTime() + ms);

  it('until it has reached the greatest age', () => {
    const rate = new Rate(USD, ARS, decimal('1000'), NOW);
    expect([5_000, 5_001].map((ms) => rate.isUsable(later(ms), 5_000))).toEqual([true, false]);
  });

  it('until the end of its validity, whatever its age (rule 8.6)', () => {
    const rate = Rate.of(USD, ARS, decimal('1000'), [{ asOf: NOW, validUntil: later(9_000) }]);
    expect([9_000, 9_001].map((ms) => rate.isUsable(later(ms), 1))).toEqual([true, false]);
  });

  it('while all rates that it was computed from are', () => {
    const rate = Rate.of(USD, ARS, decimal('1000'), [
      { asOf: NOW, validUntil: later(9_000) },
      { asOf: later(1_000), validUntil: null },
    ]);
    expect([6_000, 6_001].map((ms) => rate.isUsable(later(ms), 5_000))).toEqual([true, false]);
    expect(rate.asOf).toEqual(NOW);
  });
});
