import type { Account } from '@app/accounts';
import { DomainError } from '@app/kernel';
import { Rates } from '@app/rates';
import { Injectable } from '@nestjs/common';
import { NoWalletProvisionedError } from '../domain/errors';
import type { PaymentMethod } from '../domain/payment-method';
import { CollectionProfiles, receivingWallet, type CollectionProfile } from './collection-profiles';
import { ServedMethods } from './served-methods';

/** The methods that an account can offer its payers. */
@Injectable()
export class PaymentMethods {
  constructor(
    private readonly profiles: CollectionProfiles,
    private readonly rates: Rates,
    private readonly methods: ServedMethods,
  ) {}

  /**
   * Those that a link created now could be paid with: a provider serves it, a wallet receives the currency, and a rate
   * converts into it.
   */
  async usableBy(account: Account): Promise<PaymentMethod[]> {
    const profile = await this.profileOf(account);
    if (!profile) return [];
    const served = this.methods.list();
    const usable = await Promise.all(served.map((method) => this.isUsable(method, profile, account.usdEnabled)));
    return served.filter((_, index) => usable[index]);
  }

  private async profileOf(account: Account): Promise<CollectionProfile | undefined> {
    try {
      return await this.profiles.of(account.id);
    } catch (error) {
      if (error instanceof NoWalletProvisionedError) return undefined;
      throw error;
    }
  }

  private async isUsable(
    { currency }: PaymentMethod,
    profile: CollectionProfile,
    usdEnabled: boolean,
  ): Promise<boolean> {
    try {
      const wallet = receivingWallet(profile, currency, usdEnabled);
      if (wallet.currency !== currency) await this.rates.getCurrent(currency, wallet.currency);
      return true;
    } catch (error) {
      // No wallet, the channel not enabled, no rate: each means that the method cannot be used now.
      if (error instanceof DomainError) return false;
      throw error;
    }
  }
}
