import { decimal, Money, toCurrency } from '@app/kernel';
import { aCollection, aCollectionSetting } from '../testing/factories';
import { collectionFigures, effectiveRateOf, type CollectionFigures, type CollectionInput } from './collection';

const BRL = toCurrency('BRL');
const CLP = toCurrency('CLP');
const BOB = toCurrency('BOB');
const USD = toCurrency('USD');

/** BRL into an ARS wallet at 200 ARS a BRL. */
function inBrl(parts: Partial<CollectionInput>): CollectionFigures {
  return collectionFigures(aCollection({ payerCurrency: BRL, rate: decimal('200'), ...parts }));
}

const charge: Partial<CollectionInput> = { amountType: 'charge', declared: Money.of('500', 'BRL') };
const receive: Partial<CollectionInput> = { amountType: 'receive', declared: Money.of('100000', 'ARS') };

describe('a collection of', () => {
  it.each`
    what                                      | figures                                                      | payer             | gross          | conversion   | fee          | credited
    ${'15000 ARS'}                            | ${collectionFigures(aCollection())}                          | ${'15000.00 ARS'} | ${'15000.00'}  | ${'0.00'}    | ${'735.00'}  | ${'14265.00'}
    ${'15000 ARS, payer bears the fee'}       | ${collectionFigures(aCollection({ customerPaysFee: true }))} | ${'15735.00 ARS'} | ${'15000.00'}  | ${'0.00'}    | ${'735.00'}  | ${'15000.00'}
    ${'500 BRL charged'}                      | ${inBrl(charge)}                                             | ${'500.00 BRL'}   | ${'100000.00'} | ${'1000.00'} | ${'3200.00'} | ${'95800.00'}
    ${'500 BRL charged, payer bears the fee'} | ${inBrl({ ...charge, customerPaysFee: true })}               | ${'516.00 BRL'}   | ${'100000.00'} | ${'1000.00'} | ${'3200.00'} | ${'99000.00'}
    ${'100000 ARS received, paid in BRL'}     | ${inBrl(receive)}                                            | ${'505.00 BRL'}   | ${'100000.00'} | ${'1000.00'} | ${'3200.00'} | ${'96800.00'}
    ${'the same, payer bears the fee'}        | ${inBrl({ ...receive, customerPaysFee: true })}              | ${'521.00 BRL'}   | ${'100000.00'} | ${'1000.00'} | ${'3200.00'} | ${'100000.00'}
  `('$what: payer $payer, gross $gross, conversion $conversion, fee $fee, credited $credited', (row) => {
    const figures = row.figures as CollectionFigures;
    expect({
      payer: figures.payerAmount.toString(),
      gross: figures.gross.toFixed(),
      conversion: figures.conversionFee.toFixed(),
      fee: figures.collectionFee.toFixed(),
      credited: figures.credited.toFixed(),
    }).toEqual({
      payer: row.payer,
      gross: row.gross,
      conversion: row.conversion,
      fee: row.fee,
      credited: row.credited,
    });
  });

  it('50.00 USD at 1 % takes 0.50', () => {
    const figures = collectionFigures(
      aCollection({
        declared: Money.of('50.00', 'USD'),
        payerCurrency: USD,
        walletCurrency: USD,
        setting: aCollectionSetting({ percentage: '1', fixedUsd: '0' }),
        usdToWallet: null,
      }),
    );
    expect([figures.collectionFee.toFixed(), figures.credited.toFixed()]).toEqual(['0.50', '49.50']);
  });
});

