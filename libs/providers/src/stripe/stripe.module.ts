import { CONFIG, egressAgent, Log, type Config } from '@app/platform';
import { RailsModule } from '@app/rails';
import { Module } from '@nestjs/common';
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
      inject: [CONFIG, StripeObjects, Log],
      useFactory: async ({ stripe, egressProxy: proxy }: Config, objects: StripeObjects, log: Log) => {
        const { secretKey = '', apiBase, webhookSecrets, financialAccount } = stripe;
        const dispatcher = egressAgent({ proxy, connectMs: CONNECT_MS });
        // Takes a fifth of a second, which processes without Stripe do not need.
        const { stripeSdk } = await import('./stripe-sdk.js');
        const client = new StripeClient(stripeSdk({ secretKey, apiBase, dispatcher }), log);
        return new StripeProvider(client, { webhookSecrets, financialAccount }, objects, log);
      },
    },
  ],
  exports: [StripeProvider],
})
export class StripeModule {}
