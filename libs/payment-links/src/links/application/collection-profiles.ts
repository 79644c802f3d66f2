import { Clock, USD, type Currency } from '@app/kernel';
import { FeeSchedules, type FeeSchedule } from '@app/fees';
import { LedgerService, type Lane } from '@app/ledger';
import { Injectable } from '@nestjs/common';
import { NoWalletProvisionedError, UsdAccountNotEnabledError, WalletNotFoundError } from '../domain/errors';

export interface CollectionWallet {
  id: string;
  currency: Currency;
  lane: Lane;
}

/** What an account collects with: its wallets (without balances) and its fees. */
export interface CollectionProfile {
  wallets: readonly CollectionWallet[];
  fees: FeeSchedule;
}

const MAX_AGE_MS = 4_000;
const MAX_ENTRIES = 10_000;

/**
 * Profiles of accounts, remembered for a few seconds so that creating a link costs one round trip. The database
 * announces changes (`forget`); the age bounds how long a lost announcement can matter.
 */
@Injectable()
export class CollectionProfiles {
  private readonly entries = new Map<string, { profile: Promise<CollectionProfile>; loadedAt: number }>();

  constructor(
    private readonly ledger: LedgerService,
    private readonly fees: FeeSchedules,
    private readonly clock: Clock,
  ) {}

  /** Throws `NoWalletProvisionedError` for an account without any wallet. */
  async of(accountId: string): Promise<CollectionProfile> {
    const now = this.clock.now().getTime();
    let entry = this.entries.get(accountId);
    // A clock that was set back makes the age negative.
    if (!entry || now < entry.loadedAt || now - entry.loadedAt > MAX_AGE_MS) {
      if (this.entries.size >= MAX_ENTRIES) this.entries.delete(this.entries.keys().next().value as string);
      entry = { profile: this.load(accountId), loadedAt: now };
      this.entries.set(accountId, entry);
      // A failed load must not be what the next request finds.
      entry.profile.catch(() => this.entries.delete(accountId));
    }
    return entry.profile;
  }

  forget(accountId?: string): void {
    if (accountId === undefined) this.entries.clear();
    else this.entries.delete(accountId);
  }

  private async load(accountId: string): Promise<CollectionProfile> {
    const [wallets, fees] = await Promise.all([this.ledger.walletsOf(accountId), this.fees.of(accountId)]);
    if (wallets.length === 0) throw new NoWalletProvisionedError();
    return { wallets: wallets.map(({ id, currency, lane }) => ({ id, currency, lane })), fees };
  }
}

/**
 * The wallet that a collection in this currency is credited to: the USD wallet for USD, else the local one, whatever
 * its currency. Source: specification, Payment link, rule 10.
 */
export function receivingWallet(profile: CollectionProfile, payer: Currency, usdEnabled: boolean): CollectionWallet {
  const usd = payer === USD;
  const wallet = profile.wallets.find(({ lane }) => lane === (usd ? 'usd' : 'local'));
  if (usd && !(usdEnabled && wallet)) throw new UsdAccountNotEnabledError();
  if (!wallet) throw new WalletNotFoundError();
  return wallet;
}
