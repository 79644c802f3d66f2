import type { Actor } from '@app/accounts';
import { Clock, Money, UnitOfWork, type Tx } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { CollectionPostings } from '../../settlement/application/collection-postings';
import { LinkMoves } from '../../settlement/application/link-moves';
import { ReceivedPaymentsRepository } from '../../settlement/application/ports';
import { textOfReceived, type PaymentException } from '../../settlement/domain/payment-exception';
import { completedBy } from '../../settlement/domain/settlement-decision';
import { ExceptionNotCreditableError } from '../domain/errors';
import { CreditTerms, type CreditRequest } from './credit-terms';
import { OpenExceptions, resolved } from './open-exceptions';

/** Staff credit a payment exception. */
@Injectable()
export class ExceptionCredits {
  constructor(
    private readonly exceptions: OpenExceptions,
    private readonly terms: CreditTerms,
    private readonly moves: LinkMoves,
    private readonly payments: ReceivedPaymentsRepository,
    private readonly postings: CollectionPostings,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Credits the paid amount to a wallet, less the fees of its account. A link that can still be paid is completed by
   * it, as by any payment; otherwise it becomes a received payment in addition to the link's own, and no event is
   * published. Throws `PaymentExceptionNotFoundError`, `PaymentExceptionResolvedError`, `VirtualWalletNotFoundError`,
   * `ExchangeRateUnavailableError` or `ExceptionNotCreditableError`.
   */
  async credit(id: string, request: CreditRequest, by: Actor): Promise<PaymentException> {
    const { amount, wallet, terms } = await this.terms.of(await this.exceptions.find(id), request);
    return this.uow.run(async (tx) => {
      const { exception, link, order } = await this.exceptions.lock(tx, id);
      await this.rejectRepeated(tx, exception);
      const now = this.clock.now();
      const credited = {
        ...resolved(exception, 'credit'),
        amount,
        walletId: wallet.id,
        resolution: request.reason,
        resolvedAt: now,
      };
      const { accountId } = wallet;
      const details = detailsOf(exception, request);
      await this.exceptions.resolve(tx, {
        from: exception,
        to: credited,
        received: amount,
        link,
        accountId,
        by,
        details,
      });
      if (!(exception.amount instanceof Money)) await this.postings.recordNamed(tx, credited, link, now);
      if (!link || !order) {
        await this.postings.depositException(tx, exception, wallet.id, terms, now);
        return credited;
      }
      // Decided again under the lock: a link that was payable a moment ago may have been paid by now.
      const completed = completedBy(link, order);
      const after = { link: completed?.link ?? link, order: { ...(completed?.order ?? order), terms } };
      if (completed) {
        const [links, orders] = [[{ from: link, to: after.link }], [{ from: order, to: after.order }]];
        await this.moves.write(tx, { links, orders, closing: [link.id] });
      }
      const completes = completed !== undefined;
      await this.postings.creditException(tx, { exception, ...after, wallet, completes }, now);
      return credited;
    });
  }

  /** The provider reported one payment twice, under two ids of facts. */
  private async rejectRepeated(tx: Tx, { provider, paymentReference }: PaymentException): Promise<void> {
    if (paymentReference === null || !(await this.payments.isNamed(tx, provider, paymentReference))) return;
    throw new ExceptionNotCreditableError(`The payment ${paymentReference} of the provider is credited already.`);
  }
}

function detailsOf({ amount }: PaymentException, { withoutFees = false, rate }: CreditRequest) {
  return {
    without_fees: withoutFees,
    ...(rate && { rate }),
    ...(amount instanceof Money ? {} : { received: textOfReceived(amount) }),
  };
}
