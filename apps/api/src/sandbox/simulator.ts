import { Clock, DomainError, ValidationError } from '@app/kernel';
import {
  Checkout,
  isBankDebit,
  PAYMENT_METHODS,
  type CheckoutOrder,
  type CheckoutView,
  type LinkKind,
  type Payer,
  type PaymentLink,
} from '@app/payment-links';
import { SANDBOX_DEBIT, SandboxCardPlatform, SandboxCollectionRail, type SandboxNotification } from '@app/providers';
import { Injectable } from '@nestjs/common';
import { RailCaller } from './rail-caller';
import { SandboxScope } from './sandbox-scope';
import { readSimulatedAmount } from './simulated-amount';
import type { Simulation } from './simulation.dto';
import { isOwed, isReversal, notificationOf, type RailEvent } from './simulated-notification';

const NO_PAYER: Payer = { name: null, email: null, document: null };

/**
 * Plays the payer, the rail and the card platform in the sandbox. It informs the service only as those two do: by a
 * signed notification over HTTP, whose id is the same whenever the same thing is simulated again.
 */
@Injectable()
export class Simulator {
  constructor(
    private readonly checkout: Checkout,
    private readonly rail: SandboxCollectionRail,
    private readonly cards: SandboxCardPlatform,
    private readonly scope: SandboxScope,
    private readonly caller: RailCaller,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the id of the notification that reported it, null for a confirmation, which no rail reports, and the link
   * afterwards. Throws what the checkout throws, and `ValidationError` for an invalid amount or an event that cannot
   * happen to this link. A payment of another amount than is due counts as an order of the link, and throws
   * `TOO_MANY_ORDERS` beyond the same limit.
   */
  async simulate(
    kind: LinkKind,
    linkId: string,
    simulation: Simulation,
    serviceUrl: string,
  ): Promise<{ notificationId: string | null; link: PaymentLink }> {
    const view = await this.checkout.view(linkId, kind);
    // Checked first: if the rail rejected the amount later, an opened order would remain.
    if (simulation.amount !== null) readSimulatedAmount(simulation.amount, view.link.currency);
    let notificationId: string | null = null;
    for (const event of eventsOf(simulation, view)) {
      if (event === 'debit_confirm') await this.confirm(linkId, simulation);
      else {
        const order = await this.orderOf(kind, linkId, simulation, event);
        this.scope.assertServes(order.provider);
        const notification = notificationOf(order, event, simulation);
        if (!isOwed(order, notification)) await this.countOtherAmount(linkId);
        await this.notify(kind === 'payment_link' ? this.rail : this.cards, notification, serviceUrl);
        notificationId = notification.id;
      }
    }
    return { notificationId, link: (await this.checkout.view(linkId)).link };
  }

  /** Each payment of another amount adds a notification, a payment exception and a journal entry, which stay. */
  private async countOtherAmount(linkId: string): Promise<void> {
    if (await this.checkout.countOpening(linkId)) return;
    throw new DomainError(
      'TOO_MANY_ORDERS',
      'Too many orders and payments of other amounts for this payment link. Try again later, or with another link.',
    );
  }

  private async confirm(linkId: string, { payer }: Simulation): Promise<void> {
    const method = PAYMENT_METHODS.find(({ type }) => type === 'bank_debit')?.code ?? '';
    this.scope.assertOpens(method);
    const order = await this.checkout.choose(linkId, method, payer ?? NO_PAYER);
    await this.checkout.confirmDebit(linkId, SANDBOX_DEBIT, order.id);
  }

  /** The order that it happens to: the latest one, also after it expired, or a new one to pay or to let expire. */
  private async orderOf(
    kind: LinkKind,
    linkId: string,
    { method, payer }: Simulation,
    event: RailEvent,
  ): Promise<CheckoutOrder> {
    const { link, order } = await this.checkout.view(linkId, kind);
    if (isReversal(event)) {
      if (order?.status === 'paid') return order;
      throw ValidationError.of('event', `cannot be ${event}: the link has no credited payment`);
    }
    if (event !== 'pay' && event !== 'lapse') {
      if (order && isBankDebit(order.method)) return order;
      throw ValidationError.of('event', 'needs a bank debit that was confirmed; send debit_confirm first');
    }
    // A card link already has its one order.
    if (order && kind === 'card_payment_link') return order;
    const wanted = method ?? order?.method ?? PAYMENT_METHODS.find(({ currency }) => currency === link.currency)?.code;
    if (order && (link.status !== 'active' || (order.status === 'open' && order.method === wanted))) return order;
    this.scope.assertOpens(wanted ?? '');
    return this.checkout.choose(linkId, wanted ?? '', payer ?? NO_PAYER);
  }

  private async notify(
    by: SandboxCollectionRail | SandboxCardPlatform,
    notification: SandboxNotification,
    serviceUrl: string,
  ): Promise<void> {
    await this.caller.notify(by.provider, by.message(notification, this.clock.now()), serviceUrl);
  }
}

/** What has to happen for the event, in order. Paying in USD means that a bank debit takes all its remaining steps. */
function eventsOf({ event }: Simulation, { link }: CheckoutView): readonly (RailEvent | 'debit_confirm')[] {
  const isDebit =
    link.kind === 'payment_link' && PAYMENT_METHODS.some((m) => m.currency === link.currency && isBankDebit(m.code));
  if (event === 'pay' && isDebit) {
    if (link.status === 'active') return ['debit_confirm', 'debit_submit', 'debit_settle'];
    return link.status === 'processing' ? ['debit_submit', 'debit_settle'] : ['debit_settle'];
  }
  if (event.startsWith('dispute') && isDebit) {
    throw ValidationError.of('event', `cannot be ${event}: a bank debit is returned instead`);
  }
  if (event === 'lapse' && isDebit) throw ValidationError.of('event', 'cannot be lapse: a bank debit has no deadline');
  if (event.startsWith('debit_') && !isDebit) {
    throw ValidationError.of('event', `cannot be ${event}: ${link.currency} is not collected by bank debit`);
  }
  return [event];
}
