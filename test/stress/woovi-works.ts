import { FAKE_APP_ID, type FakeWoovi } from '@app/providers/testing';
import type { CrashWork } from './crash-trial';
import { choosing, type OrderTrialOptions } from './order-trial';
import { payoutWork } from './payout-work';
import { ProviderCrashRail } from './provider-crash-rail';
import { paying, refundWork, type RefundCounts } from './refund-work';

/** Calls of Woovi's API that kills come amid. */
export const WOOVI_CALLS = {
  charge: /^POST \/api\/v1\/charge$/,
  ask: /^GET \/api\/v1\/charge\/[^/]+$/,
  refund: /^POST \/api\/v1\/charge\/[^/]+\/refund$/,
  create: /^POST \/api\/v1\/payment$/,
  approve: /^POST \/api\/v1\/payment\/approve$/,
} as const;

const LINK = { amount: 100, currency: 'BRL' } as const;
const FORM = { method: 'brl_pix' } as const;
const ACCOUNT = {
  holder_name: 'Ana Souza',
  document: { type: 'cpf', number: '111.444.777-35' },
  country: 'BR',
  currency: 'BRL',
  bank: { name: 'Banco do Brasil', pix_key: 'ana@example.com' },
};

/** The settings with which a service uses the fake as Woovi. */
export function wooviSettings(fake: FakeWoovi): Record<string, string> {
  return { WOOVI_APP_ID: FAKE_APP_ID, WOOVI_API_BASE: fake.url, WOOVI_PUBLIC_KEYS: fake.publicKeyPem };
}

/** Payers of links of 100 BRL, who choose Pix. */
export function wooviOrders(fake: FakeWoovi, count: number): OrderTrialOptions {
  const { account } = fake;
  return {
    count,
    journey: choosing(LINK, FORM),
    fake,
    opening: WOOVI_CALLS.charge,
    opened: () => [...account.charges.keys()],
    pay: (reference) => fake.message(account.pay(reference)),
  };
}

/** Refunds that take all of some payments of 100 BRL. */
export function wooviRefunds(fake: FakeWoovi, counts: RefundCounts): CrashWork {
  const { account } = fake;
  const made = () =>
    [...account.charges.values()].flatMap((charge) => charge.refunds.map((refund) => ({ charge, refund })));
  const withStatus = (status: string) => made().filter(({ refund }) => refund.status === status);
  const rail = new ProviderCrashRail((content) => fake.message(content), {
    name: 'refunds',
    made: () => made().map(({ refund }) => refund.correlationID),
    paid: () => withStatus('CONFIRMED').map(({ refund }) => refund.correlationID),
    end: () => withStatus('IN_PROCESSING').map(({ charge, refund }) => account.endRefund(charge.correlationID, refund)),
  });
  const pay = paying(LINK, FORM, (reference) => fake.message(account.pay(reference)));
  return refundWork({ ...counts, link: LINK, provider: 'woovi', pay, rail });
}

/** Payouts of 200 BRL. Woovi creates a payment in one call and pays it in the next. */
export function wooviPayouts(fake: FakeWoovi, count: number): CrashWork {
  const { account } = fake;
  const made = () => [...account.payments.values()];
  const rail = new ProviderCrashRail((content) => fake.message(content), {
    name: 'payouts',
    made: () => made().map(({ correlationID }) => correlationID),
    paid: () => made().flatMap(({ correlationID, paidCount }) => Array<string>(paidCount).fill(correlationID)),
    end: () =>
      made()
        .filter(({ status }) => status === 'APPROVED')
        .map(({ correlationID }) => account.confirm(correlationID)),
  });
  return payoutWork({ count, amount: '200.00', account: ACCOUNT, rail });
}
