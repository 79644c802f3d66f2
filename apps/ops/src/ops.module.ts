import { AccountsModule } from '@app/accounts';
import { BooksModule } from '@app/books';
import { FeesModule } from '@app/fees';
import { LedgerModule } from '@app/ledger';
import { PaymentLinksModule } from '@app/payment-links';
import { PlatformModule, type PlatformOptions } from '@app/platform';
import { ProvidersModule } from '@app/providers';
import { RailsModule } from '@app/rails';
import { RatesModule } from '@app/rates';
import { TransfersModule } from '@app/transfers';
import { WebhooksModule } from '@app/webhooks';
import { Module, type DynamicModule } from '@nestjs/common';

@Module({})
export class OpsModule {
  static forRoot(options: PlatformOptions): DynamicModule {
    return {
      module: OpsModule,
      imports: [
        PlatformModule.forRoot(options),
        AccountsModule,
        BooksModule,
        FeesModule,
        LedgerModule,
        PaymentLinksModule,
        RailsModule,
        RatesModule,
        ProvidersModule.forRoot(options.config),
        TransfersModule,
        WebhooksModule,
      ],
    };
  }
}
