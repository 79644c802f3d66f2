import type { DomainError, Tx } from '@app/kernel';
import {
  distinctSubjects,
  FactHandler,
  ForeignSubjectError,
  subjectKey,
  type FactKey,
  type Fact,
  type SettledFact,
  type StoredFact,
  type Subject,
} from '@app/rails';
import { Injectable } from '@nestjs/common';
import { COLLECTION } from '../../checkout/domain/checkout-order';
import { LateRates } from './late-rates';
import { OrderNotFoundError } from '../domain/errors';
import { CollectionPostings } from './collection-postings';
import { LinkMoves } from './link-moves';
import { isReturn, OrderlessFacts } from './orderless-facts';
import { toPaymentFact } from './payment-facts';
import { SettlementExceptions, SettlementRepository, type PendingFact, type ReadNotification } from './ports';
import { exceptionReturnCase, repeatedReturnCase } from './return-cases';
import { decideAll, dependsOnRates, movesOf } from './settlement-batch';

/** Turns what rails report about orders into credited money, exactly once. */
@Injectable()
export class Settlement extends FactHandler {
  readonly kind = COLLECTION;

  constructor(
    private readonly repository: SettlementRepository,
    private readonly exceptions: SettlementExceptions,
    private readonly orderless: OrderlessFacts,
    private readonly moves: LinkMoves,
    private readonly postings: CollectionPostings,
    private readonly rates: LateRates,
  ) {
    super();
  }

  /** A return is also recognised by the payment exception of an unknown order. */
  async recognize(facts: readonly Fact[]): Promise<boolean[]> {
    const known = await this.repository.recognize(facts);
    const returns = facts.filter((one, at) => !known[at] && isReturn(one));
    if (returns.length === 0) return known;
    const reported = await this.orderless.recognize(returns);
    return facts.map((one, at) => known[at] || (reported[returns.indexOf(one)] ?? false));
  }

  /** A return may arrive before the payment that it takes back. */
  override awaitsSubject(fact: Fact): boolean {
    return isReturn(fact);
  }

  /**
   * Records the money of an unknown order as a payment exception, once, and returns `OrderNotFoundError`. Nothing is kept
   * of a fact about the order of another provider.
   */
  async rejectUnknown(fact: Fact, otherProviders: readonly string[]): Promise<DomainError | undefined> {
    const elsewhere = otherProviders.map((provider) => ({ provider, reference: fact.reference }));
    const isForeign = elsewhere.length > 0 && (await this.repository.recognize(elsewhere)).includes(true);
    if (isForeign) return new ForeignSubjectError(new OrderNotFoundError());
    if (await this.orderless.record(fact)) return new OrderNotFoundError();
    const [isKnown] = await this.repository.recognize([fact]);
    return isKnown ? undefined : new OrderNotFoundError();
  }

  /** Subjects without a record are returned too: their orders were deleted while the facts were stored. */
  async lock(tx: Tx, subjects: readonly Subject[]): Promise<Subject[]> {
    const locked = await this.repository.lock(tx, subjects);
    const known = new Set(locked.map(subjectKey));
    const unknown = distinctSubjects(subjects).filter((subject) => !known.has(subjectKey(subject)));
    if (unknown.length === 0) return locked;
    await this.orderless.lock(tx, unknown);
    return [...locked, ...unknown];
  }

  async settle(tx: Tx, batch: readonly StoredFact[]): Promise<SettledFact[]> {
    const facts = new Map(batch.map((one) => [toPaymentFact(one), one]));
    const read = await this.repository.read(tx, [...facts.keys()]);
    for (const { fact } of read) facts.delete(fact);
    const settled = await this.settleOrders(tx, batch, read);
    const orderless = [...facts.values()];
    return orderless.length === 0 ? settled : [...settled, ...(await this.orderless.settle(tx, orderless))];
  }

  private async settleOrders(
    tx: Tx,
    batch: readonly StoredFact[],
    read: readonly ReadNotification[],
  ): Promise<SettledFact[]> {
    const settled = decideAll(await this.withRates(tx, batch, read));
    if (settled.length === 0) return [];
    await this.moves.write(tx, movesOf(settled));
    await this.exceptions.resolveExceptions(tx, settled);
    const recorded = await this.exceptions.recordExceptions(tx, settled);
    const cases = await this.postings.record(tx, settled, recorded);
    return settled.map(({ outcome, exception, pending: { fact, link, order } }) => {
      const opens =
        cases.get(fact) ??
        repeatedReturnCase(outcome, link, order) ??
        exceptionReturnCase({ outcome, taken: fact.paid, exception, link });
      return { fact, outcome, isRecord: outcome.startsWith('exception:'), ...(opens && { opens }) };
    });
  }

  /** The stored rates matter to late payments only, so most batches read none. */
  private async withRates(
    tx: Tx,
    batch: readonly StoredFact[],
    read: readonly ReadNotification[],
  ): Promise<PendingFact[]> {
    const stored = new Map(batch.map((one) => [idOf(one), one]));
    const { lockMs: rateLockMs } = this.rates;
    const timed = read.map((one) => {
      const { receivedAt, requestId } = stored.get(idOf(one.fact)) as StoredFact;
      return { receivedAt, requestId, rateLockMs, ...one };
    });
    const moved = dependsOnRates(timed) ? await this.rates.movedIn(tx) : () => false;
    return timed.map((one) => ({ rateMoved: moved(one.order.terms), ...one }));
  }
}

function idOf({ provider, id }: FactKey): string {
  return `${provider} ${id}`;
}
