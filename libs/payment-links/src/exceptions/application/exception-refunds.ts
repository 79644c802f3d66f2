import type { Actor } from '@app/accounts';
import { Clock, UnitOfWork } from '@app/kernel';
import { LedgerService } from '@app/ledger';
import { Injectable } from '@nestjs/common';
import { clearedEntries } from '../../settlement/application/collection-postings';
import { LinkMoves } from '../../settlement/application/link-moves';
import { ReceivedPaymentsRepository } from '../../settlement/application/ports';
import type { PaymentException } from '../../settlement/domain/payment-exception';
import { released } from '../../settlement/domain/settlement-decision';
import { OpenExceptions, resolved } from './open-exceptions';

/** Staff had the money of a payment exception sent back. */
@Injectable()
export class ExceptionRefunds {
  constructor(
    private readonly exceptions: OpenExceptions,
    private readonly moves: LinkMoves,
    private readonly payments: ReceivedPaymentsRepository,
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
      const { exception, link, order } = await this.exceptions.lock(tx, id);
      const now = this.clock.now();
      const refunded = { ...resolved(exception, 'refund'), resolution: reason, resolvedAt: now };
      const { amount: received } = exception;
      const accountId = link?.accountId ?? null;
      await this.exceptions.resolve(tx, { from: exception, to: refunded, received, link, accountId, by });
      if (link && order?.status === 'confirmed') {
        const after = released({ link, order });
        const [links, orders] = [[{ from: link, to: after.link }], [{ from: order, to: after.order }]];
        await this.moves.write(tx, { links, orders, closing: [] });
        await this.payments.withdraw(tx, [order.id]);
      }
      const about = link && { type: link.kind, id: link.id };
      await this.ledger.post(tx, clearedEntries('payment_exception_refund', exception, about, now));
      return refunded;
    });
  }
}
