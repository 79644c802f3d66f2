import { CONFIG, egressAgent, Log, type Config } from '@app/platform';
import { RailsModule } from '@app/rails';
import { Module } from '@nestjs/common';
import { DlocalClient } from './dlocal-client';
import { DlocalPayins } from './dlocal-payins';
import { DlocalProvider } from './dlocal.provider';

/** Less than a call has for its whole response. */
const CONNECT_MS = 9_000;

@Module({
  imports: [RailsModule],
  providers: [
    {
      provide: DlocalProvider,
      inject: [CONFIG, Log],
      useFactory: ({ dlocal: { credentials, apiBase }, egressProxy: proxy }: Config, log: Log) => {
        // The configuration requires them when it names the provider.
        if (!credentials) throw new Error('dLocal has no credentials');
        const dispatcher = egressAgent({ proxy, connectMs: CONNECT_MS });
        const client = new DlocalClient({ credentials, apiBase, log, dispatcher });
        return new DlocalProvider(credentials, [new DlocalPayins(client)]);
      },
    },
  ],
  exports: [DlocalProvider],
})
export class DlocalModule {}
