import { FeeSchedules, type FeeSchedule } from '@app/fees';
import type { Currency } from '@app/kernel';
import { LedgerService } from '@app/ledger';
import { Injectable } from '@nestjs/common';

/** What an account is charged, and the currency of the payout fee's amounts. */
export interface FeesOfAccount {
  readonly schedule: FeeSchedule;
  /** That of the local wallet; null without one. */
  readonly payoutCurrency: Currency | null;
}

@Injectable()
export class AccountFees {
  constructor(
    private readonly fees: FeeSchedules,
    private readonly ledger: LedgerService,
  ) {}

  async of(accountId: string): Promise<FeesOfAccount> {
    const [schedule, wallets] = await Promise.all([
      this.fees.of(accountId),
      this.ledger.listMerchantWallets(accountId),
    ]);
    const local = wallets.find(({ lane }) => lane === 'local');
    return { schedule, payoutCurrency: local?.currency ?? null };
  }
}
