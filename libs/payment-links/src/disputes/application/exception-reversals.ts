import { Clock, Money, type Tx } from '@app/kernel';
import { LedgerService, type JournalEntry } from '@app/ledger';
import type { FactCase, SettledFact, StoredFact } from '@app/rails';
import { Injectable } from '@nestjs/common';
import { ExceptionClearing } from '../../exceptions/application/exception-clearing';
import { PaymentExceptionsRepository, type FoundException } from '../../exceptions/application/ports';
import { depositReturnEntry, exceptionClearedKey } from '../../settlement/application/collection-entry';
import { ExceptionNotices } from '../../settlement/application/exception-notices';
import type { PaymentException } from '../../settlement/domain/payment-exception';
import { reverseException, type ReversedException } from '../domain/exception-reversal';
import { ABOUT_FIGURES, readReversalFact, untakenKey } from './reversal-facts';

/** A fact about the money of a payment exception. */
export interface ExceptionFact {
  readonly fact: StoredFact;
  readonly exceptionId: string;
}

/** Settles refunds and disputes of money that no received payment has: it waits for staff, or they credited it without an order. */
@Injectable()
export class ExceptionReversals {
  constructor(
    private readonly exceptions: PaymentExceptionsRepository,
    private readonly clearing: ExceptionClearing,
    private readonly notices: ExceptionNotices,
    private readonly ledger: LedgerService,
    private readonly clock: Clock,
  ) {}

  /** Locks the exceptions with their links. */
  async lock(tx: Tx, ids: readonly string[]): Promise<void> {
    for (const id of [...new Set(ids)].sort()) await this.exceptions.lock(tx, id);
  }

  /** Those that have to wait are left out. */
  async settle(tx: Tx, facts: readonly ExceptionFact[]): Promise<SettledFact[]> {
    const now = this.clock.now();
    const settled: SettledFact[] = [];
    const entries: JournalEntry[] = [];
    for (const { fact, exceptionId } of facts) {
      const reversal = readReversalFact(fact);
      // A message that names only the order is about the payment that the same refund or dispute took before.
      const taken = await this.exceptions.reversedBy(tx, reversal);
      const found = await this.exceptions.lock(tx, taken ?? exceptionId);
      const reversed = found && reverseException(found.exception, reversal);
      if (!reversed) continue;
      const accountId = await this.accountOf(tx, found);
      entries.push(...(await this.write(tx, found, reversed, accountId, now)));
      const opens = caseAbout(found, reversed, accountId, untakenKey(reversal));
      settled.push({ fact, outcome: reversed.outcome, ...(opens && { opens }) });
    }
    await this.ledger.post(tx, entries);
    return settled;
  }

  /** Of its link, or of the wallet to which staff credited it; null while neither is known. */
  private async accountOf(tx: Tx, { exception: { walletId }, link }: FoundException): Promise<string | null> {
    if (link) return link.accountId;
    const [wallet] = walletId === null ? [] : await this.ledger.lockWallets(tx, [walletId]);
    return wallet?.accountId ?? null;
  }

  private async write(
    tx: Tx,
    found: FoundException,
    { to }: ReversedException,
    accountId: string | null,
    now: Date,
  ): Promise<JournalEntry[]> {
    const { exception, link } = found;
    if (!to) return [];
    if (to.status === exception.status) {
      await this.exceptions.nameReversal(tx, to.id, to.reversalReference ?? '');
      return [];
    }
    await this.exceptions.resolve(tx, { from: exception, to });
    if (accountId !== null) {
      const { id: exceptionId, expected, amount: received } = exception;
      const occasion = to.status === 'refunded' ? 'refunded' : 'returned';
      await this.notices.send(tx, [{ occasion, exceptionId, received, expected, link, accountId }]);
    }
    return exception.status === 'open'
      ? this.clearing.clear(tx, found, now)
      : [await this.takeBack(tx, exception, now)];
  }

  private async takeBack(tx: Tx, { id }: PaymentException, now: Date): Promise<JournalEntry> {
    const credit = await this.ledger.findEntry(tx, exceptionClearedKey(id));
    if (!credit) throw new Error(`the payment exception ${id} was credited without an entry`);
    return depositReturnEntry(id, credit, now);
  }
}

function caseAbout(
  { exception }: FoundException,
  { question, to }: ReversedException,
  accountId: string | null,
  untaken: string,
): FactCase | undefined {
  if (!question) return undefined;
  const { kind, amount } = question;
  return {
    kind,
    subject: { type: 'payment_exception', id: exception.id },
    accountId,
    linkId: exception.linkId,
    paymentId: null,
    expected: exception.amount instanceof Money ? exception.amount : null,
    proposal: exception.status === 'credited' ? 'adjust_wallet' : 'ask_provider',
    ...(amount && { amount }),
    ...(!to && ABOUT_FIGURES.includes(kind) && { key: untaken }),
  };
}
