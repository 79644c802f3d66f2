import { Clock } from '@app/kernel';
import { CONFIG, egressAgent, Log, type Config } from '@app/platform';
import { RailsModule } from '@app/rails';
import { Module } from '@nestjs/common';
import { DlocalClient } from './dlocal-client';
import type { DlocalPart } from './dlocal-part';
import { DlocalPayins } from './dlocal-payins';
import { DlocalPayoutClient } from './dlocal-payout-client';
import { DlocalPayouts } from './dlocal-payouts';
import { DLOCAL } from './dlocal-wire';
import { DlocalProvider } from './dlocal.provider';

/** Less than a call has for its whole response. */
const CONNECT_MS = 9_000;

/** Where dLocal reports about payouts. It calls no address without TLS: then its dashboard says where. */
function notificationUrl(publicUrl: string): string | undefined {
  return publicUrl.startsWith('https:') ? `${publicUrl}/providers/${DLOCAL}/notifications` : undefined;
}

@Module({
  imports: [RailsModule],
  providers: [
    {
      provide: DlocalProvider,
      inject: [CONFIG, Log, Clock],
      useFactory: ({ dlocal, publicUrl, egressProxy: proxy }: Config, log: Log, clock: Clock) => {
        const { credentials, apiBase, payouts } = dlocal;
        // The configuration requires them when it names the provider.
        if (!credentials) throw new Error('dLocal has no credentials');
        const dispatcher = egressAgent({ proxy, connectMs: CONNECT_MS });
        const client = new DlocalClient({ credentials, apiBase, log, dispatcher });
        const parts: DlocalPart[] = [new DlocalPayins(client)];
        if (payouts) {
          const payoutClient = new DlocalPayoutClient({ ...payouts, log, clock, dispatcher });
          parts.push(new DlocalPayouts(payoutClient, notificationUrl(publicUrl), log));
        }
        return new DlocalProvider(credentials, parts);
      },
    },
  ],
  exports: [DlocalProvider],
})
export class DlocalModule {}
