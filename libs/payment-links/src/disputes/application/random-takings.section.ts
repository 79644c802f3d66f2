import { Money, newId, WrittenAmount, DomainError } from '@app/kernel';
import { LedgerService } from '@app/ledger';
import { FactInbox, type Fact } from '@app/rails';
import fc from 'fast-check';
import { CollectionSystem, type Merchant } from '../../../../../test/support/collection-system';
import { toRefundFact } from '../../refunds/application/refund-facts';
import { Refunds } from '../../refunds/application/refunds';
import type { Refund } from '../../refunds/domain/refund';
import { toReversalFact, type ReversalFactType } from './reversal-facts';

/** 3000 CLP are worth 3157.90 ARS: parts of them have to be rounded. */
const PAID = '3000';
const WHOLE = Money.of('3157.90', 'ARS');
const EXPECTED = ['REFUND_EXCEEDS_PAYMENT', 'REFUND_NOT_POSSIBLE', 'INSUFFICIENT_AVAILABLE_BALANCE'];

type Step =
  | { do: 'request'; units: number }
  | { do: 'refund.completed' | 'refund.failed'; which: number }
  | { do: ReversalFactType; name: number; units: number };

const units = fc.integer({ min: 1, max: 2_000 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('request' as const), units }),
  fc.record({ do: fc.constantFrom('refund.completed' as const, 'refund.failed' as const), which: fc.nat(3) }),
  fc.record({
    do: fc.constantFrom<ReversalFactType>(
      'refund.made',
      'dispute.opened',
      'dispute.lost',
      'dispute.won',
      'dispute.adjusted',
    ),
    name: fc.nat(3),
    units,
  }),
);
/** The steps of a burst are taken at the same moment. */
const series = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 3, maxLength: 8 });

const clp = (amount: number) => Money.of(String(amount), 'CLP');

describe('random takings', () => {
  let system: CollectionSystem;

  beforeAll(async () => {
    system = await CollectionSystem.shared();
  });

  class Trial {
    private readonly requested: Refund[] = [];

    private constructor(
      private readonly merchant: Merchant,
      readonly payment: { id: string; reference: string },
    ) {}

    static async start(): Promise<Trial> {
      const merchant = await system.merchant();
      const link = await system.link(merchant, { currency: 'CLP', amount: PAID, amountType: 'charge' });
      const order = await system.choose(link, 'clp_webpay');
      await system.pay(order);
      return new Trial(merchant, { id: await system.paymentOf(link), reference: order.providerReference });
    }

    async take(action: Step): Promise<void> {
      try {
        if (action.do === 'request') await this.request(action.units);
        else if ('which' in action) await this.settle(action);
        else await this.reverse(action);
      } catch (error) {
        if (!(error instanceof DomainError && EXPECTED.includes(error.code))) throw error;
      }
    }

    /** What was taken of the wallet so far, all fees aside. */
    async taken(): Promise<Money> {
      const wallet = await system.get(LedgerService).findWallet(this.merchant.wallet.id);
      const sql = 'SELECT credited_amount FROM received_payments WHERE id = $1';
      const [row] = await system.query<{ credited_amount: string }>(sql, [this.payment.id]);
      return Money.of(row!.credited_amount, 'ARS').minus(wallet!.balances.balance);
    }

    private async request(amount: number): Promise<void> {
      const refunder = system.refunder(this.merchant);
      const request = { amount: WrittenAmount.of(String(amount)), reason: null };
      this.requested.push(await system.get(Refunds).request(refunder, this.payment.id, request));
    }

    private async settle({
      do: type,
      which,
    }: {
      do: 'refund.completed' | 'refund.failed';
      which: number;
    }): Promise<void> {
      const refund = this.requested[which];
      if (!refund) return;
      const amount = type === 'refund.completed' ? refund.amount : null;
      const about = { provider: 'sandbox', id: newId(), reference: refund.id, providerReference: null, reason: null };
      await this.receive(toRefundFact({ ...about, type, amount }));
    }

    private async reverse({ do: type, name, units: amount }: { do: ReversalFactType; name: number; units: number }) {
      const about = { provider: 'sandbox', id: newId(), reference: this.payment.reference, reason: null };
      const providerReference = `${this.payment.id} ${type.split('.', 1)[0]} ${name}`;
      await this.receive(toReversalFact({ ...about, type, providerReference, amount: clp(amount) }));
    }

    private async receive(fact: Fact): Promise<void> {
      await system.get(FactInbox).take({ fact, body: '{}' });
    }
  }

  it('of refunds and disputes in any order never take more than the payment, and all of it in the end (rule 17.19)', async () => {
    const property = fc.asyncProperty(series, async (bursts) => {
      const trial = await Trial.start();
      for (const burst of bursts) {
        await Promise.all(burst.map((one) => trial.take(one)));
        expect((await trial.taken()).isGreaterThan(WHOLE)).toBe(false);
      }
      await trial.take({ do: 'dispute.opened', name: 9, units: Number(PAID) });
      expect((await trial.taken()).toString()).toBe(WHOLE.toString());
      await system.expectBooksBalanced();
    });
    await fc.assert(property, { numRuns: 15, endOnFailure: true });
  }, 120_000);
});
