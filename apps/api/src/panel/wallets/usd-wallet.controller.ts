import { UsdAccounts } from '@app/payment-links';
import { Get } from '@nestjs/common';
import { Documented, DocumentedGroup } from '../../http/documented';
import { PanelApi } from '../../access/panel-api';
import { PanelCallerParam, type PanelCaller } from '../../access/panel-request';
import { UsdWalletDto } from './wallet.dto';

@PanelApi('usd-wallet')
@DocumentedGroup('Wallets', 'The money of the account, one currency in each wallet.')
export class UsdWalletController {
  constructor(private readonly accounts: UsdAccounts) {}

  @Get()
  @Documented({
    operationId: 'readUsdWallet',
    summary: 'Read the USD bank account',
    description: 'The USD wallet, and the bank details for a transfer to it. Only where USD is enabled.',
    response: UsdWalletDto,
    message: 'USD wallet found.',
    codes: ['USD_ACCOUNT_NOT_ENABLED'],
  })
  async read(@PanelCallerParam() { user: { account } }: PanelCaller) {
    const { wallet, bankAccount } = await this.accounts.of(account);
    return UsdWalletDto.ofAccount(wallet, bankAccount);
  }
}
