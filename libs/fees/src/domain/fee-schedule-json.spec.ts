import { toCurrency, ValidationError } from '@app/kernel';
import { NO_FEES } from './fee-schedule';
import { feeScheduleToJson, parseFeeSchedule, type ScheduleLimits } from './fee-schedule-json';

const FULL = {
  collection: { percentage: '2.9', fixed_usd: '0.30', minimum: '10', maximum: '5000.5' },
  methods: { ars_qr: { percentage: '0.8', fixed_usd: '0.00', minimum: null, maximum: null } },
  usd_collection: { percentage: '1', fixed_usd: '0.00', minimum: null, maximum: null },
  cards: { percentage: '4.25', fixed_usd: '0.50', minimum: null, maximum: null },
  conversion: { percentage: '1' },
  payout: { percentage: '1', fixed: '0', minimum: '100', maximum: null },
  instant_payout: { percentage: '0.5' },
  outflow_tax: { percentage: '0.6' },
};

/** The problems about a document, by path. */
function problemsOf(json: unknown, limits?: ScheduleLimits): Readonly<Record<string, unknown>> | undefined {
  try {
    parseFeeSchedule(json, limits);
  } catch (error) {
    if (error instanceof ValidationError) return error.details.errors;
    throw error;
  }
  return undefined;
}

describe('a fee schedule in JSON', () => {
  it('is written as it was read', () => {
    expect(feeScheduleToJson(parseFeeSchedule(FULL))).toEqual(FULL);
  });

  it('that is empty means no fees', () => {
    expect(parseFeeSchedule({})).toEqual(NO_FEES);
  });

  it('may omit parts with null', () => {
    const nulls = { collection: null, methods: null, usd_collection: null, cards: null, payout: { fixed: null } };
    expect(parseFeeSchedule(nulls)).toEqual(NO_FEES);
  });

  it('that sets a method to null applies the general setting to it', () => {
    expect(parseFeeSchedule({ methods: { ars_qr: null } }).methods.size).toBe(0);
  });

  it('may have amounts as JSON numbers', () => {
    const schedule = parseFeeSchedule({ collection: { fixed_usd: 0.3, minimum: 100 } });
    expect([schedule.collection.fixedUsd.toFixed(), schedule.collection.minimum?.toFixed()]).toEqual(['0.30', '100']);
  });

  it.each`
    path                           | json
    ${'schedule'}                  | ${[]}
    ${'schedule'}                  | ${null}
    ${'schedule'}                  | ${'{}'}
    ${'colection'}                 | ${{ colection: {} }}
    ${'collection'}                | ${{ collection: '2.9' }}
    ${'collection.percent'}        | ${{ collection: { percent: '2.9' } }}
    ${'collection.fixed'}          | ${{ collection: { fixed: '1' } }}
    ${'collection.percentage'}     | ${{ collection: { percentage: 2.9 } }}
    ${'collection.percentage'}     | ${{ collection: { percentage: '100.01' } }}
    ${'collection.percentage'}     | ${{ collection: { percentage: '-1' } }}
    ${'collection.percentage'}     | ${{ collection: { percentage: '2.9%' } }}
    ${'collection.percentage'}     | ${{ collection: { percentage: '' } }}
    ${'collection.percentage'}     | ${{ collection: { percentage: '1e1' } }}
    ${'collection.fixed_usd'}      | ${{ collection: { fixed_usd: '-0.30' } }}
    ${'collection.fixed_usd'}      | ${{ collection: { fixed_usd: '0.305' } }}
    ${'collection.minimum'}        | ${{ collection: { minimum: '11', maximum: '10' } }}
    ${'collection.maximum'}        | ${{ collection: { maximum: true } }}
    ${'collection.maximum'}        | ${{ collection: { maximum: 1e30 } }}
    ${'methods'}                   | ${{ methods: [] }}
    ${'methods.ARS QR'}            | ${{ methods: { 'ARS QR': {} } }}
    ${'methods.__proto__'}         | ${JSON.parse('{"methods":{"__proto__":{}}}')}
    ${'methods.ars_qr.percentage'} | ${{ methods: { ars_qr: { percentage: 'x' } } }}
    ${'usd_collection.percentage'} | ${{ usd_collection: { percentage: 'x' } }}
    ${'cards.minimum'}             | ${{ cards: { minimum: '-1' } }}
    ${'conversion.fixed'}          | ${{ conversion: { fixed: '1' } }}
    ${'payout.fixed_usd'}          | ${{ payout: { fixed_usd: '1' } }}
    ${'payout.fixed'}              | ${{ payout: { fixed: 'x' } }}
    ${'instant_payout.fixed'}      | ${{ instant_payout: { fixed: '1' } }}
    ${'outflow_tax.percentage'}    | ${{ outflow_tax: { percentage: '101' } }}
    ${'__proto__'}                 | ${JSON.parse('{"__proto__":{}}')}
  `('is rejected naming $path for $json', ({ path, json }) => {
    const paths = Object.keys(problemsOf(json) ?? {});
    expect(paths.some((found) => found.startsWith(path))).toBe(true);
  });

  it('is rejected with all its errors at once, in the message too', () => {
    const parse = () => parseFeeSchedule({ collection: { percentage: 'x' }, conversion: { percentage: '-1' } });
    expect(parse).toThrow(/collection\.percentage .*conversion\.percentage /);
  });

  it('may name any method when no known ones are given', () => {
    expect(problemsOf({ methods: { new_method: {} } })).toBeUndefined();
  });

  it('may not name an unknown method when known ones are given', () => {
    expect(problemsOf({ methods: { ars_qrr: {} } }, { methods: ['ars_qr'] })).toHaveProperty(['methods.ars_qrr']);
  });

  it('rejects amounts in text with more decimals than their currency has, zeros or not', () => {
    const part = { minimum: '15.000', maximum: '2000.0' };
    const schedule = {
      collection: part,
      usd_collection: { minimum: '1.00', maximum: '2.000' },
      payout: { fixed: '5.00' },
    };
    const problems = problemsOf(schedule, { localCurrency: toCurrency('CLP') });
    expect(Object.keys(problems ?? {})).toEqual([
      'collection.minimum',
      'collection.maximum',
      'usd_collection.maximum',
      'payout.fixed',
    ]);
    expect(problemsOf({ payout: { fixed: '15.000' } }, { localCurrency: toCurrency('ARS') })).toEqual({
      'payout.fixed': ['has more decimals than ARS has: write at most 2, such as 1500.00'],
    });
  });

  it('takes numbers of JSON, percentages and fixed_usd as they are', () => {
    const collection = { percentage: '2.900', fixed_usd: '0.300', minimum: 15.0 };
    expect(problemsOf({ collection }, { localCurrency: toCurrency('CLP') })).toBeUndefined();
  });
});
