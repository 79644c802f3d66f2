import { AccountsModule } from '@app/accounts';
import { FeesModule } from '@app/fees';
import { LedgerModule } from '@app/ledger';
import { PaymentLinksModule } from '@app/payment-links';
import { TransfersModule } from '@app/transfers';
import { WebhooksModule } from '@app/webhooks';
import { Module } from '@nestjs/common';
import { AccountController } from './account/account.controller';
import { ApiKeysController } from './api-keys/api-keys.controller';
import { AuditLogController } from './audit-log/audit-log.controller';
import { AuthController } from './auth/auth.controller';
import { PasswordsController } from './auth/passwords.controller';
import { SessionsController } from './auth/sessions.controller';
import { TotpController } from './auth/totp.controller';
import { BalanceMovementsController } from './balance-movements/balance-movements.controller';
import { BankAccountsController } from './bank-accounts/bank-accounts.controller';
import { BeneficiariesController } from './beneficiaries/beneficiaries.controller';
import { ListFiles } from './list-file';
import { PayoutsController } from './outflows/payouts.controller';
import { TransferMinimumController } from './outflows/transfer-minimum.controller';
import { TransferVerificationsController } from './outflows/transfer-verifications.controller';
import { PanelCardPaymentLinksController } from './card-payment-links/card-payment-links.controller';
import { PaymentExceptionsController } from './payment-exceptions/payment-exceptions.controller';
import { PanelPaymentLinksController } from './payment-links/payment-links.controller';
import { FeeConfigurationController } from './outflows/fee-configuration.controller';
import { DisputesController } from './disputes/disputes.controller';
import { PaymentRefundsController } from './refunds/payment-refunds.controller';
import { RefundsController } from './refunds/refunds.controller';
import { ReceivedPaymentsController } from './received-payments/received-payments.controller';
import { TransferTermsController } from './terms/transfer-terms.controller';
import { UsersController } from './users/users.controller';
import { UsdWalletController } from './wallets/usd-wallet.controller';
import { VirtualWalletsController } from './wallets/virtual-wallets.controller';
import { WebhookDeliveriesController } from './webhook-deliveries/webhook-deliveries.controller';
import { PanelWebhooksController } from './webhooks/webhooks.controller';

/** The panel API: what the web panel calls for a signed-in user. */
@Module({
  imports: [AccountsModule, FeesModule, LedgerModule, PaymentLinksModule, TransfersModule, WebhooksModule],
  controllers: [
    AuthController,
    SessionsController,
    PasswordsController,
    TotpController,
    AccountController,
    ApiKeysController,
    UsersController,
    AuditLogController,
    VirtualWalletsController,
    UsdWalletController,
    BalanceMovementsController,
    ReceivedPaymentsController,
    PaymentRefundsController,
    RefundsController,
    DisputesController,
    PanelPaymentLinksController,
    BeneficiariesController,
    BankAccountsController,
    // Before a controller of payouts/:id, since the first route that matches is taken.
    FeeConfigurationController,
    TransferMinimumController,
    TransferVerificationsController,
    PayoutsController,
    TransferTermsController,
    PanelCardPaymentLinksController,
    PaymentExceptionsController,
    PanelWebhooksController,
    WebhookDeliveriesController,
  ],
  providers: [ListFiles],
})
export class PanelModule {}
