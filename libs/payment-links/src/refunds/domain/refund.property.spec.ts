import { decimal, Money, newId, toCurrency } from '@app/kernel';
import fc from 'fast-check';
import type { CollectionTerms } from '../../links/domain/collection-terms';
import { leftOf, walletShare } from '../../settlement/domain/payment-share';
import { taking, type Refund } from './refund';

const part = (amount: string, walletAmount: string, status: Refund['status'] = 'completed') =>
  ({
    id: newId(),
    status,
    amount: Money.of(amount, 'BRL'),
    walletAmount: Money.of(walletAmount, 'ARS'),
  }) as Refund;

const terms = (payer: string, rate: string | null, wallet = 'ARS') =>
  ({
    payerAmount: Money.of(payer, 'BRL'),
    exchangeRate: rate,
    currency: toCurrency(rate === null ? 'BRL' : wallet),
  }) as CollectionTerms;

describe('the wallet’s share of a refund', () => {
  it('is the amount at the payment’s rate, and what is left for the refund that takes the rest', () => {
    const paid = terms('516.00', '200');
    const first = walletShare(paid, [], Money.of('100', 'BRL'));
    const refunds = [part('100', '20000')];

    expect(first.toFixed()).toBe('20000.00');
    expect(leftOf(paid, refunds).toFixed()).toBe('416.00');
    expect(walletShare(paid, refunds, Money.of('416', 'BRL')).toFixed()).toBe('83200.00');
  });

  it('is rounded up', () => {
    expect(walletShare(terms('10.00', '0.333'), [], Money.of('1', 'BRL')).toFixed()).toBe('0.34');
  });

  it('is all that is left for the part that takes the rest, also where others took less than their rate (rule 17.2)', () => {
    const paid = terms('10.00', '0.333');
    const refunds = [part('9', '2.90')];
    expect(walletShare(paid, refunds, Money.of('1', 'BRL')).toFixed()).toBe('0.43');
    expect(walletShare(paid, refunds, Money.of('0.99', 'BRL')).toFixed()).toBe('0.33');
  });

  it('is the amount itself where nothing was converted', () => {
    expect(walletShare(terms('10.00', null), [], Money.of('2.50', 'BRL')).toString()).toBe('2.50 BRL');
  });

  it('is not reduced by a refund that failed', () => {
    const paid = terms('516.00', '200');
    expect(leftOf(paid, taking([part('500', '100000', 'failed')])).toFixed()).toBe('516.00');
  });

  const cents = fc.integer({ min: 1, max: 5_000 });
  const rates = fc.integer({ min: 1, max: 10 ** 9 }).map((units) => decimal(String(units)).div('100000').toFixed());

  it('adds up to the whole figure over any partial refunds that take the payment, whatever failed between', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(cents, fc.boolean()), { minLength: 1, maxLength: 20 }), rates, (parts, rate) => {
        const taken = parts.filter(([, fails]) => !fails);
        fc.pre(taken.length > 0);
        const total = taken.reduce((sum, [units]) => sum + units, 0);
        const text = (units: number) => decimal(String(units)).div('100').toFixed();
        const paid = terms(text(total), rate);
        const whole = paid.payerAmount.convert(decimal(rate), 'ARS', 'up');
        const refunds: Refund[] = [];
        for (const [units, fails] of parts) {
          const amount = Money.of(text(units), 'BRL');
          if (amount.isGreaterThan(leftOf(paid, taking(refunds)))) continue;
          const share = walletShare(paid, taking(refunds), amount);
          expect(share.isNegative()).toBe(false);
          refunds.push(part(text(units), share.toFixed(), fails ? 'failed' : 'completed'));
        }
        const last = leftOf(paid, taking(refunds));
        if (last.isPositive()) refunds.push(part(last.toFixed(), walletShare(paid, taking(refunds), last).toFixed()));

        const live = taking(refunds);
        const sum = live.reduce((all, { walletAmount }) => all.plus(walletAmount), Money.zero('ARS'));
        expect(sum.toFixed()).toBe(whole.toFixed());
      }),
    );
  });
});
