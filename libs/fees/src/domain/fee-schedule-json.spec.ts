import { ValidationError } from '@app/kernel';
import { NO_FEES } from './fee-schedule';
import { feeScheduleToJson, parseFeeSchedule } from './fee-schedule-json';

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
function problemsOf(json: unknown, known?: string[]): Readonly<Record<string, unknown>> | undefined {
  try {
    parseFeeSchedule(json, known);
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
  `('is refused naming $path for $json', ({ path, json }) => {
    const paths = Object.keys(problemsOf(json) ?? {});
    expect(paths.some((found) => found.startsWith(path))).toBe(true);
  });

  it('is refused with all its errors at once, in the message too', () => {
    const parse = () => parseFeeSchedule({ collection: { percentage: 'x' }, conversion: { percentage: '-1' } });
    expect(parse).toThrow(/collection\.percentage .*conversion\.percentage /);
  });

  it('may name any method when no known ones are given', () => {
    expect(problemsOf({ methods: { new_method: {} } })).toBeUndefined();
  });

  it('may not name an unknown method when known ones are given', () => {
    expect(problemsOf({ methods: { ars_qrr: {} } }, ['ars_qr'])).toHaveProperty(['methods.ars_qrr']);
  });
});
