import { Clock, UnitOfWork } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { PaymentLinkNotActiveError } from '../../links/domain/errors';
import type { PaymentLink } from '../../links/domain/payment-link';
import { isBankDebit } from '../../links/domain/payment-method';
import { shownDebitAccount, type DebitAuthorisation } from '../domain/debit-account';
import { MethodUnavailableError } from '../domain/errors';
import { Collectors } from './collectors';
import { CheckoutOrdersRepository, DebitRecords, type CheckoutView } from './ports';

/** The payer authorises a bank debit. */
@Injectable()
export class DebitConfirmation {
  constructor(
    private readonly collectors: Collectors,
    private readonly orders: CheckoutOrdersRepository,
    private readonly debits: DebitRecords,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * The payer authorises the debit of their account for the link's open order, which must still be the one that they
   * were shown. Afterwards the link is processing and can no longer be paid. The rail is called first, so that a debit
   * that it declines leaves no trace. If storing the confirmation then fails, the rail's notifications about the debit
   * are accepted nevertheless. Undefined when the link is no longer active by then. Throws `PaymentLinkNotActiveError`,
   * `MethodUnavailableError` without such an order, or `DebitDeclinedError`.
   */
  async confirm(
    view: CheckoutView,
    debit: DebitAuthorisation,
    shownOrderId?: string,
  ): Promise<PaymentLink | undefined> {
    const { link, order } = view;
    if (link.status !== 'active') throw new PaymentLinkNotActiveError(link.status);
    if (order?.status !== 'open' || !isBankDebit(order.method) || !view.usdEnabled) throw new MethodUnavailableError();
    if (shownOrderId !== undefined && shownOrderId !== order.id) throw new MethodUnavailableError();
    const instructions = await this.collectors.confirmDebit(link, order, debit);
    const account = shownDebitAccount(debit.account);
    return this.uow.run(async (tx) => {
      await this.orders.lock(tx, link.id);
      const moved = await this.orders.confirm(tx, order, { account, instructions });
      if (moved) await this.debits.begin(tx, moved, order, this.clock.now());
      return moved;
    });
  }
}
