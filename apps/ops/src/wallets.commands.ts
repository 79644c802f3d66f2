import { Accounts } from '@app/accounts';
import { LedgerService, type Wallet } from '@app/ledger';
import { required, type Command } from './command';
import { tableText } from './listing';

const listWallets: Command = {
  name: 'wallet:list',
  summary: 'List the wallets of an account with their balances',
  flags: { account: { value: 'SLUG', required: true, meaning: 'short name of the account' } },
  run: async (app, _args, flags) => {
    const { id } = await app.get(Accounts).getBySlug(required(flags, 'account'));
    const wallets = (await app.get(LedgerService).walletsOf(id)).map(walletJson);
    const rows = wallets.map((wallet) => [
      wallet.id,
      wallet.lane,
      wallet.currency,
      wallet.balance,
      wallet.reserved_balance,
      wallet.available_balance,
    ]);
    const text = tableText(['ID', 'LANE', 'CURRENCY', 'BALANCE', 'RESERVED', 'AVAILABLE'], rows);
    return { json: { wallets }, text };
  },
};

export const walletCommands: readonly Command[] = [listWallets];

/** A wallet as the staff's tool prints it. */
export function walletJson({ id, accountId, currency, lane, balances }: Wallet) {
  return {
    id,
    account_id: accountId,
    currency,
    lane,
    balance: balances.balance.toFixed(),
    reserved_balance: balances.reserved.toFixed(),
    available_balance: balances.available.toFixed(),
  };
}
