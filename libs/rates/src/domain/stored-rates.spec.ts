import { toCurrency } from '@app/kernel';
import { aStoredRate } from '../testing/factories';
import { StoredRates } from './stored-rates';

function find(stored: ReturnType<typeof aStoredRate>[], pair: string) {
  const [base = '', quote = ''] = pair.split('/');
  return new StoredRates(stored).find(toCurrency(base), toCurrency(quote));
}

describe('the rate between two currencies', () => {
  it.each`
    how                                   | stored                                                                                          | pair         | value
    ${'the stored one'}                   | ${[aStoredRate('USD/ARS', '1000')]}                                                             | ${'USD/ARS'} | ${'1000'}
    ${'the inverse of the stored one'}    | ${[aStoredRate('USD/ARS', '1000')]}                                                             | ${'ARS/USD'} | ${'0.001'}
    ${'crossed, both stored from USD'}    | ${[aStoredRate('USD/ARS', '1000'), aStoredRate('USD/BRL', '5')]}                                | ${'BRL/ARS'} | ${'200'}
    ${'crossed, one stored to USD'}       | ${[aStoredRate('USD/ARS', '1000'), aStoredRate('BRL/USD', '0.2')]}                              | ${'BRL/ARS'} | ${'200'}
    ${'crossed, both stored to USD'}      | ${[aStoredRate('ARS/USD', '0.001'), aStoredRate('BRL/USD', '0.2')]}                             | ${'BRL/ARS'} | ${'200'}
    ${'crossed, divided once'}            | ${[aStoredRate('USD/BOB', '6.9'), aStoredRate('USD/MXN', '18')]}                                | ${'MXN/BOB'} | ${'0.383333333333333333333333333333'}
    ${'the stored one before a crossing'} | ${[aStoredRate('USD/ARS', '1000'), aStoredRate('USD/BRL', '5'), aStoredRate('BRL/ARS', '210')]} | ${'BRL/ARS'} | ${'210'}
  `('is $how', ({ stored, pair, value }) => {
    expect(find(stored, pair)?.value.toFixed()).toBe(value);
  });

  it('has the requested base and quote', () => {
    expect(find([aStoredRate('USD/ARS', '1000')], 'ARS/USD')).toMatchObject({ base: 'ARS', quote: 'USD' });
  });

  it.each(['older', 'newer'])('is as old as the older leg of a cross rate (the first leg being %s)', (first) => {
    const [old, young] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-01-01T01:00:00Z')];
    const stored = [
      aStoredRate('USD/BRL', '5', { asOf: first === 'older' ? old : young }),
      aStoredRate('USD/ARS', '1000', { asOf: first === 'older' ? young : old }),
    ];
    expect(find(stored, 'BRL/ARS')?.asOf).toEqual(old);
  });

  it('is the stored one even if a cross rate would be newer', () => {
    const old = new Date('2020-01-01T00:00:00Z');
    const stored = [
      aStoredRate('USD/ARS', '1000'),
      aStoredRate('USD/BRL', '5'),
      aStoredRate('ARS/BRL', '0.005', { asOf: old }),
    ];
    expect(find(stored, 'BRL/ARS')?.asOf).toEqual(old);
  });

  it.each(['ARS/BRL', 'USD/BRL', 'EUR/COP'])('is undefined when nothing connects them (%s)', (pair) => {
    expect(find([aStoredRate('USD/ARS', '1000')], pair)).toBeUndefined();
  });

  it('is undefined when the stored one is not positive', () => {
    expect(find([aStoredRate('USD/ARS', '0')], 'USD/ARS')).toBeUndefined();
  });
});
