import { CONFIG, egressAgent, Log, type Config } from '@app/platform';
import { RailsModule } from '@app/rails';
import { Module } from '@nestjs/common';
import { WooviClient } from './woovi-client';
import { WooviProvider } from './woovi.provider';

/** Less than a call has for its whole response. */
const CONNECT_MS = 9_000;

@Module({
  imports: [RailsModule],
  providers: [
    {
      provide: WooviProvider,
      inject: [CONFIG, Log],
      useFactory: ({ woovi: { appId = '', apiBase, publicKeys }, egressProxy: proxy }: Config, log: Log) => {
        const dispatcher = egressAgent({ proxy, connectMs: CONNECT_MS });
        return new WooviProvider(new WooviClient({ appId, apiBase, log, dispatcher }), publicKeys, log);
      },
    },
  ],
  exports: [WooviProvider],
})
export class WooviModule {}
