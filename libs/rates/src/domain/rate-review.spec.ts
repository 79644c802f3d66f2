import { decimal } from '@app/kernel';
import { aStoredRate } from '../testing/factories';
import { reviewRates, type SourceRate } from './rate-review';

const NOW = new Date('2026-01-02T00:00:00.000Z');
const LATER = new Date('2026-01-03T00:00:00.000Z');
const YESTERDAY = new Date('2025-12-31T00:00:00.000Z');

function offered(value: string, parts: Partial<SourceRate> = {}): SourceRate {
  return { base: 'USD', quote: 'ARS', value, asOf: null, ...parts };
}

function review(rate: SourceRate, inForce = [aStoredRate('USD/ARS', '1000')]) {
  return reviewRates([rate], inForce, { maxJump: decimal('20'), now: NOW });
}

describe('a rate that a source offers', () => {
  it('is accepted with its exact value', () => {
    const { accepted, rejected } = review(offered('1000.123456789'), []);
    expect(accepted.map((rate) => rate.value.toFixed())).toEqual(['1000.123456789']);
    expect(rejected).toEqual([]);
  });

  it.each(['', 'abc', '1e3', 'NaN', 'Infinity', '-1', '0', '0.00', '1,5', ' 1', '0x10'])(
    'is rejected when it is %p, not a positive plain decimal',
    (value) => {
      expect(review(offered(value)).rejected).toMatchObject([{ reason: 'not_a_positive_number' }]);
    },
  );

  it.each(['1000000000000.1', '0.0000000000009'])('is rejected when it is out of range: %s', (value) => {
    expect(review(offered(value), []).rejected).toMatchObject([{ reason: 'out_of_range' }]);
  });

  it.each(['800', '1000', '1200'])('is accepted at %s, no more than 20 %% from 1000', (value) => {
    expect(review(offered(value)).accepted).toHaveLength(1);
  });

  it.each(['799.99', '1200.01', '100', '1000000'])('is rejected at %s, more than 20 %% from 1000', (value) => {
    expect(review(offered(value))).toEqual({
      accepted: [],
      rejected: [{ base: 'USD', quote: 'ARS', value, reason: 'jump', lastGood: '1000' }],
    });
  });

  it('is compared with the stored rate of either direction', () => {
    expect(review(offered('1300'), [aStoredRate('ARS/USD', '0.001')]).rejected).toHaveLength(1);
  });

  it('is compared with a rate of staff', () => {
    expect(review(offered('1500'), [aStoredRate('USD/ARS', '1450', { source: 'staff' })]).accepted).toHaveLength(1);
  });

  it('is not compared with the built-in table', () => {
    expect(review(offered('1500'), [aStoredRate('USD/ARS', '1000', { source: 'fixed' })]).accepted).toHaveLength(1);
  });

  it('is skipped when it is older than the stored one', () => {
    expect(review(offered('1001', { asOf: YESTERDAY }))).toEqual({ accepted: [], rejected: [] });
  });

  it.each([
    [null, null],
    [LATER, null],
    [new Date('2026-01-01T12:00:00.000Z'), new Date('2026-01-01T12:00:00.000Z')],
  ])('dated %s is stored as of %s (null: the moment of storing)', (asOf, stored) => {
    expect(review(offered('1001', { asOf })).accepted).toMatchObject([{ asOf: stored }]);
  });

  it.each([{ quote: 'XAU' }, { quote: 'constructor' }, { quote: 'USD' }, { base: 'usd' }])(
    'is skipped when its pair is unknown: %p',
    (pair) => {
      expect(review(offered('5', pair))).toEqual({ accepted: [], rejected: [] });
    },
  );

  it('is accepted although another one is rejected', () => {
    const { accepted, rejected } = reviewRates([offered('x'), offered('5', { quote: 'BRL' })], [], {
      maxJump: decimal('20'),
      now: NOW,
    });
    expect([accepted.map((rate) => rate.quote), rejected.map((rate) => rate.quote)]).toEqual([['BRL'], ['ARS']]);
  });
});
