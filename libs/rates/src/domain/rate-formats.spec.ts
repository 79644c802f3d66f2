import { RateSourceError } from './errors';
import { readRates, type RateFormat } from './rate-formats';

// 2026-11-27 is a Friday: the second weekday after it is Tuesday, December 1, which ends last in UTC-12.
const UNTIL = new Date('2026-12-02T12:00:00Z');

const BODIES: Readonly<Record<Exclude<RateFormat, 'dlocal'>, string>> = {
  native: '{"base":"USD","rates":{"USD":1,"ARS":1400.5,"BRL":5.31},"as_of":"2026-11-27"}',
  frankfurter:
    '[{"date":"2026-11-27","base":"USD","quote":"ARS","rate":1400.5},{"date":"2026-11-27","base":"USD","quote":"BRL","rate":5.31}]',
  openexchangerates: '{"timestamp":1795784400,"base":"USD","rates":{"ARS":1400.5,"BRL":5.31,"USD":1}}',
  'er-api':
    '{"result":"success","time_last_update_unix":1795737751,"base_code":"USD","rates":{"USD":1,"ARS":1400.5,"BRL":5.31}}',
};

describe('the rates of a market source', () => {
  it.each(Object.entries(BODIES) as [RateFormat, string][])('are read in the format %s', (format, body) => {
    expect(readRates(format, body)).toMatchObject([
      { base: 'USD', quote: 'ARS', value: '1400.5' },
      { base: 'USD', quote: 'BRL', value: '5.31' },
    ]);
  });

  it('are read one by one in the format dlocal, undated and with every digit', () => {
    expect(readRates('dlocal', '{"from":"USD","to":"BRL","rate":5.3123456789012345678}')).toEqual([
      { base: 'USD', quote: 'BRL', value: '5.3123456789012345678', asOf: null, validUntil: null },
    ]);
  });

  it.each<[keyof typeof BODIES, string, Date | null]>([
    ['native', '2026-11-27T00:00:00Z', UNTIL],
    ['frankfurter', '2026-11-27T00:00:00Z', UNTIL],
    ['openexchangerates', '2026-11-27T13:00:00Z', null],
    ['er-api', '2026-11-27T00:02:31Z', UNTIL],
  ])('in the format %s are dated %s and hold until %s', (format, asOf, validUntil) => {
    for (const rate of readRates(format, BODIES[format]))
      expect(rate).toMatchObject({ asOf: new Date(asOf), validUntil });
  });

  it('keep every digit that the source wrote', () => {
    const body = '{"base":"USD","rates":{"ARS":1400.123456789012345678}}';
    expect(readRates('native', body)[0]?.value).toBe('1400.123456789012345678');
  });

  it.each<[string, RateFormat, string]>([
    ['another base', 'native', '{"base":"EUR","rates":{"ARS":1}}'],
    ['another base', 'frankfurter', '[{"date":"2026-11-27","base":"EUR","quote":"ARS","rate":1}]'],
    ['another base', 'openexchangerates', '{"timestamp":1795784400,"base":"EUR","rates":{"ARS":1}}'],
    ['another base', 'er-api', '{"result":"success","time_last_update_unix":1795737751,"base_code":"EUR","rates":{}}'],
    ['another base', 'dlocal', '{"from":"EUR","to":"BRL","rate":5.31}'],
    ['no quote', 'dlocal', '{"from":"USD","rate":5.31}'],
    ['a list instead of an object', 'dlocal', '[]'],
    ['a failure', 'er-api', '{"result":"error","error-type":"quota-reached"}'],
    ['no date', 'frankfurter', '[{"base":"USD","quote":"ARS","rate":1}]'],
    ['no date', 'openexchangerates', '{"base":"USD","rates":{"ARS":1}}'],
    ['a date that is none', 'native', '{"base":"USD","rates":{"ARS":1},"as_of":"soon"}'],
    ['no rates', 'native', '{"base":"USD"}'],
    ['no quote', 'frankfurter', '[{"date":"2026-11-27","base":"USD","rate":1}]'],
    ['an object instead of a list', 'frankfurter', '{}'],
    ['a list instead of an object', 'er-api', '[]'],
    ['one currency twice', 'native', '{"base":"USD","rates":{"ARS":1,"ARS":2}}'],
    ['no JSON', 'native', '<html>'],
  ])('with %s are an error of the source (%s)', (_what, format, body) => {
    expect(() => readRates(format, body)).toThrow(RateSourceError);
  });
});
