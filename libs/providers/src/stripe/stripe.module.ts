import { Clock } from '@app/kernel';
import { CONFIG, egressAgent, Log, type Config } from '@app/platform';
import { RailsModule } from '@app/rails';
import { Module } from '@nestjs/common';
import { createHmac } from 'node:crypto';
import { StripeClient } from './stripe-client';
import { StripeObjects } from './stripe-objects';
import { StripeProvider } from './stripe.provider';

/** Less than a call has for its whole response. */
const CONNECT_MS = 9_000;

@Module({
  imports: [RailsModule],
  providers: [
    StripeObjects,
    {
      provide: StripeProvider,
      inject: [CONFIG, StripeObjects, Clock, Log],
      useFactory: async (config: Config, objects: StripeObjects, clock: Clock, log: Log) => {
        const { stripe, egressProxy: proxy, secretsKey } = config;
        const { secretKey = '', apiBase, webhookSecrets, financialAccount } = stripe;
        const dispatcher = egressAgent({ proxy, connectMs: CONNECT_MS });
        // Takes a fifth of a second, which processes without Stripe do not need.
        const { stripeSdk } = await import('./stripe-sdk.js');
        const client = new StripeClient(stripeSdk({ secretKey, apiBase, dispatcher }), log);
        const fingerprintKey = createHmac('sha256', secretsKey).update('stripe recipients').digest();
        const account = { webhookSecrets, financialAccount, fingerprintKey };
        return new StripeProvider(client, account, objects, clock, log);
      },
    },
  ],
  exports: [StripeProvider],
})
export class StripeModule {}
