import { Clock, USD, type Currency } from '@app/kernel';
import { FeeSchedules, type FeeSchedule } from '@app/fees';
import { LedgerService, type Lane } from '@app/ledger';
import { ExpiringCache } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { NoWalletProvisionedError, UsdAccountNotEnabledError, WalletNotFoundError } from '../domain/errors';

export interface CollectionWallet {
  id: string;
  currency: Currency;
  lane: Lane;
}

/** The settings that an account collects with: its wallets (without balances) and its fees. */
export interface CollectionProfile {
  wallets: readonly CollectionWallet[];
  fees: FeeSchedule;
}

const MAX_AGE_MS = 4_000;
const MAX_ENTRIES = 10_000;

/**
 * Profiles of accounts, cached for a few seconds so that creating a link costs one round trip. The database announces
 * changes (`forget`); the age bounds how long a lost notification can matter.
 */
@Injectable()
export class CollectionProfiles {
  private readonly profiles: ExpiringCache<CollectionProfile>;

  constructor(
    private readonly ledger: LedgerService,
    private readonly fees: FeeSchedules,
    clock: Clock,
  ) {
    this.profiles = new ExpiringCache(clock, { maxAgeMs: MAX_AGE_MS, maxEntries: MAX_ENTRIES });
  }

  /** Throws `NoWalletProvisionedError` for an account without any wallet. */
  of(accountId: string): Promise<CollectionProfile> {
    return this.profiles.getOrLoad(accountId, () => this.load(accountId));
  }

  forget(accountId?: string): void {
    if (accountId === undefined) this.profiles.clear();
    else this.profiles.delete(accountId);
  }

  private async load(accountId: string): Promise<CollectionProfile> {
    const [wallets, fees] = await Promise.all([this.ledger.walletsOf(accountId), this.fees.of(accountId)]);
    if (wallets.length === 0) throw new NoWalletProvisionedError();
    return { wallets: wallets.map(({ id, currency, lane }) => ({ id, currency, lane })), fees };
  }
}

/**
 * The wallet that a collection in this currency is credited to: the USD wallet for USD, else the local one, whatever
 * its currency. Rule 3.15.
 */
export function receivingWallet(profile: CollectionProfile, payer: Currency, usdEnabled: boolean): CollectionWallet {
  const usd = payer === USD;
  const wallet = profile.wallets.find(({ lane }) => lane === (usd ? 'usd' : 'local'));
  if (usd && !(usdEnabled && wallet)) throw new UsdAccountNotEnabledError();
  if (!wallet) throw new WalletNotFoundError();
  return wallet;
}
