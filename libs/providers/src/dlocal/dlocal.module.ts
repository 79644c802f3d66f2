import { Clock, UnitOfWork } from '@app/kernel';
import { CONFIG, egressAgent, Log, type Config } from '@app/platform';
import { ProviderObjects, RailsModule } from '@app/rails';
import { Module } from '@nestjs/common';
import { KeptIds } from '../kept-ids';
import { DlocalClient } from './dlocal-client';
import { methodsWith } from './dlocal-methods';
import type { DlocalPart } from './dlocal-part';
import { DlocalPayins } from './dlocal-payins';
import { DlocalPayoutClient } from './dlocal-payout-client';
import { DlocalPayouts } from './dlocal-payouts';
import type { DlocalObjectKind } from './dlocal-refunds';
import { DLOCAL } from './dlocal-wire';
import { DlocalProvider } from './dlocal.provider';

/** Less than a call has for its whole response. */
const CONNECT_MS = 9_000;

/** Where dLocal reports. It calls no address without TLS: then its dashboard says where. */
function notificationUrl(publicUrl: string): string | undefined {
  return publicUrl.startsWith('https:') ? `${publicUrl}/providers/${DLOCAL}/notifications` : undefined;
}

@Module({
  imports: [RailsModule],
  providers: [
    {
      provide: DlocalProvider,
      inject: [CONFIG, Log, Clock, ProviderObjects, UnitOfWork],
      useFactory: (config: Config, log: Log, clock: Clock, objects: ProviderObjects, uow: UnitOfWork) => {
        const { dlocal, publicUrl, egressProxy: proxy } = config;
        const { credentials, apiBase, methodIds, payouts } = dlocal;
        // The configuration requires them when it names the provider.
        if (!credentials) throw new Error('dLocal has no credentials');
        const dispatcher = egressAgent({ proxy, connectMs: CONNECT_MS });
        const client = new DlocalClient({ credentials, apiBase, log, dispatcher });
        const ids = new KeptIds<DlocalObjectKind>(DLOCAL, objects, uow);
        const [address, methods] = [notificationUrl(publicUrl), methodsWith(methodIds)];
        const parts: DlocalPart[] = [new DlocalPayins(client, { methods, notificationUrl: address, ids, clock, log })];
        if (payouts) {
          const payoutClient = new DlocalPayoutClient({ ...payouts, log, clock, dispatcher });
          parts.push(new DlocalPayouts(payoutClient, address, log));
        }
        return new DlocalProvider(credentials, parts);
      },
    },
  ],
  exports: [DlocalProvider],
})
export class DlocalModule {}
