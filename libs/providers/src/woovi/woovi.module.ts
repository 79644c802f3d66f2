import { UnitOfWork } from '@app/kernel';
import { CONFIG, egressAgent, Log, type Config } from '@app/platform';
import { ProviderObjects, RailsModule } from '@app/rails';
import { Module } from '@nestjs/common';
import { KeptIds } from '../kept-ids';
import { WooviClient } from './woovi-client';
import { WOOVI, type WooviObjectKind } from './woovi-wire';
import { WooviProvider } from './woovi.provider';

/** Less than a call has for its whole response. */
const CONNECT_MS = 9_000;

@Module({
  imports: [RailsModule],
  providers: [
    {
      provide: WooviProvider,
      inject: [CONFIG, Log, ProviderObjects, UnitOfWork],
      useFactory: (config: Config, log: Log, objects: ProviderObjects, uow: UnitOfWork) => {
        const { woovi, egressProxy: proxy } = config;
        const { appId = '', apiBase, publicKeys } = woovi;
        const dispatcher = egressAgent({ proxy, connectMs: CONNECT_MS });
        const ids = new KeptIds<WooviObjectKind>(WOOVI, objects, uow);
        return new WooviProvider(new WooviClient({ appId, apiBase, log, dispatcher }), publicKeys, ids, log);
      },
    },
  ],
  exports: [WooviProvider],
})
export class WooviModule {}
