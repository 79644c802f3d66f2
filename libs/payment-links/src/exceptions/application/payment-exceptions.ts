import type { Actor } from '@app/accounts';
import { Injectable } from '@nestjs/common';
import type { PaymentException } from '../../settlement/domain/payment-exception';
import type { CreditRequest } from './credit-terms';
import { ExceptionCredits } from './exception-credits';
import { ExceptionRefunds } from './exception-refunds';
import { PaymentExceptionsRepository, type ExceptionQuery, type ListedException } from './ports';

/**
 * Payments that could not be credited automatically: staff list, credit or refund them, through the ledger. Every
 * resolution is in the audit log.
 */
@Injectable()
export class PaymentExceptions {
  constructor(
    private readonly exceptions: PaymentExceptionsRepository,
    private readonly credits: ExceptionCredits,
    private readonly refunds: ExceptionRefunds,
  ) {}

  /** Newest first. */
  list(query: ExceptionQuery): Promise<ListedException[]> {
    return this.exceptions.list(query);
  }

  /** The number of open exceptions. */
  async countOpen(): Promise<number> {
    return (await this.exceptions.backlog()).open;
  }

  /** Throws what `ExceptionCredits.credit` throws. */
  credit(id: string, request: CreditRequest, by: Actor): Promise<PaymentException> {
    return this.credits.credit(id, request, by);
  }

  /** Throws what `ExceptionRefunds.refund` throws. */
  refund(id: string, reason: string, by: Actor): Promise<PaymentException> {
    return this.refunds.refund(id, reason, by);
  }
}
