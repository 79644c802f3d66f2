import { Money, toCurrency } from '@app/kernel';
import type { Reference } from '../domain/movement';
import { Balances, type Lane, type Wallet } from '../domain/wallet';

export const WALLET_COLUMNS = 'id, account_id, currency, lane, balance, reserved, version';

export interface WalletRow {
  id: string;
  account_id: string;
  currency: string;
  lane: Lane;
  balance: string;
  reserved: string;
  version: string;
}

const exactly = (amount: string, currency: string) => Money.of(amount, currency);

/** Reads amounts exactly, as a change of a balance must; to show them, use `Money.stored`. */
export function walletOf(row: WalletRow, money = exactly): Wallet {
  return {
    id: row.id,
    accountId: row.account_id,
    currency: toCurrency(row.currency),
    lane: row.lane,
    balances: new Balances(money(row.balance, row.currency), money(row.reserved, row.currency)),
    version: Number(row.version),
  };
}

export function referenceOf(row: { reference_type: string | null; reference_id: string | null }): Reference | null {
  return row.reference_type === null || row.reference_id === null
    ? null
    : { type: row.reference_type, id: row.reference_id };
}
