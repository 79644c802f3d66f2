import type { Page } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { DailyTotals } from '../domain/daily-totals';
import type { Movement, MovementTotals } from '../domain/movement';
import type { Wallet } from '../domain/wallet';
import type { WalletProof } from '../domain/wallet-totals';
import { LedgerService } from './ledger.service';
import type { MovementFilter, MovementQuery } from './ports';

/**
 * What a merchant reads about one of the account's wallets; without an id, about the first one. Every method throws
 * `VirtualWalletNotFoundError`, also for a wallet of another account.
 */
@Injectable()
export class MerchantWallets {
  constructor(private readonly ledger: LedgerService) {}

  /** Visible movements, newest first. Throws a `ValidationError` that names `cursor` for a cursor of another list. */
  async listMovements(accountId: string, walletId: string | undefined, query: MovementQuery): Promise<Page<Movement>> {
    const { id } = await this.ledger.findMerchantWallet(accountId, walletId);
    return this.ledger.listMovements(id, query);
  }

  /** Streams every item of `listMovements`; holds only a few in memory. */
  async streamMovements(
    accountId: string,
    walletId: string | undefined,
    filter: MovementFilter,
  ): Promise<AsyncIterable<Movement>> {
    const { id } = await this.ledger.findMerchantWallet(accountId, walletId);
    return this.ledger.streamMovements(id, filter);
  }

  /** Totals over all visible movements of the wallet. */
  async movementTotals(
    accountId: string,
    walletId: string | undefined,
  ): Promise<{ wallet: Wallet; totals: MovementTotals }> {
    const wallet = await this.ledger.findMerchantWallet(accountId, walletId);
    return { wallet, totals: await this.ledger.movementTotals(wallet.id) };
  }

  /** Totals over the visible movements of each of these consecutive days of the account, in order. */
  async dailyTotals(
    accountId: string,
    walletId: string | undefined,
    days: readonly [string, ...string[]],
  ): Promise<DailyTotals[]> {
    const { id } = await this.ledger.findMerchantWallet(accountId, walletId);
    return this.ledger.dailyTotals(id, days);
  }

  /** The total of each type of movement, hidden ones included, which add up to the balance. */
  async proof(accountId: string, walletId: string): Promise<WalletProof> {
    const { id } = await this.ledger.findMerchantWallet(accountId, walletId);
    return this.ledger.walletProof(id);
  }
}
