import { AccountsModule } from '@app/accounts';
import { LedgerModule } from '@app/ledger';
import { PaymentLinksModule } from '@app/payment-links';
import { Module } from '@nestjs/common';
import { AccountController } from './account/account.controller';
import { ApiKeysController } from './api-keys/api-keys.controller';
import { AuditLogController } from './audit-log/audit-log.controller';
import { AuthController } from './auth/auth.controller';
import { BalanceMovementsController } from './balance-movements/balance-movements.controller';
import { PanelPaymentLinksController } from './payment-links/payment-links.controller';
import { ReceivedPaymentsController } from './received-payments/received-payments.controller';
import { UsersController } from './users/users.controller';
import { UsdWalletController } from './wallets/usd-wallet.controller';
import { VirtualWalletsController } from './wallets/virtual-wallets.controller';

/** The panel API: what the web panel calls for a signed-in user. */
@Module({
  imports: [AccountsModule, LedgerModule, PaymentLinksModule],
  controllers: [
    AuthController,
    AccountController,
    ApiKeysController,
    UsersController,
    AuditLogController,
    VirtualWalletsController,
    UsdWalletController,
    BalanceMovementsController,
    ReceivedPaymentsController,
    PanelPaymentLinksController,
  ],
})
export class PanelModule {}
