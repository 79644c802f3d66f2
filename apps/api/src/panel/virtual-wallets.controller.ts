import { LedgerService, type WalletProof } from '@app/ledger';
import { Get, Param } from '@nestjs/common';
import { Documented, DocumentedGroup } from '../http/documented';
import { success } from '../http/envelope';
import { OwnWallets } from './own-wallets';
import { PanelApi } from '../gateway/panel-api';
import { RequirePanelPermission } from '../gateway/panel-permission.guard';
import { PanelCallerParam, type PanelCaller } from '../gateway/panel-request';
import { walletJson } from './wallet-json';

@PanelApi('virtual-wallets')
@DocumentedGroup('Wallets', 'The money of the account, one currency in each wallet.')
export class VirtualWalletsController {
  constructor(
    private readonly wallets: OwnWallets,
    private readonly ledger: LedgerService,
  ) {}

  @Get()
  @Documented({
    operationId: 'listVirtualWallets',
    summary: 'List the wallets with their balances',
    description:
      'Every wallet that can be credited. The balance is what is available and what is reserved for outflows together; ' +
      'a debit that was returned once its money was spent can leave less than nothing available.',
    answer: 'VirtualWallets',
    message: 'Wallets found.',
  })
  async list(@PanelCallerParam() { user: { account } }: PanelCaller) {
    return success('Wallets found.', (await this.wallets.list(account)).map(walletJson));
  }

  @Get(':id/proof')
  @RequirePanelPermission('view_balance_movements')
  @Documented({
    operationId: 'proveVirtualWallet',
    summary: 'Explain the balance of a wallet',
    description:
      'What each type of movement has changed the balance by, those that the list of movements leaves out included. ' +
      'All of them add up to the balance.',
    answer: 'WalletProof',
    message: 'Balance explained.',
    codes: ['VIRTUAL_WALLET_NOT_FOUND'],
  })
  async prove(@PanelCallerParam() { user: { account } }: PanelCaller, @Param('id') id: string) {
    const wallet = await this.wallets.find(account, id);
    return success('Balance explained.', proofJson(await this.ledger.walletProof(wallet.id)));
  }
}

function proofJson({ wallet: { id, currency, balances }, lines, sum }: WalletProof) {
  return {
    virtual_wallet_id: id,
    currency,
    balance: balances.balance.toFixed(),
    lines: lines.map(({ type, visible, count, total }) => ({ type, visible, count, total: total.toFixed() })),
    sum: sum.toFixed(),
    adds_up: sum.equals(balances.balance),
  };
}
