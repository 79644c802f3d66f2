import type { Account } from '@app/accounts';
import { UnitOfWork, USD } from '@app/kernel';
import { LedgerService, type Wallet } from '@app/ledger';
import { askProvider, ProviderObjects, ProviderRoutes, Providers } from '@app/rails';
import { Injectable } from '@nestjs/common';
import { UsdAccountNotEnabledError } from '../domain/errors';
import { USD_ACCOUNT } from '../domain/usd-account';
import { ReceivingAccounts, type ReceivingAccount } from './receiving-accounts';

/** The USD wallets of merchants, each with the bank account that its transfers are sent to. */
@Injectable()
export class UsdAccounts {
  constructor(
    private readonly ledger: LedgerService,
    private readonly providers: Providers,
    private readonly routes: ProviderRoutes,
    private readonly objects: ProviderObjects,
    private readonly uow: UnitOfWork,
  ) {}

  /**
   * The wallet stays with the provider that first had an account for it. Throws `UsdAccountNotEnabledError` where USD
   * is not enabled, there is no USD wallet, or no provider has an account for it.
   */
  async of(account: Account): Promise<{ wallet: Wallet; bankAccount: ReceivingAccount }> {
    const wallets = await this.ledger.listMerchantWallets(account.id);
    const wallet = wallets.find(({ lane }) => lane === 'usd');
    if (!wallet || !account.usdEnabled) throw new UsdAccountNotEnabledError();
    const opened = await this.objects.find(USD_ACCOUNT, wallet.id);
    const receiving = opened ? this.providers.adapterOf(ReceivingAccounts, opened.provider) : this.routed();
    const bankAccount = await askProvider(async (signal) => receiving?.find(wallet.id, account.name, signal));
    if (!receiving || !bankAccount) throw new UsdAccountNotEnabledError();
    if (!opened) {
      const object = { provider: receiving.provider, kind: USD_ACCOUNT, ourId: wallet.id };
      await this.uow.once((tx) => this.objects.add(tx, { ...object, theirId: bankAccount.accountNumber }));
    }
    return { wallet, bankAccount };
  }

  private routed(): ReceivingAccounts | undefined {
    const route = this.routes.receive(USD);
    return route && this.providers.adapterIn(ReceivingAccounts, route.provider);
  }
}
