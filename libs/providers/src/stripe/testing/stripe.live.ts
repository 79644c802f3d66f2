import { NoUnitOfWork } from '@app/kernel/testing';
import { RecordedLog } from '@app/platform/testing';
import { InMemoryProviderObjects } from '@app/rails/testing';
import type { LiveProvider } from '../../testing/live';
import { StripeClient } from '../stripe-client';
import { StripeObjects } from '../stripe-objects';
import { stripeSdk } from '../stripe-sdk';
import { STRIPE } from '../stripe-wire';
import { StripeProvider } from '../stripe.provider';

/** Stripe with a key of its test mode. */
export const STRIPE_LIVE: LiveProvider = {
  name: STRIPE,
  addresses: ({ stripe }) => ({ STRIPE_API_BASE: stripe.apiBase }),
  secrets: ({ stripe: { secretKey = '', webhookSecrets } }) => [secretKey, ...webhookSecrets],
  build: ({ stripe: { secretKey = '', apiBase, webhookSecrets, financialAccount } }) => {
    const log = new RecordedLog();
    const client = new StripeClient(stripeSdk({ secretKey, apiBase }), log);
    const objects = new StripeObjects(new InMemoryProviderObjects(), new NoUnitOfWork());
    return new StripeProvider(client, { webhookSecrets, financialAccount }, objects, log);
  },
};
