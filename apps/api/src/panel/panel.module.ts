import { AccountsModule } from '@app/accounts';
import { FeesModule } from '@app/fees';
import { LedgerModule } from '@app/ledger';
import { PaymentLinksModule } from '@app/payment-links';
import { WebhooksModule } from '@app/webhooks';
import { Module } from '@nestjs/common';
import { AccountController } from './account/account.controller';
import { ApiKeysController } from './api-keys/api-keys.controller';
import { AuthController } from './auth/auth.controller';
import { BalanceMovementsController } from './balance-movements/balance-movements.controller';
import { PanelCardPaymentLinksController } from './card-payment-links/card-payment-links.controller';
import { PaymentExceptionsController } from './payment-exceptions/payment-exceptions.controller';
import { PanelPaymentLinksController } from './payment-links/payment-links.controller';
import { FeeConfigurationController } from './payouts/fee-configuration.controller';
import { ReceivedPaymentsController } from './received-payments/received-payments.controller';
import { UsdWalletController } from './wallets/usd-wallet.controller';
import { VirtualWalletsController } from './wallets/virtual-wallets.controller';
import { WebhookDeliveriesController } from './webhook-deliveries/webhook-deliveries.controller';
import { PanelWebhooksController } from './webhooks/webhooks.controller';

/** The panel API: what the web panel calls for a signed-in user. */
@Module({
  imports: [AccountsModule, FeesModule, LedgerModule, PaymentLinksModule, WebhooksModule],
  controllers: [
    AuthController,
    AccountController,
    ApiKeysController,
    VirtualWalletsController,
    UsdWalletController,
    BalanceMovementsController,
    ReceivedPaymentsController,
    PanelPaymentLinksController,
    PanelCardPaymentLinksController,
    PaymentExceptionsController,
    // Before payouts, whose paths have an id in this place.
    FeeConfigurationController,
    PanelWebhooksController,
    WebhookDeliveriesController,
  ],
})
export class PanelModule {}
