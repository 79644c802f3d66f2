import { AuditLog, type Actor, type AuditEntry } from '@app/accounts';
import { isUuid, type Tx } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { PaymentLink } from '../../links/domain/payment-link';
import { ExceptionNotices, type ExceptionNotice } from '../../settlement/application/exception-notices';
import { resolveException, shownAmount, type PaymentException } from '../../settlement/domain/payment-exception';
import { PaymentExceptionNotFoundError, PaymentExceptionResolvedError } from '../domain/errors';
import { PaymentExceptionsRepository, type FoundException } from './ports';

/** What staff decide about an exception. */
export interface Decision {
  readonly from: PaymentException;
  /** As it is stored afterwards. */
  readonly to: PaymentException;
  /** What was received, as notices to the merchant say it. */
  readonly received: PaymentException['amount'];
  readonly link: PaymentLink | null;
  /** Null when the merchant is not known. */
  readonly accountId: string | null;
  readonly by: Actor;
  /** Further details of the audit entry. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Open payment exceptions: each is resolved once, with a mail to the merchant and an entry of the audit log. */
@Injectable()
export class OpenExceptions {
  constructor(
    private readonly exceptions: PaymentExceptionsRepository,
    private readonly notices: ExceptionNotices,
    private readonly audit: AuditLog,
  ) {}

  /** Throws `PaymentExceptionNotFoundError` or `PaymentExceptionResolvedError`. */
  async find(id: string): Promise<FoundException> {
    return resolvable(isUuid(id) ? await this.exceptions.find(id) : undefined);
  }

  /** Locks the exception with its link until the transaction ends. Throws what `find` throws. */
  async lock(tx: Tx, id: string): Promise<FoundException> {
    return resolvable(await this.exceptions.lock(tx, id));
  }

  async resolve(tx: Tx, decision: Decision): Promise<void> {
    const { from, to, accountId, by, details } = decision;
    await this.exceptions.resolve(tx, { from, to });
    await this.notices.send(tx, noticesOf(decision));
    await this.audit.record(tx, { ...entryAbout(to, accountId ?? undefined, details), actor: by });
  }
}

/** The exception after the event. Throws `PaymentExceptionResolvedError`. */
export function resolved(exception: PaymentException, event: 'credit' | 'refund'): PaymentException {
  const after = resolveException(exception, event);
  if (!after) throw new PaymentExceptionResolvedError(exception.status);
  return after;
}

/** Throws unless the exception exists and is open. */
function resolvable(found: FoundException | undefined): FoundException {
  if (!found) throw new PaymentExceptionNotFoundError();
  resolved(found.exception, 'refund');
  return found;
}

function noticesOf({
  from: { id: exceptionId, expected },
  to,
  received,
  link,
  accountId,
}: Decision): ExceptionNotice[] {
  const occasion = to.status === 'credited' ? 'credited' : 'refunded';
  return accountId === null ? [] : [{ occasion, exceptionId, received, expected, link, accountId }];
}

/** The decision, and the money that it concerns. The payer's details stay with the order. */
function entryAbout(
  exception: PaymentException,
  accountId: string | undefined,
  details: Readonly<Record<string, unknown>> = {},
): Omit<AuditEntry, 'actor'> {
  const { id, status, reason, amount, linkId, walletId, resolution } = exception;
  return {
    action: `payment_exception.${status}`,
    object: { type: 'payment_exception', id },
    accountId,
    details: {
      exception: reason,
      ...shownAmount(amount),
      reason: resolution,
      payment_link_id: linkId,
      wallet_id: walletId,
      ...details,
    },
  };
}
