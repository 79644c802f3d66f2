import type { Account } from '@app/accounts';
import { LedgerService, type Wallet } from '@app/ledger';
import { Injectable } from '@nestjs/common';
import { UsdAccountNotEnabledError } from '../domain/errors';
import { ReceivingAccounts, type ReceivingAccount } from './receiving-accounts';

/** The USD wallets of merchants, each with the bank account that its transfers are sent to. */
@Injectable()
export class UsdAccounts {
  constructor(
    private readonly ledger: LedgerService,
    private readonly receiving: ReceivingAccounts,
  ) {}

  /**
   * Throws `UsdAccountNotEnabledError` where USD is not enabled, there is no USD wallet, or the bank has no account for
   * it.
   */
  async of(account: Account): Promise<{ wallet: Wallet; bankAccount: ReceivingAccount }> {
    const wallets = await this.ledger.merchantWallets(account.id);
    const wallet = wallets.find(({ lane }) => lane === 'usd');
    if (!wallet || !account.usdEnabled) throw new UsdAccountNotEnabledError();
    const bankAccount = await this.receiving.find(wallet.id, account.name);
    if (!bankAccount) throw new UsdAccountNotEnabledError();
    return { wallet, bankAccount };
  }
}
