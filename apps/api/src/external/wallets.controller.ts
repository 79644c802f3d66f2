import { LedgerService } from '@app/ledger';
import { Get } from '@nestjs/common';
import { ExternalApi } from '../gateway/external-api';
import { CallerParam, type Caller } from '../gateway/request';
import { success } from './envelope';

@ExternalApi('v1/wallets')
export class WalletsController {
  constructor(private readonly ledger: LedgerService) {}

  /** A projection without amounts: each currency once, internal wallets left out. */
  @Get()
  async list(@CallerParam() { account }: Caller) {
    const wallets = await this.ledger.walletsOf(account.id);
    const currencies = new Set(wallets.filter(({ lane }) => lane !== 'internal').map(({ currency }) => currency));
    return success(
      'Wallets found.',
      [...currencies].map((currency) => ({ currency })),
    );
  }
}
