import { Clock, newId, UnitOfWork, type DomainError, type Tx } from '@app/kernel';
import {
  distinctSubjects,
  FactHandler,
  ForeignSubjectError,
  subjectKey,
  unsupportedAmountOf,
  type FactKey,
  type Fact,
  type SettledFact,
  type StoredFact,
  type Subject,
} from '@app/rails';
import { Injectable } from '@nestjs/common';
import { LateRates } from './late-rates';
import { OrderNotFoundError } from '../domain/errors';
import type { PaymentException } from '../domain/payment-exception';
import { CollectionPostings } from './collection-postings';
import { LinkMoves } from './link-moves';
import { COLLECTION, toPaymentFact } from './payment-facts';
import { SettlementRepository, type PendingFact, type ReadNotification } from './ports';
import { decideAll, decideExceptionReturns, dependsOnRates, movesOf, type OrderlessFact } from './settlement-batch';

/** Turns what rails report about orders into credited money, exactly once. */
@Injectable()
export class Settlement extends FactHandler {
  readonly kind = COLLECTION;

  constructor(
    private readonly repository: SettlementRepository,
    private readonly moves: LinkMoves,
    private readonly postings: CollectionPostings,
    private readonly rates: LateRates,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {
    super();
  }

  /** A return is also recognised by the payment exception of an unknown order. */
  async recognize(facts: readonly Fact[]): Promise<boolean[]> {
    const known = await this.repository.recognize(facts);
    const returns = facts.filter((one, at) => !known[at] && isReturn(one));
    if (returns.length === 0) return known;
    const reported = await this.repository.recognizeExceptions(returns);
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
  async refuse(fact: Fact, otherProviders: readonly string[]): Promise<DomainError | undefined> {
    const elsewhere = otherProviders.map((provider) => ({ provider, reference: fact.reference }));
    const isForeign = elsewhere.length > 0 && (await this.repository.recognize(elsewhere)).includes(true);
    if (isForeign) return new ForeignSubjectError(new OrderNotFoundError());
    const exception = unknownOrder(fact, this.clock.now());
    if (!exception) return new OrderNotFoundError();
    if (await this.uow.run((tx) => this.recordUnknown(tx, exception))) return new OrderNotFoundError();
    const [isKnown] = await this.repository.recognize([fact]);
    return isKnown ? undefined : new OrderNotFoundError();
  }

  /** Subjects without a record are returned too: their orders were deleted while the facts were stored. */
  async lock(tx: Tx, subjects: readonly Subject[]): Promise<Subject[]> {
    const locked = await this.repository.lock(tx, subjects);
    const known = new Set(locked.map(subjectKey));
    const unknown = distinctSubjects(subjects).filter((subject) => !known.has(subjectKey(subject)));
    if (unknown.length === 0) return locked;
    await this.repository.lockExceptions(tx, unknown);
    return [...locked, ...unknown];
  }

  async settle(tx: Tx, batch: readonly StoredFact[]): Promise<SettledFact[]> {
    const facts = new Map(batch.map((one) => [toPaymentFact(one), one]));
    const read = await this.repository.read(tx, [...facts.keys()]);
    for (const { fact } of read) facts.delete(fact);
    const settled = await this.settleOrders(tx, batch, read);
    const orderless = [...facts.values()];
    return orderless.length === 0 ? settled : [...settled, ...(await this.settleOrderless(tx, orderless))];
  }

  private async settleOrders(
    tx: Tx,
    batch: readonly StoredFact[],
    read: readonly ReadNotification[],
  ): Promise<SettledFact[]> {
    const settled = decideAll(await this.withRates(tx, batch, read));
    if (settled.length === 0) return [];
    await this.moves.write(tx, movesOf(settled));
    await this.repository.resolveExceptions(tx, settled);
    const recorded = await this.repository.recordExceptions(tx, settled);
    await this.postings.record(tx, settled, recorded);
    return settled.map(({ outcome, pending: { fact } }) => ({
      fact,
      outcome,
      needsStaff: outcome.startsWith('exception:'),
    }));
  }

  /** The stored rates matter to late payments only, so most batches read none. */
  private async withRates(
    tx: Tx,
    batch: readonly StoredFact[],
    read: readonly ReadNotification[],
  ): Promise<PendingFact[]> {
    const arrivals = new Map(batch.map((one) => [idOf(one), one.receivedAt]));
    const { lockMs: rateLockMs } = this.rates;
    const timed = read.map((one) => ({ receivedAt: arrivals.get(idOf(one.fact)) as Date, rateLockMs, ...one }));
    const moved = dependsOnRates(timed) ? await this.rates.movedIn(tx) : () => false;
    return timed.map((one) => ({ rateMoved: moved(one.order.terms), ...one }));
  }

  private async settleOrderless(tx: Tx, batch: readonly StoredFact[]): Promise<SettledFact[]> {
    const exceptions = await this.repository.readExceptions(tx, batch);
    const pending = batch.map((fact, at) => ({ fact, exceptions: exceptions[at] ?? [] }));
    const returns = pending.filter(({ fact }) => isReturn(fact));
    const orphans = pending.filter(({ fact }) => !isReturn(fact));
    return [...(await this.settleExceptionReturns(tx, returns)), ...(await this.settleOrphans(tx, orphans))];
  }

  /** Returns about orders that are unknown take back the money of their payment exceptions. */
  private async settleExceptionReturns(tx: Tx, pending: readonly OrderlessFact[]): Promise<SettledFact[]> {
    const settled = decideExceptionReturns(pending);
    await this.repository.resolveExceptions(tx, settled);
    await this.postings.returnExceptions(tx, settled);
    return settled.map(({ fact, outcome }) => ({ fact, outcome, needsStaff: false }));
  }

  /**
   * Only a return is stored without its order. For any other fact the order existed, and was deleted before it
   * could be settled: its money is recorded as that of an unknown order.
   */
  private async settleOrphans(tx: Tx, orphans: readonly OrderlessFact[]): Promise<SettledFact[]> {
    const settled: SettledFact[] = [];
    for (const { fact, exceptions } of orphans) {
      const exception = unknownOrder(fact, this.clock.now());
      const isRecorded = exceptions.some(({ notificationId }) => notificationId === fact.id);
      if (!exception) settled.push({ fact, outcome: 'ignored', needsStaff: false });
      else if (isRecorded || (await this.recordUnknown(tx, exception))) {
        settled.push({ fact, outcome: `exception:${exception.reason}`, needsStaff: true });
      }
    }
    return settled;
  }

  private async recordUnknown(tx: Tx, exception: PaymentException): Promise<boolean> {
    const isNew = await this.repository.recordUnknown(tx, exception);
    if (isNew) await this.postings.recordUnknown(tx, exception);
    return isNew;
  }
}

/** The payment exception for the money of an order that we do not know; undefined when nothing was paid. */
function unknownOrder(fact: Fact, now: Date): PaymentException | undefined {
  const { provider, id: notificationId, reference } = fact;
  const amount = fact.amount ?? unsupportedAmountOf(fact);
  if (!amount) return undefined;
  return {
    id: newId(),
    provider,
    notificationId,
    reference,
    linkId: null,
    orderId: null,
    reason: 'unknown_order',
    amount,
    expected: null,
    status: 'open',
    walletId: null,
    resolution: null,
    createdAt: now,
    resolvedAt: null,
  };
}

function isReturn({ type }: Fact): boolean {
  return type === 'debit.returned';
}

function idOf({ provider, id }: FactKey): string {
  return `${provider} ${id}`;
}
