import type { Wallet } from '@app/ledger';

export function walletJson({ id, currency, lane, balances }: Wallet) {
  return {
    id,
    currency,
    lane,
    balance: balances.balance.toFixed(),
    reserved_balance: balances.reserved.toFixed(),
    available_balance: balances.available.toFixed(),
  };
}
