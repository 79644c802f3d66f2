import { Money, UnitOfWork } from '@app/kernel';
import { LedgerService } from '@app/ledger';
import { aCollection } from '@app/ledger/testing';
import type { CrashRail, CrashWork } from './crash-trial';

export interface PayoutWork {
  readonly count: number;
  /** Of each payout, in the currency of the account. */
  readonly amount: string;
  /** The merchant's bank account, as a request has it. */
  readonly account: Readonly<{ currency: string; [field: string]: unknown }>;
  readonly rail: CrashRail;
}

/** Payouts to one bank account, which take the whole balance of the wallet. */
export function payoutWork({ count, amount, account, rail }: PayoutWork): CrashWork {
  return {
    name: 'payouts',
    count,
    currency: account.currency,
    rail,
    prepare: async (service, merchant, panel) => {
      const walletId = merchant.local!.id;
      const total = Money.of(amount, account.currency).amount.times(String(count));
      const credit = aCollection(walletId, Money.of(total, account.currency));
      await service.get(UnitOfWork).run((tx) => service.get(LedgerService).post(tx, [credit]));
      const bankAccount = (await panel.post('/bank-accounts', account)).body.data.id as string;
      const body = { type: 'payout', virtual_wallet_id: walletId, bank_account_id: bankAccount, amount };
      return Array.from({ length: count }, () => ({ path: '/payouts', body }));
    },
  };
}
