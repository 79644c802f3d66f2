import type { DomainError, Tx } from '@app/kernel';
import {
  Cases,
  distinctSubjects,
  FactHandler,
  ForeignSubjectError,
  type Fact,
  type SettledFact,
  type StoredFact,
  type Subject,
  type CaseKind,
  type FactCase,
} from '@app/rails';
import { Injectable } from '@nestjs/common';
import { CreditedPayments } from '../../settlement/application/ports';
import { OrderNotFoundError } from '../../settlement/domain/errors';
import type { ReceivedPayment } from '../../settlement/domain/received-payment';
import { readReversalFact, REVERSAL, REVERSAL_FACT_TYPES, type ReversalFact } from './reversal-facts';
import { ReversalPostings } from './reversal-postings';
import type { OpenQuestion, ReversalSteps } from './reversal-steps';

/** Settles refunds and disputes that began at the provider of a payment. */
@Injectable()
export class ReversalSettlement extends FactHandler {
  readonly kind = REVERSAL;

  constructor(
    private readonly payments: CreditedPayments,
    private readonly postings: ReversalPostings,
    private readonly cases: Cases,
  ) {
    super();
  }

  async recognize(facts: readonly Fact[]): Promise<boolean[]> {
    return (await this.payments.idsOf(facts)).map((id) => id !== undefined);
  }

  /** It may arrive before the payment that it takes back. */
  override awaitsSubject(): boolean {
    return true;
  }

  async rejectUnknown(fact: Fact, otherProviders: readonly string[]): Promise<DomainError | undefined> {
    const elsewhere = otherProviders.map((provider) => ({ provider, reference: fact.reference }));
    const [own, ...others] = await this.payments.idsOf([fact, ...elsewhere]);
    if (own !== undefined) return undefined;
    const error = new OrderNotFoundError();
    return others.some((id) => id !== undefined) ? new ForeignSubjectError(error) : error;
  }

  async lock(tx: Tx, subjects: readonly Subject[]): Promise<Subject[]> {
    const ids = await this.payments.idsIn(tx, subjects);
    await this.payments.lock(tx, known(ids));
    return distinctSubjects(subjects);
  }

  /** What ends a dispute waits until its beginning is known, and all of it until the payment is credited. */
  async settle(tx: Tx, batch: readonly StoredFact[]): Promise<SettledFact[]> {
    const ids = await this.payments.idsIn(tx, batch);
    const steps = await this.postings.begin(tx, known(ids));
    const settled = batch
      .map((fact, at) => ({ fact, reversal: readReversalFact(fact), paymentId: ids[at] }))
      .sort((a, b) => rankOf(a.reversal) - rankOf(b.reversal))
      .flatMap(({ fact, reversal, paymentId }) => {
        const taken = paymentId === undefined ? undefined : steps.take(paymentId, reversal);
        if (!taken) return [];
        const { payment } = steps.paymentOf(paymentId as string);
        return [{ fact, outcome: taken.outcome, ...(taken.open && { opens: caseAbout(payment, taken.open) }) }];
      });
    const requests = new Map(batch.map(({ requestId }, at) => [ids[at], requestId]));
    await this.postings.write(tx, steps, requests);
    return this.closeWon(tx, steps, settled);
  }

  /** A dispute that brought back all that it took leaves no question about what it took. Rule 19.5. */
  private async closeWon(tx: Tx, { disputeSteps }: ReversalSteps, settled: SettledFact[]): Promise<SettledFact[]> {
    const won = disputeSteps.filter(({ dispute, event }) => event === 'win' && dispute.kept.amount.isZero());
    if (won.length === 0) return settled;
    const ids = new Set(won.map(({ dispute }) => dispute.id));
    for (const id of ids) {
      await this.cases.closeAbout(tx, { type: 'dispute', id }, ABOUT_FIGURES, 'The dispute was won.');
    }
    const isClosed = ({ opens }: SettledFact) =>
      opens !== undefined && ids.has(opens.subject.id) && ABOUT_FIGURES.includes(opens.kind);
    return settled.map((one) => (isClosed(one) ? { fact: one.fact, outcome: one.outcome } : one));
  }
}

/** Cases about how much a dispute took. */
const ABOUT_FIGURES: readonly CaseKind[] = ['dispute_difference', 'dispute_currency'];

function caseAbout(payment: ReceivedPayment, { kind, disputeId, expected, amount }: OpenQuestion): FactCase {
  const { id, accountId, linkId, terms } = payment;
  return {
    kind,
    subject: disputeId === undefined ? { type: 'received_payment', id } : { type: 'dispute', id: disputeId },
    accountId,
    linkId,
    paymentId: id,
    expected: expected ?? terms.payerAmount,
    proposal: 'adjust_wallet',
    ...(amount && { amount }),
  };
}

function rankOf({ type }: ReversalFact): number {
  return REVERSAL_FACT_TYPES.indexOf(type);
}

function known(ids: readonly (string | undefined)[]): string[] {
  return [...new Set(ids.filter((id) => id !== undefined))];
}
