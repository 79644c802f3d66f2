import { FAKE_FINANCIAL_ACCOUNT, FAKE_STRIPE_KEY, FAKE_WEBHOOK_SECRET, type FakeStripe } from '@app/providers/testing';
import { createCardLink } from '../support/paid-links';
import type { CrashWork, Kill } from './crash-trial';
import { payoutWork } from './payout-work';
import { amid, ProviderCrashRail } from './provider-crash-rail';
import { refundWork, type RefundCounts } from './refund-work';

/** Calls of Stripe's API that kills come amid. */
export const STRIPE_CALLS = {
  refund: /^POST .*refunds$/,
  recipient: /^POST .*core.accounts$/,
  bankAccount: /^POST .*outbound_setup_intents$/,
  payment: /^POST .*outbound_payments$/,
} as const;

const LINK = { amount: 100, currency: 'BRL' } as const;
const ACCOUNT = {
  holder_name: 'Café Río',
  document: { type: 'ein', number: '12-3456789' },
  country: 'US',
  currency: 'USD',
  bank: { name: 'Test Bank', routing_number: '021000021', account_number: '000123456789', account_type: 'checking' },
};

/** The settings with which a service uses the fake as Stripe. */
export function stripeSettings(fake: FakeStripe): Record<string, string> {
  return {
    STRIPE_SECRET_KEY: FAKE_STRIPE_KEY,
    STRIPE_WEBHOOK_SECRETS: FAKE_WEBHOOK_SECRET,
    STRIPE_API_BASE: fake.url,
    STRIPE_FINANCIAL_ACCOUNT: FAKE_FINANCIAL_ACCOUNT,
  };
}

/** A kill after which Stripe has forgotten the keys of all calls, as it does a day later. */
export function forgetting(fake: FakeStripe, call: RegExp): NonNullable<Kill['amidCall']> {
  return async (calls, kill) => {
    await amid(fake, call)(calls, kill);
    fake.keys.forget();
  };
}

/** Refunds that take all of some payments of 100 BRL by card. */
export function stripeRefunds(fake: FakeStripe, counts: RefundCounts): CrashWork {
  const { account } = fake;
  account.refunds.areSlow = true;
  const named = (status?: string) =>
    [...account.refunds.refunds.values()]
      .filter((refund) => refund.status === (status ?? refund.status))
      .map(({ metadata }) => metadata!['servicepay_id']!);
  const rail = new ProviderCrashRail((refund) => fake.message('refund.updated', refund), {
    name: 'refunds',
    made: () => named(),
    paid: () => named('succeeded'),
    end: () =>
      [...account.refunds.refunds.values()]
        .filter(({ status }) => status === 'pending')
        .map((refund) => account.refunds.end(refund, 'succeeded')),
  });
  return refundWork({
    ...counts,
    link: LINK,
    provider: 'stripe',
    pay: async (_service, merchant) => {
      const linkId = await createCardLink(merchant, LINK);
      const session = account.payByCard(`sp-${linkId}`);
      return { linkId, notification: fake.message('checkout.session.completed', session) };
    },
    rail,
  });
}

/** Payouts of 200 USD. Stripe has a recipient, its bank account and the payment. */
export function stripePayouts(fake: FakeStripe, count: number): CrashWork {
  const { outbound } = fake.account;
  const made = () => [...outbound.payments.values()];
  const idOf = ({ metadata }: ReturnType<typeof made>[number]) => metadata!['servicepay_id']!;
  const thin = ({ id, object: type }: ReturnType<typeof made>[number]) => ({ id, type, url: `/v2/${id}` });
  const rail = new ProviderCrashRail(
    (related) => fake.thinMessage('v2.money_management.outbound_payment.posted', related as ReturnType<typeof thin>),
    {
      name: 'payouts',
      made: () => made().map(idOf),
      paid: () => made().flatMap((payment) => Array<string>(payment.paidCount).fill(idOf(payment))),
      end: () =>
        made()
          .filter(({ status }) => status === 'processing')
          .map((payment) => thin(outbound.post(payment))),
    },
  );
  return payoutWork({ count, amount: '200.00', account: ACCOUNT, rail });
}
