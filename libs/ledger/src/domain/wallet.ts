import { Money, type Currency } from '@app/kernel';

/** The channel that a wallet is tied to. An account has at most one wallet in each. */
export const LANES = ['local', 'usd', 'internal'] as const;

export type Lane = (typeof LANES)[number];

/** The lanes whose wallets the merchant sees. Internal wallets belong to the platform's own bookkeeping. */
export const MERCHANT_LANES: readonly Lane[] = LANES.filter((lane) => lane !== 'internal');

/**
 * What a wallet holds. `balance = available + reserved` by construction, and reserved is never negative. Available is:
 * after a debit that was returned once its money was spent.
 */
export class Balances {
  constructor(
    readonly balance: Money,
    readonly reserved: Money,
  ) {
    if (reserved.isNegative()) throw new RangeError(`${reserved.toString()} cannot be reserved`);
  }

  static none(currency: Currency): Balances {
    return new Balances(Money.zero(currency), Money.zero(currency));
  }

  /** The only part that a new outflow can be committed to. */
  get available(): Money {
    return this.balance.minus(this.reserved);
  }

  /** Changed by a posting. */
  posted(change: Money): Balances {
    return new Balances(this.balance.plus(change), this.reserved);
  }

  held(amount: Money): Balances {
    return new Balances(this.balance, this.reserved.plus(amount));
  }

  /** Throws `RangeError` when less than that is reserved. */
  unheld(amount: Money): Balances {
    return new Balances(this.balance, this.reserved.minus(amount));
  }
}

export interface Wallet {
  readonly id: string;
  readonly accountId: string;
  readonly currency: Currency;
  readonly lane: Lane;
  readonly balances: Balances;
  /** How many postings it has had. */
  readonly version: number;
}

/** Whether the panel and the API show the wallet to its merchant. */
export function isVisibleToMerchant({ lane }: Pick<Wallet, 'lane'>): boolean {
  return MERCHANT_LANES.includes(lane);
}
