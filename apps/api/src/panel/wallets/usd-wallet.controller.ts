import { LedgerService } from '@app/ledger';
import { ReceivingAccounts, UsdAccountNotEnabledError } from '@app/payment-links';
import { Get } from '@nestjs/common';
import { Documented, DocumentedGroup } from '../../http/documented';
import { success } from '../../http/envelope';
import { PanelApi } from '../../gateway/panel-api';
import { PanelCallerParam, type PanelCaller } from '../../gateway/panel-request';
import { UsdWalletDto } from './wallet.dto';

@PanelApi('usd-wallet')
@DocumentedGroup('Wallets', 'The money of the account, one currency in each wallet.')
export class UsdWalletController {
  constructor(
    private readonly ledger: LedgerService,
    private readonly accounts: ReceivingAccounts,
  ) {}

  @Get()
  @Documented({
    operationId: 'readUsdWallet',
    summary: 'Read the USD bank account',
    description: 'The USD wallet, and the bank details for a transfer to it. Only where USD is enabled.',
    answer: UsdWalletDto,
    message: 'USD wallet found.',
    codes: ['USD_ACCOUNT_NOT_ENABLED'],
  })
  async read(@PanelCallerParam() { user: { account } }: PanelCaller) {
    const wallet = (await this.ledger.merchantWallets(account.id)).find(({ lane }) => lane === 'usd');
    if (!wallet || !account.usdEnabled) throw new UsdAccountNotEnabledError();
    const receiving = await this.accounts.find(wallet.id, account.name);
    if (!receiving) throw new UsdAccountNotEnabledError();
    return success('USD wallet found.', UsdWalletDto.ofAccount(wallet, receiving));
  }
}
