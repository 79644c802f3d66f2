import type { Actor } from '@app/accounts';
import { Clock, UnitOfWork } from '@app/kernel';
import { LedgerService } from '@app/ledger';
import { Injectable } from '@nestjs/common';
import type { PaymentException } from '../../settlement/domain/payment-exception';
import { ExceptionClearing } from './exception-clearing';
import { OpenExceptions, resolved } from './open-exceptions';

/** Staff had the money of a payment exception sent back. */
@Injectable()
export class ExceptionRefunds {
  constructor(
    private readonly exceptions: OpenExceptions,
    private readonly clearing: ExceptionClearing,
    private readonly ledger: LedgerService,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Staff had the rail send the money back, so it leaves the books. If it was a link's debit, the link can be paid
   * again. Throws `PaymentExceptionNotFoundError` or `PaymentExceptionResolvedError`.
   */
  async refund(id: string, reason: string, by: Actor): Promise<PaymentException> {
    await this.exceptions.find(id);
    return this.uow.run(async (tx) => {
      const found = await this.exceptions.lock(tx, id);
      const { exception, link } = found;
      const now = this.clock.now();
      const refunded = { ...resolved(exception, 'refund'), resolution: reason, resolvedAt: now };
      const { amount: received } = exception;
      const accountId = link?.accountId ?? null;
      await this.exceptions.resolve(tx, { from: exception, to: refunded, received, link, accountId, by });
      await this.ledger.post(tx, await this.clearing.clear(tx, found, now));
      return refunded;
    });
  }
}
