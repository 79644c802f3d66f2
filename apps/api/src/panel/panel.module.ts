import { AccountsModule } from '@app/accounts';
import { LedgerModule } from '@app/ledger';
import { PaymentLinksModule } from '@app/payment-links';
import { Module } from '@nestjs/common';
import { AccountController } from './account.controller';
import { ApiKeysController } from './api-keys.controller';
import { AuthController } from './auth.controller';
import { BalanceMovementsController } from './balance-movements.controller';
import { OwnWallets } from './own-wallets';
import { PanelPaymentLinksController } from './payment-links.controller';
import { ReceivedPaymentsController } from './received-payments.controller';
import { UsdWalletController } from './usd-wallet.controller';
import { VirtualWalletsController } from './virtual-wallets.controller';

/** The panel API: what the web panel calls on behalf of a user who is signed in. */
@Module({
  imports: [AccountsModule, LedgerModule, PaymentLinksModule],
  controllers: [
    AuthController,
    AccountController,
    ApiKeysController,
    VirtualWalletsController,
    UsdWalletController,
    BalanceMovementsController,
    ReceivedPaymentsController,
    PanelPaymentLinksController,
  ],
  providers: [OwnWallets],
})
export class PanelModule {}
