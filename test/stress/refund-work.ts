import { Money } from '@app/kernel';
import { ProviderMessages } from '@app/rails';
import { until } from '../support/conditions';
import { paymentIdOf } from '../support/paid-links';
import { adjust } from '../support/panel-money';
import type { Merchant, TestService } from '../support/service';
import type { CrashRail, CrashWork } from './crash-trial';
import type { Notification } from './provider-crash-rail';

export interface RefundWork {
  readonly payments: number;
  readonly refundsOfEach: number;
  /** Of each refund, so that all of them take the payments as a whole. */
  readonly amount: string;
  readonly link: Readonly<{ amount: number; currency: string }>;
  /** What the payers send to the checkout. */
  readonly form: Readonly<{ method: string; [field: string]: string }>;
  readonly provider: string;
  /** The payer of the order pays; returns what the provider notifies. */
  pay(reference: string): Notification;
  readonly rail: CrashRail;
}

/** Refunds that take all of some payments, and the whole balance of the wallet. */
export function refundWork(options: RefundWork): CrashWork {
  const { payments, refundsOfEach, amount, rail } = options;
  const { currency } = options.link;
  const count = payments * refundsOfEach;
  return {
    name: 'refunds',
    count,
    currency,
    rail,
    prepare: async (service, merchant) => {
      const ids = await Promise.all(Array.from({ length: payments }, () => payLink(options, service, merchant)));
      // The fees of the payments, which refunds take too.
      const credited = Money.of((await service.balance(merchant.local!.id))!, currency);
      const total = Money.of(Money.of(amount, currency).amount.times(String(count)), currency);
      await adjust(service, merchant, total.minus(credited).toFixed());
      return ids.flatMap((id) =>
        Array.from({ length: refundsOfEach }, () => ({ path: `/received-payments/${id}/refunds`, body: { amount } })),
      );
    },
  };
}

/** The received payment of a new link that its payer has paid. */
async function payLink(options: RefundWork, service: TestService, merchant: Merchant): Promise<string> {
  const { link, form, provider } = options;
  const linkId = await service.createLink(merchant, link);
  const { reference } = await service.openOrder(linkId, form.method, form);
  await service.get(ProviderMessages).receive(provider, options.pay(reference));
  // A busy service acknowledges the notification before it has settled it.
  return until('the payment is credited', () => paymentIdOf(service, linkId).catch(() => undefined));
}
