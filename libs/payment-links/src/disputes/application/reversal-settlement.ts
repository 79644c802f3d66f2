import type { DomainError, Tx } from '@app/kernel';
import {
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

/** Settles refunds and disputes that began at the provider of a payment. */
@Injectable()
export class ReversalSettlement extends FactHandler {
  readonly kind = REVERSAL;

  constructor(
    private readonly payments: CreditedPayments,
    private readonly postings: ReversalPostings,
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
        const outcome = paymentId === undefined ? undefined : steps.take(paymentId, reversal);
        if (outcome === undefined) return [];
        const { payment } = steps.paymentOf(paymentId as string);
        return [{ fact, outcome, ...(outcome.startsWith('exception:') && { opens: caseAbout(payment, outcome) }) }];
      });
    const requests = new Map(batch.map(({ requestId }, at) => [ids[at], requestId]));
    await this.postings.write(tx, steps, requests);
    return settled;
  }
}

const CASES: Readonly<Record<string, CaseKind>> = {
  'exception:currency_mismatch': 'dispute_currency',
  'exception:refund_failed': 'refund_reversed',
  'exception:contradiction': 'dispute_decided',
};

function caseAbout({ id, accountId, linkId, terms }: ReceivedPayment, outcome: string): FactCase {
  return {
    kind: CASES[outcome] ?? 'dispute_difference',
    subject: { type: 'received_payment', id },
    accountId,
    linkId,
    paymentId: id,
    expected: terms.payerAmount,
    proposal: 'adjust_wallet',
  };
}

function rankOf({ type }: ReversalFact): number {
  return REVERSAL_FACT_TYPES.indexOf(type);
}

function known(ids: readonly (string | undefined)[]): string[] {
  return [...new Set(ids.filter((id) => id !== undefined))];
}
