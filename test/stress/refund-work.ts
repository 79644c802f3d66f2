import { Money } from '@app/kernel';
import { ProviderMessages } from '@app/rails';
import { until } from '../support/conditions';
import { paymentIdOf } from '../support/paid-links';
import { adjust } from '../support/panel-money';
import type { Merchant, TestService } from '../support/service';
import type { CrashRail, CrashWork } from './crash-trial';
import type { Notification } from './provider-crash-rail';

export interface PaidLink {
  readonly linkId: string;
  readonly notification: Notification;
}

/** How many payments, and how many refunds take each of them as a whole. */
export interface RefundCounts {
  readonly payments: number;
  readonly refundsOfEach: number;
}

export interface RefundWork extends RefundCounts {
  /** Of each payment. */
  readonly link: Readonly<{ amount: number; currency: string }>;
  readonly provider: string;
  /** A payer pays a new link; returns it, and what the provider notifies. */
  pay(service: TestService, merchant: Merchant): Promise<PaidLink>;
  readonly rail: CrashRail;
}

/** Refunds that take all of some payments, and the whole balance of the wallet. */
export function refundWork(options: RefundWork): CrashWork {
  const { payments, refundsOfEach, link, rail } = options;
  const { currency } = link;
  const count = payments * refundsOfEach;
  const amount = (link.amount / refundsOfEach).toFixed(2);
  return {
    name: 'refunds',
    count,
    currency,
    rail,
    prepare: async (service, merchant) => {
      const ids = await Promise.all(Array.from({ length: payments }, () => payLink(options, service, merchant)));
      // The fees of the payments, which refunds take too.
      const credited = Money.of((await service.balance(merchant.local!.id))!, currency);
      const total = Money.of(String(link.amount * payments), currency);
      await adjust(service, merchant, total.minus(credited).toFixed());
      return ids.flatMap((id) =>
        Array.from({ length: refundsOfEach }, () => ({ path: `/received-payments/${id}/refunds`, body: { amount } })),
      );
    },
  };
}

/** A payer chooses a method on a new link, and pays; `pay` returns what the provider notifies. */
export function paying(
  link: Readonly<{ amount: number; currency: string }>,
  form: Readonly<{ method: string; [field: string]: string }>,
  pay: (reference: string) => Notification,
): RefundWork['pay'] {
  return async (service, merchant) => {
    const linkId = await service.createLink(merchant, link);
    const { reference } = await service.openOrder(linkId, form.method, form);
    return { linkId, notification: pay(reference) };
  };
}

/** The received payment of a new link that its payer has paid. */
async function payLink({ provider, pay }: RefundWork, service: TestService, merchant: Merchant): Promise<string> {
  const { linkId, notification } = await pay(service, merchant);
  await service.get(ProviderMessages).receive(provider, notification);
  // A busy service acknowledges the notification before it has settled it.
  return until('the payment is credited', () => paymentIdOf(service, linkId).catch(() => undefined));
}
