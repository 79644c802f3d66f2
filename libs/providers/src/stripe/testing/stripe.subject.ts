import { Money, newId } from '@app/kernel';
import { NoUnitOfWork, StandingClock } from '@app/kernel/testing';
import { CARD } from '@app/payment-links';
import { aRailRefundOrder, DEBIT, debitOf } from '@app/payment-links/testing';
import { RecordedLog } from '@app/platform/testing';
import { InMemoryProviderObjects } from '@app/rails/testing';
import { aRailPayoutOrder } from '@app/transfers/testing';
import type { ProviderSubject } from '../../testing/subject';
import { StripeCardPlatform } from '../stripe-card.platform';
import { StripeClient } from '../stripe-client';
import { StripeObjects } from '../stripe-objects';
import { StripePayments } from '../stripe-payments';
import { stripeSdk } from '../stripe-sdk';
import { sentIdOf } from '../../sent-ids';
import { metadataOf, STRIPE } from '../stripe-wire';
import { StripeProvider } from '../stripe.provider';
import { BLOCKED_ACCOUNT } from './fake-debits';
import { FAKE_FINANCIAL_ACCOUNT } from './fake-outbound-payments';
import { FAKE_STRIPE_KEY, FAKE_WEBHOOK_SECRET, FakeStripe } from './fake-stripe';

/** The provider over the fake, its parts, and what it logs. `store`: the ids that an earlier process stored. */
export function stripeOver(
  fake: FakeStripe,
  secretKey = FAKE_STRIPE_KEY,
  { financialAccount = FAKE_FINANCIAL_ACCOUNT as string | null, store = new InMemoryProviderObjects() } = {},
) {
  const log = new RecordedLog();
  const client = new StripeClient(stripeSdk({ secretKey, apiBase: fake.url }), log);
  const objects = new StripeObjects(store, new NoUnitOfWork());
  const account = {
    webhookSecrets: [FAKE_WEBHOOK_SECRET],
    financialAccount: financialAccount ?? undefined,
    fingerprintKey: Buffer.alloc(32, 7),
  };
  const clock = new StandingClock();
  const provider = new StripeProvider(client, account, objects, clock, log);
  return { provider, client, objects, payments: new StripePayments(client, objects, log), clock, log };
}

/** A payout of 48.46 USD to a bank account in the United States. */
export function aUsPayout(changes: Parameters<typeof aRailPayoutOrder>[0] = {}) {
  return aRailPayoutOrder({
    amount: Money.of('48.46', 'USD'),
    destination: {
      name: 'Ana Maria Souza',
      document: { type: 'passport', number: 'A1234567' },
      country: 'US',
      bank: {
        name: 'Test Bank',
        routing_number: '110000000',
        account_number: '000123456789',
        account_type: 'checking',
      },
    },
    ...changes,
  });
}

/** A card link of 100 BRL that its payer has paid, and an order of a refund of 10 BRL. */
export async function aPaidLink(fake: FakeStripe, { client, objects, payments }: ReturnType<typeof stripeOver>) {
  const linkId = newId();
  const request = {
    linkId,
    amount: Money.of('100', 'BRL'),
    description: 'Order 1001',
    returnUrl: 'https://pay.example.com/checkout/1',
  };
  const platform = new StripeCardPlatform(client, objects, payments);
  const { reference } = await platform.openSession(request, new AbortController().signal);
  fake.account.payByCard(reference);
  return aRailRefundOrder({ provider: STRIPE, orderId: newId(), orderReference: reference });
}

export const STRIPE_SUBJECT: ProviderSubject = {
  name: STRIPE,
  storedNames: [STRIPE],
  methods: [CARD, 'usd_bank_debit'],
  refunds: true,
  paysOut: true,
  receives: true,
  start: async () => {
    const fake = await FakeStripe.start();
    const stripe = stripeOver(fake);
    return {
      provider: stripe.provider,
      stop: () => fake.stop(),
      messages: {
        [STRIPE]: (reference, now) =>
          fake.message(
            'refund.failed',
            { id: 're_1', payment_intent: 'pi_1', status: 'failed', metadata: metadataOf(sentIdOf(reference)) },
            now,
          ),
      },
      messagesExpire: true,
      setFunds: (amount) => fake.account.setFunds(amount),
      debits: { taken: DEBIT, declined: debitOf(BLOCKED_ACCOUNT) },
      payoutOrder: aUsPayout,
      payCard: async (reference) => void fake.account.payByCard(reference),
      paidOrder: () => aPaidLink(fake, stripe),
    };
  },
};
