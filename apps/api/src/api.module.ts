import { LedgerModule } from '@app/ledger';
import { MailModule } from '@app/mail';
import { PaymentLinksModule } from '@app/payment-links';
import { PlatformModule, type PlatformOptions } from '@app/platform';
import { ProvidersModule, SandboxModule } from '@app/providers';
import { RailsModule } from '@app/rails';
import { TransfersModule } from '@app/transfers';
import { WebhooksModule } from '@app/webhooks';
import { Module, type DynamicModule } from '@nestjs/common';
import { CheckoutModule } from './checkout/checkout.module';
import { DocsModule } from './docs/docs.module';
import { FeesModule } from '@app/fees';
import { RatesModule } from '@app/rates';
import { CardPaymentLinksController } from './external/card-payment-links.controller';
import { ConversionsController } from './external/conversions.controller';
import { PaymentMethodsController } from './external/payment-methods.controller';
import { PaymentLinksController } from './external/payment-links.controller';
import { WalletsController } from './external/wallets.controller';
import { WebhooksController } from './external/webhooks.controller';
import { AccessModule } from './access/access.module';
import { PanelModule } from './panel/panel.module';
import { ProvidersController } from './providers/providers.controller';
import { DepositSimulator } from './sandbox/deposit-simulator';
import { PayoutSimulator } from './sandbox/payout-simulator';
import { PayoutsSandboxController } from './sandbox/payouts-sandbox.controller';
import { RailCaller } from './sandbox/rail-caller';
import { RefundSimulator } from './sandbox/refund-simulator';
import { SandboxController } from './sandbox/sandbox.controller';
import { SandboxScope } from './sandbox/sandbox-scope';
import { Simulator } from './sandbox/simulator';
import { WebPanelModule } from './web-panel/web-panel.module';

@Module({})
export class ApiModule {
  static forRoot(options: PlatformOptions): DynamicModule {
    return {
      module: ApiModule,
      imports: [
        PlatformModule.forRoot(options),
        AccessModule,
        FeesModule,
        LedgerModule,
        MailModule,
        PaymentLinksModule,
        TransfersModule,
        RailsModule,
        RatesModule,
        ProvidersModule.forRoot(options.config),
        SandboxModule,
        WebhooksModule,
        CheckoutModule,
        PanelModule,
        WebPanelModule,
        DocsModule.forRoot(options.config),
      ],
      controllers: [
        PaymentLinksController,
        CardPaymentLinksController,
        PaymentMethodsController,
        ConversionsController,
        WalletsController,
        WebhooksController,
        ProvidersController,
        SandboxController,
        PayoutsSandboxController,
      ],
      providers: [Simulator, PayoutSimulator, RefundSimulator, DepositSimulator, RailCaller, SandboxScope],
    };
  }
}
