import { decimal, DomainError, Money, newId, UnitOfWork, WrittenAmount } from '@app/kernel';
import { LedgerService } from '@app/ledger';
import { BOOKINGS, Cases, FactInbox } from '@app/rails';
import fc from 'fast-check';
import { CollectionSystem, type Merchant } from '../../../../../test/support/collection-system';
import { toReversalFact } from '../../disputes/application/reversal-facts';
import type { Refund } from '../domain/refund';
import { toRefundFact } from './refund-facts';
import { Refunds } from './refunds';

/** Of 500 BRL at 200: 100000 ARS in all. */
const PAID = 50_000;
const EXPECTED = [
  'REFUND_EXCEEDS_PAYMENT',
  'REFUND_NOT_POSSIBLE',
  'INSUFFICIENT_AVAILABLE_BALANCE',
  // Another member of staff was first, or the refund has changed since.
  'CASE_RESOLVED',
  'VALIDATION_FAILED',
];

type Step = { do: 'request' | 'made'; cents: number } | { do: 'complete' | 'fail' | 'resolve'; which: number };

const cents = fc.integer({ min: 1, max: 20_000 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('request' as const), cents }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('complete' as const), which: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('fail' as const), which: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('made' as const), cents }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('resolve' as const), which: fc.nat(9) }) },
);
/** The steps of a burst are taken at the same moment. */
const series = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 3, maxLength: 8 });

const brl = (amount: number) => Money.of((amount / 100).toFixed(2), 'BRL');
const sum = (amounts: readonly Money[], zero: Money) => amounts.reduce((all, amount) => all.plus(amount), zero);

describe('random refunds', () => {
  let system: CollectionSystem;

  beforeAll(async () => {
    system = await CollectionSystem.shared();
  });

  class Trial {
    readonly requested: Refund[] = [];

    private constructor(
      private readonly merchant: Merchant,
      private readonly payment: { id: string; reference: string },
    ) {}

    static async start(): Promise<Trial> {
      const merchant = await system.merchant();
      const link = await system.link(merchant, { currency: 'BRL', amount: '500', amountType: 'charge' });
      const order = await system.choose(link, 'brl_pix');
      await system.pay(order);
      return new Trial(merchant, { id: await system.paymentOf(link), reference: order.providerReference });
    }

    async take(step: Step): Promise<void> {
      try {
        if (step.do === 'resolve') await this.resolve(step.which);
        else if ('which' in step) await this.settle(step.which, step.do);
        else if (step.do === 'request') await this.request(brl(step.cents).toFixed());
        else await this.made(brl(step.cents));
      } catch (error) {
        if (!(error instanceof DomainError && EXPECTED.includes(error.code))) throw error;
      }
    }

    async request(amount?: string): Promise<void> {
      const refunder = system.refunder(this.merchant);
      const written = amount === undefined ? undefined : WrittenAmount.of(amount);
      this.requested.push(
        await system.get(Refunds).request(refunder, this.payment.id, { amount: written, reason: null }),
      );
    }

    async settle(which: number, outcome: 'complete' | 'fail'): Promise<void> {
      const refund = this.requested[which];
      if (!refund) return;
      const isPaid = outcome === 'complete';
      const fact = toRefundFact({
        provider: 'sandbox',
        id: newId(),
        type: isPaid ? 'refund.completed' : 'refund.failed',
        reference: refund.id,
        amount: isPaid ? refund.amount : null,
        providerReference: null,
        reason: null,
      });
      await system.get(FactInbox).take({ fact, body: '{}' });
    }

    /** Resolves a case and books what it offers, as staff do. */
    private async resolve(which: number): Promise<void> {
      const cases = system.get(Cases);
      const open = await cases.list({ status: 'open', accountId: this.merchant.account.id, limit: 100 });
      const chosen = open.filter(({ subject }) => subject.type === 'refund')[which];
      if (!chosen) return;
      const book = BOOKINGS.find((booking) => chosen.proposal === `book_${booking}`);
      await system.get(UnitOfWork).run((tx) => cases.resolve(tx, chosen.id, { reason: 'Case 118', book, by: 'ana' }));
    }

    /** A refund that was made at the provider. */
    private async made(amount: Money): Promise<void> {
      const { reference } = this.payment;
      const facts = { provider: 'sandbox', id: newId(), type: 'refund.made', reference, reason: null } as const;
      await system
        .get(FactInbox)
        .take({ fact: toReversalFact({ ...facts, providerReference: newId(), amount }), body: '{}' });
    }

    async seen() {
      const { items: refunds } = await system.get(Refunds).list(this.merchant.account.id, { limit: 100 });
      const { balances } = (await system.get(LedgerService).findWallet(this.merchant.wallet.id))!;
      return { refunds, balances };
    }
  }

  it('refunds in any order, with failures and at the same moment, add up exactly and never exceed the payment (rule 17.2)', async () => {
    const property = fc.asyncProperty(series, async (bursts) => {
      const trial = await Trial.start();
      for (const burst of bursts) await Promise.all(burst.map((one) => trial.take(one)));
      const before = await trial.seen();
      // Unless a refund at the provider took it, or staff booked one, no more than is available is ever reserved.
      const fromProvider = before.refunds.some((refund) => refund.origin === 'provider' || refund.correctedAt !== null);
      expect(fromProvider || !before.balances.available.isNegative()).toBe(true);
      await Promise.all(trial.requested.map((_refund, which) => trial.settle(which, 'complete')));

      const { refunds } = await trial.seen();
      const completed = refunds.filter(({ status }) => status === 'completed');
      const given = sum(
        completed.map(({ amount }) => amount),
        Money.zero('BRL'),
      );
      const taken = sum(
        completed.map(({ walletAmount }) => walletAmount),
        Money.zero('ARS'),
      );
      expect(given.isGreaterThan(brl(PAID))).toBe(false);
      // 200 ARS for each BRL, without a remainder.
      expect(taken.toFixed()).toBe(given.convert(decimal('200'), 'ARS', 'up').toFixed());
      await system.expectBooksBalanced();
    });
    await fc.assert(property, { numRuns: 12, endOnFailure: true });
  }, 120_000);
});
