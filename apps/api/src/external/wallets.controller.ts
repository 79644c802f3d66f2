import { LedgerService } from '@app/ledger';
import { Get } from '@nestjs/common';
import { Documented, DocumentedGroup } from '../http/documented';
import { ExternalApi } from '../access/external-api';
import { CallerParam, type Caller } from '../access/external-request';
import { WalletDto } from './wallet.dto';

@ExternalApi('v1/wallets')
@DocumentedGroup('Wallets', 'Where collected money is kept.')
export class WalletsController {
  constructor(private readonly ledger: LedgerService) {}

  @Get()
  @Documented({
    operationId: 'listWallets',
    summary: 'List the currencies of the wallets',
    description: 'Look up a currency by name, never by position: the order has no meaning.',
    response: [WalletDto],
    message: 'Wallets found.',
  })
  async list(@CallerParam() { account }: Caller) {
    const wallets = await this.ledger.listMerchantWallets(account.id);
    const currencies = new Set(wallets.map(({ currency }) => currency));
    return [...currencies].map((currency): WalletDto => ({ currency }));
  }
}