describe('what the collection fee adds to the payer’s amount', () => {
  it.each`
    what                                      | figures                                                      | payerFee
    ${'15000 ARS'}                            | ${collectionFigures(aCollection())}                          | ${'0.00 ARS'}
    ${'15000 ARS, payer bears the fee'}       | ${collectionFigures(aCollection({ customerPaysFee: true }))} | ${'735.00 ARS'}
    ${'500 BRL charged'}                      | ${inBrl(charge)}                                             | ${'0.00 BRL'}
    ${'500 BRL charged, payer bears the fee'} | ${inBrl({ ...charge, customerPaysFee: true })}               | ${'16.00 BRL'}
    ${'100000 ARS received, paid in BRL'}     | ${inBrl(receive)}                                            | ${'0.00 BRL'}
    ${'the same, payer bears the fee'}        | ${inBrl({ ...receive, customerPaysFee: true })}              | ${'16.00 BRL'}
  `('is $payerFee for $what', ({ figures, payerFee }) => {
    expect((figures as CollectionFigures).payerFee.toString()).toBe(payerFee);
  });

  it('has no decimals in a currency without decimals', () => {
    const figures = collectionFigures(
      aCollection({ ...receive, payerCurrency: CLP, rate: decimal('1.05'), customerPaysFee: true }),
    );
    // 101000 / 1.05 is 96190.48, and 104200 / 1.05 is 99238.10.
    expect([figures.payerAmount, figures.payerFee].map(String)).toEqual(['99239 CLP', '3048 CLP']);
  });
});

describe('the collection fee', () => {
  it('shows its percentage and its fixed part separately', () => {
    const figures = collectionFigures(aCollection());
    expect([figures.percentageAmount, figures.fixedAmount, figures.fixedAmountUsd].map(String)).toEqual([
      '435.00 ARS',
      '300.00 ARS',
      '0.30 USD',
    ]);
  });

  it('is raised to the minimum; its parts stay as computed (rule 7.2)', () => {
    const figures = collectionFigures(aCollection({ setting: aCollectionSetting({ minimum: '800' }) }));
    expect(figures).toMatchObject({ boundedBy: 'minimum' });
    expect([figures.percentageAmount, figures.collectionFee, figures.credited].map(String)).toEqual([
      '435.00 ARS',
      '800.00 ARS',
      '14200.00 ARS',
    ]);
  });

  it('is lowered to the maximum of the sum of its parts (rule 7.2)', () => {
    const figures = collectionFigures(aCollection({ setting: aCollectionSetting({ maximum: '734.99' }) }));
    expect(figures.boundedBy).toBe('maximum');
    expect(figures.collectionFee.toFixed()).toBe('734.99');
  });

  it.each(['minimum', 'maximum'])('is not bounded when it equals its %s', (bound) => {
    const figures = collectionFigures(aCollection({ setting: aCollectionSetting({ [bound]: '735' }) }));
    expect(figures.boundedBy).toBeNull();
  });

  it('rounds its bounds to the digits of the wallet', () => {
    const figures = collectionFigures(
      aCollection({
        declared: Money.of('1000', 'CLP'),
        payerCurrency: CLP,
        walletCurrency: CLP,
        setting: aCollectionSetting({ percentage: '0', fixedUsd: '0', minimum: '10.5' }),
      }),
    );
    expect(figures.collectionFee.toString()).toBe('11 CLP');
  });

  it('rounds each part half-up separately', () => {
    const figures = collectionFigures(
      aCollection({
        declared: Money.of('1', 'ARS'),
        setting: aCollectionSetting({ percentage: '0.5', fixedUsd: '0.01' }),
        usdToWallet: decimal('0.5'),
      }),
    );
    expect([figures.percentageAmount, figures.fixedAmount, figures.collectionFee].map((m) => m.toFixed())).toEqual([
      '0.01',
      '0.01',
      '0.02',
    ]);
  });

  it('does not convert the fixed part for a USD wallet', () => {
    const figures = collectionFigures(
      aCollection({ declared: Money.of('10', 'USD'), payerCurrency: USD, walletCurrency: USD, usdToWallet: null }),
    );
    expect(figures.fixedAmount.toString()).toBe('0.30 USD');
  });

  it('that exceeds the amount is flagged, not thrown', () => {
    const figures = collectionFigures(aCollection({ declared: Money.of('300', 'ARS') }));
    expect(figures.feeExceedsAmount).toBe(true);
    expect(figures.credited.toFixed()).toBe('-8.70');
  });

  it('may take the whole amount', () => {
    const setting = aCollectionSetting({ percentage: '100', fixedUsd: '0' });
    const figures = collectionFigures(aCollection({ setting }));
    expect([figures.feeExceedsAmount, figures.credited.toFixed()]).toEqual([false, '0.00']);
  });
});

