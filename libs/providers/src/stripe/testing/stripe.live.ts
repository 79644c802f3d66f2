import { SystemClock } from '@app/kernel';
import { NoUnitOfWork } from '@app/kernel/testing';
import { DEBIT } from '@app/payment-links/testing';
import { RecordedLog } from '@app/platform/testing';
import { InMemoryProviderObjects } from '@app/rails/testing';
import type { LiveProvider } from '../../testing/live';
import { StripeClient } from '../stripe-client';
import { StripeObjects } from '../stripe-objects';
import { stripeSdk } from '../stripe-sdk';
import { STRIPE } from '../stripe-wire';
import { StripeProvider } from '../stripe.provider';
import { aUsPayout } from './stripe.subject';

/** The routing number of Stripe's test bank, and one that no bank has. */
const [TEST_BANK, NO_BANK] = ['110000000', '110000001'];

const debitAt = (routingNumber: string) => ({ ...DEBIT, account: { ...DEBIT.account, routingNumber } });

/** Stripe with a key of its test mode. */
export const STRIPE_LIVE: LiveProvider = {
  name: STRIPE,
  addresses: ({ stripe }) => ({ STRIPE_API_BASE: stripe.apiBase }),
  secrets: ({ stripe: { secretKey = '', webhookSecrets } }) => [secretKey, ...webhookSecrets],
  orders: { debits: { taken: debitAt(TEST_BANK), declined: debitAt(NO_BANK) }, payoutOrder: aUsPayout },
  build: ({ stripe: { secretKey = '', apiBase, webhookSecrets, financialAccount } }) => {
    const log = new RecordedLog();
    const client = new StripeClient(stripeSdk({ secretKey, apiBase }), log);
    const objects = new StripeObjects(new InMemoryProviderObjects(), new NoUnitOfWork());
    const account = { webhookSecrets, financialAccount, fingerprintKey: Buffer.alloc(32) };
    return new StripeProvider(client, account, objects, new SystemClock(), log);
  },
};
