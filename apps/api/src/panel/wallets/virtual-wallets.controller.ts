import { LedgerService, MerchantWallets } from '@app/ledger';
import { Get, Param } from '@nestjs/common';
import { Documented, DocumentedGroup } from '../../http/documented';
import { PanelApi } from '../../access/panel-api';
import { RequirePanelPermission } from '../../access/panel-permission.guard';
import { PanelCallerParam, type PanelCaller } from '../../access/panel-request';
import { WalletDto, WalletProofDto } from './wallet.dto';

@PanelApi('virtual-wallets')
@DocumentedGroup('Wallets', 'The money of the account, one currency in each wallet.')
export class VirtualWalletsController {
  constructor(
    private readonly ledger: LedgerService,
    private readonly wallets: MerchantWallets,
  ) {}

  @Get()
  @Documented({
    operationId: 'listVirtualWallets',
    summary: 'List the wallets with their balances',
    description:
      'Every wallet that can be credited. The balance is the sum of what is available and what is reserved for ' +
      'outflows. A debit that is returned after its money was spent can make the available balance negative.',
    response: [WalletDto],
    message: 'Wallets found.',
  })
  async list(@PanelCallerParam() { user: { account } }: PanelCaller) {
    return (await this.ledger.listMerchantWallets(account.id)).map((wallet) => WalletDto.of(wallet));
  }

  @Get(':id/proof')
  @RequirePanelPermission('view_balance_movements')
  @Documented({
    operationId: 'proveVirtualWallet',
    summary: 'Explain the balance of a wallet',
    description:
      'How much each type of movement has changed the balance, including the types that the list of movements leaves ' +
      'out. Together they add up to the balance.',
    response: WalletProofDto,
    message: 'Balance explained.',
    codes: ['VIRTUAL_WALLET_NOT_FOUND'],
  })
  async prove(@PanelCallerParam() { user: { account } }: PanelCaller, @Param('id') id: string) {
    return WalletProofDto.of(await this.wallets.proof(account.id, id));
  }
}
