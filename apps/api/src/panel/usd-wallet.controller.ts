import { ReceivingAccounts, UsdAccountNotEnabledError, type ReceivingAccount } from '@app/payment-links';
import { Get } from '@nestjs/common';
import { Documented, DocumentedGroup } from '../http/documented';
import { success } from '../http/envelope';
import { OwnWallets } from './own-wallets';
import { PanelApi } from '../gateway/panel-api';
import { PanelCallerParam, type PanelCaller } from '../gateway/panel-request';
import { walletJson } from './wallet-json';

@PanelApi('usd-wallet')
@DocumentedGroup('Wallets', 'The money of the account, one currency in each wallet.')
export class UsdWalletController {
  constructor(
    private readonly wallets: OwnWallets,
    private readonly accounts: ReceivingAccounts,
  ) {}

  @Get()
  @Documented({
    operationId: 'readUsdWallet',
    summary: 'Read the USD bank account',
    description: 'The USD wallet, and what somebody needs who sends a transfer to it. Only where USD is enabled.',
    answer: 'UsdWallet',
    message: 'USD wallet found.',
    codes: ['USD_ACCOUNT_NOT_ENABLED'],
  })
  async read(@PanelCallerParam() { user: { account } }: PanelCaller) {
    const wallet = (await this.wallets.list(account)).find(({ lane }) => lane === 'usd');
    if (!wallet || !account.usdEnabled) throw new UsdAccountNotEnabledError();
    const receiving = await this.accounts.find(wallet.id, account.name);
    if (!receiving) throw new UsdAccountNotEnabledError();
    return success('USD wallet found.', { ...walletJson(wallet), bank_account: bankAccountJson(receiving) });
  }
}

function bankAccountJson(receiving: ReceivingAccount) {
  return {
    holder_name: receiving.holder,
    bank_name: receiving.bankName,
    bank_address: receiving.bankAddress,
    routing_number: receiving.routingNumber,
    account_number: receiving.accountNumber,
    account_type: receiving.type,
  };
}
