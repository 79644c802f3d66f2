import type { Account } from '@app/accounts';
import { LedgerService, VirtualWalletNotFoundError, type Wallet } from '@app/ledger';
import { Injectable } from '@nestjs/common';

/** The wallets that the panel shows: those of the account that can be credited. Internal ones are the platform's affair. */
@Injectable()
export class OwnWallets {
  constructor(private readonly ledger: LedgerService) {}

  /** The local one first. */
  async list({ id }: Account): Promise<Wallet[]> {
    return (await this.ledger.walletsOf(id)).filter(({ lane }) => lane !== 'internal');
  }

  /** The first wallet when no id is given. Throws `VirtualWalletNotFoundError`. */
  async find(account: Account, id?: string): Promise<Wallet> {
    const wallets = await this.list(account);
    const wallet = id === undefined ? wallets[0] : wallets.find((each) => each.id === id.toLowerCase());
    if (!wallet) throw new VirtualWalletNotFoundError(id ?? '');
    return wallet;
  }
}
