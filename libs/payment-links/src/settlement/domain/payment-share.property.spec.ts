import { decimal, Money, toCurrency } from '@app/kernel';
import fc from 'fast-check';
import type { CollectionTerms } from '../../links/domain/collection-terms';
import { fitsBeside, inWallet, keptPart, leftOf, takePart, type Share } from './payment-share';

type Kind = 'refund' | 'dispute';

interface Part extends Share {
  readonly kind: Kind;
  readonly isOpen: boolean;
}

type Step =
  | { do: 'take'; kind: Kind; units: number }
  | { do: 'request'; units: number }
  | { do: 'complete' | 'fail'; which: number }
  | { do: 'give back'; which: number; units: number };

const units = fc.integer({ min: 1, max: 600 });
const which = fc.nat(6);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('take' as const), kind: fc.constantFrom<Kind>('refund', 'dispute'), units }),
  fc.record({ do: fc.constant('request' as const), units }),
  fc.record({ do: fc.constantFrom('complete' as const, 'fail' as const), which }),
  fc.record({ do: fc.constant('give back' as const), which, units }),
);
/** Also rates at which many parts together are worth one unit of the wallet. */
const rates = fc
  .tuple(fc.integer({ min: 1, max: 10 ** 6 }), fc.constantFrom('1', '1000', '1000000', '100000000'))
  .map(([a, b]) => decimal(String(a)).div(b).toFixed());

const brl = (cents: number) => Money.of(decimal(String(cents)).div('100').toFixed(), 'BRL');

/** Parts of one payment as refunds and disputes take them and give them back. */
class Payment {
  parts: Part[] = [];

  constructor(readonly terms: CollectionTerms) {}

  take(action: Step): void {
    switch (action.do) {
      case 'take':
        return this.add(takePart(this.terms, this.taken(), brl(action.units)).part, action.kind, false);
      case 'request':
        return this.request(brl(action.units));
      case 'complete':
      case 'fail':
        return this.settle(this.parts.filter(({ isOpen }) => isOpen)[action.which], action.do);
      case 'give back':
        return this.giveBack(
          this.parts.filter(({ kind, isOpen }) => kind === 'dispute' && !isOpen)[action.which],
          action,
        );
    }
  }

  taken(except?: Part) {
    const others = this.parts.filter((part) => part !== except);
    return { gone: others.filter(({ isOpen }) => !isOpen), open: others.filter(({ isOpen }) => isOpen) };
  }

  private add({ amount, walletAmount }: Share, kind: Kind, isOpen: boolean): void {
    if (amount.isPositive()) this.parts.push({ kind, isOpen, amount, walletAmount });
  }

  private request(amount: Money): void {
    const { part, beyond } = takePart(this.terms, { gone: this.parts, open: [] }, amount);
    if (!beyond.isPositive()) this.add(part, 'refund', true);
  }

  private settle(part: Part | undefined, outcome: 'complete' | 'fail'): void {
    if (!part || (outcome === 'complete' && !fitsBeside(this.terms, this.taken(part).gone, part))) return;
    this.parts = this.parts.filter((each) => each !== part);
    if (outcome === 'complete') this.add(part, 'refund', false);
  }

  private giveBack(part: Part | undefined, { units: asked }: { units: number }): void {
    if (!part) return;
    const back = brl(asked).isGreaterThan(part.amount) ? part.amount : brl(asked);
    const kept = keptPart(this.terms, this.taken(part), part, back);
    expect(kept.walletAmount.isNegative() || kept.walletAmount.isGreaterThan(part.walletAmount)).toBe(false);
    this.parts = this.parts.filter((each) => each !== part);
    this.add(kept, 'dispute', false);
  }
}

describe('the parts of a payment', () => {
  it('never add up to more than the whole, and to exactly the whole when nothing is left (rule 17.19)', () => {
    const property = fc.property(units, rates, fc.array(step, { maxLength: 30 }), (paid, rate, steps) => {
      const payment = new Payment({
        payerAmount: brl(paid),
        exchangeRate: rate,
        currency: toCurrency('ARS'),
      } as CollectionTerms);
      const whole = inWallet(payment.terms, payment.terms.payerAmount);
      for (const action of [...steps, { do: 'take', kind: 'dispute', units: paid } as const]) {
        payment.take(action);
        const { gone } = payment.taken();
        const left = leftOf(payment.terms, gone);
        const worth = gone.reduce((sum, { walletAmount }) => sum.plus(walletAmount), Money.zero('ARS'));
        expect([left.isNegative(), worth.isGreaterThan(whole)]).toEqual([false, false]);
        if (left.isZero()) expect(worth.toFixed()).toBe(whole.toFixed());
      }
      expect(leftOf(payment.terms, payment.taken().gone).toFixed()).toBe('0.00');
    });
    fc.assert(property, { numRuns: 3_000 });
  });

  it('are worth their own amount where nothing is converted', () => {
    const terms = { payerAmount: brl(500), exchangeRate: null, currency: toCurrency('BRL') } as CollectionTerms;
    const { part, beyond } = takePart(terms, { gone: [], open: [] }, brl(700));
    expect([part.amount, part.walletAmount, beyond].map(String)).toEqual(['5.00 BRL', '5.00 BRL', '2.00 BRL']);
  });

  it('are worth what is left of the whole for the part that takes the rest', () => {
    const terms = { payerAmount: brl(300), exchangeRate: '0.005', currency: toCurrency('ARS') } as CollectionTerms;
    const first = takePart(terms, { gone: [], open: [] }, brl(100)).part;
    const second = takePart(terms, { gone: [first], open: [] }, brl(100)).part;
    const third = takePart(terms, { gone: [first, second], open: [] }, brl(100)).part;
    expect([first, second, third].map(({ walletAmount }) => walletAmount.toFixed())).toEqual(['0.01', '0.01', '0.00']);
  });
});
