import { Money, type Currency } from '@app/kernel';

/** The payment channels. An account has at most one wallet in each. */
export const LANES = ['local', 'usd', 'internal'] as const;

export type Lane = (typeof LANES)[number];

/** The lanes whose wallets the merchant sees. Internal wallets belong to the platform's own bookkeeping. */
export const MERCHANT_LANES: readonly Lane[] = LANES.filter((lane) => lane !== 'internal');

/**
 * The figures of a wallet. `balance = available + reserved` by construction, and reserved is never negative. Available
 * is negative when a returned debit had already been spent.
 */
export class Balances {
  constructor(
    readonly balance: Money,
    readonly reserved: Money,
  ) {
    if (reserved.isNegative()) throw new RangeError(`${reserved.toString()} cannot be reserved`);
  }

  /** The balances of an empty wallet. */
  static none(currency: Currency): Balances {
    return new Balances(Money.zero(currency), Money.zero(currency));
  }

  /** The part of the balance that a new outflow can use. */
  get available(): Money {
    return this.balance.minus(this.reserved);
  }

  /** After a posting of `change`. */
  withPosting(change: Money): Balances {
    return new Balances(this.balance.plus(change), this.reserved);
  }

  /** After a hold of `amount`. */
  withHold(amount: Money): Balances {
    return new Balances(this.balance, this.reserved.plus(amount));
  }

  /** After the end of a hold of `amount`. Throws `RangeError` when less is reserved. */
  withoutHold(amount: Money): Balances {
    return new Balances(this.balance, this.reserved.minus(amount));
  }
}

/** An account's money in one currency and lane. */
export interface Wallet {
  readonly id: string;
  readonly accountId: string;
  readonly currency: Currency;
  readonly lane: Lane;
  readonly balances: Balances;
  /** The number of its postings. */
  readonly version: number;
}

/** Whether the panel and the API show the wallet to its merchant. */
export function isVisibleToMerchant({ lane }: Pick<Wallet, 'lane'>): boolean {
  return MERCHANT_LANES.includes(lane);
}