describe('a conversion', () => {
  it('charges the payer no extra minor unit when the rate is a quotient', () => {
    // 100000 ARS and 1 % at 1000 ARS and 6.9 BOB a dollar: 101000 × 6.9 / 1000 is 696.90 to the last digit.
    const figures = collectionFigures(
      aCollection({ ...receive, payerCurrency: BOB, rate: decimal('1000').div(decimal('6.9')) }),
    );
    expect(figures.payerAmount.toString()).toBe('696.90 BOB');
  });

  it('does not lose a half to a rate that is a quotient', () => {
    // 0.03 at 5/6 is 0.025, half a minor unit.
    const figures = inBrl({ ...charge, declared: Money.of('0.03', 'BRL'), rate: decimal('5').div(decimal('6')) });
    expect(figures.gross.toFixed()).toBe('0.03');
  });

  it('rounds the payer’s amount up', () => {
    const figures = inBrl({ ...receive, declared: Money.of('100000.01', 'ARS') });
    expect(figures.payerAmount.toFixed()).toBe('505.01');
  });

  it('rounds the fee that the payer adds up', () => {
    const figures = inBrl({ ...charge, declared: Money.of('500.01', 'BRL'), customerPaysFee: true });
    // 2900.06 + 300 = 3200.06; / 200 = 16.0003.
    expect(figures.payerAmount.toFixed()).toBe('516.02');
  });

  it('keeps the gain of rounding in the exchange position', () => {
    const figures = inBrl({ ...receive, declared: Money.of('100000.01', 'ARS') });
    expect(figures.exchangePosition?.payerSide.toString()).toBe('505.01 BRL');
    expect(figures.exchangePosition?.walletSide.toString()).toBe('-101000.01 ARS');
  });

  it('reports the rate, and the effective rate after deductions', () => {
    const figures = inBrl(charge);
    expect([figures.exchangeRate.toFixed(), effectiveRateOf(figures).toFixed()]).toEqual(['200', '191.6']);
  });

  it.each([
    [charge, 'merchant'],
    [receive, 'payer'],
  ])('charges its fee to the side that is not fixed (%#)', (parts, bearer) => {
    expect(inBrl({ ...parts, customerPaysFee: true }).conversionBorneBy).toBe(bearer);
  });

  it('is not made between equal currencies', () => {
    expect(collectionFigures(aCollection({ rate: decimal('7') }))).toMatchObject({
      exchangePosition: null,
      conversionBorneBy: null,
    });
  });
});

describe('invalid input', () => {
  it('a declared amount in the other currency is rejected', () => {
    expect(() => inBrl({ ...charge, amountType: 'receive' })).toThrow(TypeError);
  });

  it.each(['0', '-1'])('a declared amount of %s is rejected', (amount) => {
    expect(() => collectionFigures(aCollection({ declared: Money.of(amount, 'ARS') }))).toThrow(RangeError);
  });

  it.each([null, decimal('0'), decimal('-200')])('a rate of %s is rejected', (rate) => {
    expect(() => inBrl({ ...charge, rate })).toThrow(/rate from BRL to ARS/);
  });

  it('a fixed part without the dollar rate is rejected', () => {
    expect(() => collectionFigures(aCollection({ usdToWallet: null }))).toThrow(/rate from USD to ARS/);
  });

  it('no dollar rate is needed without a fixed part', () => {
    const setting = aCollectionSetting({ fixedUsd: '0' });
    expect(collectionFigures(aCollection({ setting, usdToWallet: null })).credited.toFixed()).toBe('14565.00');
  });
});
