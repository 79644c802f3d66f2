import { payoutMessage, type FakeDlocal, type FakeDlocalPayouts } from '@app/providers/testing';
import type { CrashWork } from './crash-trial';
import { choosing, type OrderTrialOptions } from './order-trial';
import { payoutWork } from './payout-work';
import { ProviderCrashRail } from './provider-crash-rail';
import { paying, refundWork, type RefundCounts } from './refund-work';

/** Calls of dLocal's two APIs that kills come amid, or that a trial counts. */
export const DLOCAL_CALLS = {
  payment: /^POST \/payments$/,
  refund: /^POST \/refunds$/,
  refundsOfPayment: /^GET \/payments\/[^/]+$/,
  token: /^POST \/oauth\/token$/,
  submit: /^POST \/payouts\/v3$/,
  find: /^GET \/payouts\/v3$/,
} as const;

const LINK = { amount: 100, currency: 'MXN' } as const;
const FORM = {
  method: 'mxn_spei',
  name: 'Ana María Pérez',
  email: 'ana@example.com',
  document_type: 'curp',
  document: 'HEGG560427MVZRRL04',
} as const;
const ACCOUNT = {
  holder_name: 'Ana María Pérez',
  document: { type: 'curp', number: 'HEGG560427MVZRRL04' },
  country: 'MX',
  currency: 'MXN',
  bank: { name: 'BBVA México', clabe: '012180001234567899' },
};

/** Payers of links of 100 MXN, who choose SPEI. */
export function dlocalOrders(fake: FakeDlocal, count: number): OrderTrialOptions {
  const { account } = fake;
  return {
    count,
    journey: choosing(LINK, FORM),
    fake,
    opening: DLOCAL_CALLS.payment,
    opened: () => [...account.payments.values()].map(({ order_id }) => order_id),
    pay: (reference) => fake.message(account.move(reference, 'PAID')),
  };
}

/** Refunds that take all of some payments of 100 MXN. */
export function dlocalRefunds(fake: FakeDlocal, counts: RefundCounts): CrashWork {
  const { account } = fake;
  const made = () => [...account.refunds.values()];
  const withStatus = (status: string) => made().filter((refund) => refund.status === status);
  const rail = new ProviderCrashRail((content) => fake.message(content), {
    name: 'refunds',
    made: () => made().map(({ description }) => description!),
    paid: () => withStatus('SUCCESS').map(({ description }) => description!),
    end: () => withStatus('PENDING').map(({ id }) => account.endRefund(id)),
  });
  const pay = paying(LINK, FORM, (reference) => fake.message(account.move(reference, 'PAID')));
  return refundWork({ ...counts, link: LINK, provider: 'dlocal', pay, rail });
}

/** Payouts of 200 MXN to a CLABE. dLocal does not sign what it says about them. */
export function dlocalPayouts({ account }: FakeDlocalPayouts, count: number): CrashWork {
  const rail = new ProviderCrashRail(payoutMessage, {
    name: 'payouts',
    made: () => [...account.payouts.keys()],
    paid: () => account.paidOut,
    end: () =>
      [...account.payouts.values()]
        .filter(({ status }) => status === 'PENDING')
        .map((payout) => account.move(payout.external_id, 'PAID')),
  });
  return payoutWork({ count, amount: '200.00', account: ACCOUNT, rail });
}
