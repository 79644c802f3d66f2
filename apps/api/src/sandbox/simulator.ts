import { Clock, Money, parseDecimal, ValidationError, type Currency } from '@app/kernel';
import {
  Checkout,
  PAYMENT_METHODS,
  SandboxCardPlatform,
  SandboxCollectionRail,
  type CheckoutOrder,
  type LinkKind,
  type Payer,
  type SandboxNotification,
} from '@app/payment-links';
import { Injectable } from '@nestjs/common';
import { request } from 'undici';
import type { Simulation } from './simulation';

const NO_PAYER: Payer = { name: null, email: null, document: null };
const TIMEOUT_MS = 10_000;

/**
 * Plays the payer, the rail and the card platform in the sandbox. It tells the service what happened only as those two
 * do: by a signed notification over HTTP, whose id is the same whenever the same thing is simulated again.
 */
@Injectable()
export class Simulator {
  constructor(
    private readonly checkout: Checkout,
    private readonly rail: SandboxCollectionRail,
    private readonly cards: SandboxCardPlatform,
    private readonly clock: Clock,
  ) {}

  /** Throws what the checkout throws, and `ValidationError` for an amount that is none. */
  async simulate(
    kind: LinkKind,
    linkId: string,
    simulation: Simulation,
    serviceUrl: string,
  ): Promise<{ notificationId: string }> {
    const order = await this.orderOf(kind, linkId, simulation);
    const notification = notificationOf(order, simulation);
    await this.notify(kind === 'payment_link' ? this.rail : this.cards, notification, serviceUrl);
    return { notificationId: notification.id };
  }

  /** The order that is paid: the latest one, also after it lapsed, or a new one when none was opened. */
  private async orderOf(kind: LinkKind, linkId: string, { method, payer, amount }: Simulation): Promise<CheckoutOrder> {
    const { link, order } = await this.checkout.view(linkId, kind);
    // Asked before an order is opened, which would stay when the rail refuses the amount.
    if (amount !== null) assertUnderstood(amount, link.currency);
    // A card link has its one order already.
    if (order && kind === 'card_payment_link') return order;
    const wanted = method ?? order?.method ?? PAYMENT_METHODS.find(({ currency }) => currency === link.currency)?.code;
    if (order && (link.status !== 'active' || (order.status === 'open' && order.method === wanted))) return order;
    return this.checkout.choose(linkId, wanted ?? '', payer ?? NO_PAYER);
  }

  private async notify(
    by: SandboxCollectionRail | SandboxCardPlatform,
    notification: SandboxNotification,
    serviceUrl: string,
  ): Promise<void> {
    const body = Buffer.from(JSON.stringify(notification));
    const timestamp = String(Math.floor(this.clock.now().getTime() / 1_000));
    const response = await request(`${serviceUrl}/providers/${by.provider}/notifications`, {
      method: 'POST',
      body,
      headers: {
        'Content-Type': 'application/json',
        'X-Rail-Timestamp': timestamp,
        'X-Rail-Signature': by.sign(timestamp, body),
      },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body.dump();
    if (response.statusCode !== 200) throw new Error(`the notification was answered with ${response.statusCode}`);
  }
}

/** A rail knows no amount that is finer than its currency. */
function assertUnderstood(amount: string, currency: Currency): void {
  try {
    Money.of(amount, currency);
  } catch (error) {
    if (error instanceof RangeError) throw ValidationError.of('amount', `has more decimals than ${currency} has`);
    throw error;
  }
}

function notificationOf(order: CheckoutOrder, { event, amount, payer }: Simulation): SandboxNotification {
  const reference = order.providerReference;
  if (event === 'lapse') return { id: `${reference}:lapsed`, type: 'order.lapsed', reference };
  const owed = order.terms.payerAmount;
  // `15000` and `15000.00` are the same payment, hence the same notification.
  const paid = amount === null || parseDecimal(amount)?.eq(owed.amount) ? owed.toFixed() : amount;
  return {
    id: `${reference}:paid:${paid}`,
    type: 'payment.received',
    reference,
    amount: paid,
    currency: owed.currency,
    ...(payer && { payer }),
  };
}
