import { USD, type Currency, type Decimal, type Money } from '@app/kernel';
import { LedgerService } from '@app/ledger';
import { CONFIG, type Config } from '@app/platform';
import { ExchangeRateUnavailableError } from '@app/rates';
import { Inject, Injectable } from '@nestjs/common';
import { countryOfCurrency } from '../../beneficiaries/domain/destination';
import { PayoutRouteUnavailableError } from '../../payouts/domain/errors';
import { transferFloor, transferMinimum } from '../domain/minimum';
import { Routes } from './routes';

export interface TransferMinimum {
  /** The minimum that a transfer must have left after fees, in the wallet's currency. */
  amount: Money;
  /** The service-wide floor, in USD. */
  usdFloor: Money;
  /** Null without a destination. */
  routeMinimum: Money | null;
}

interface Destination {
  country: string;
  currency: Currency;
}

@Injectable()
export class TransferMinimums {
  constructor(
    private readonly routes: Routes,
    private readonly ledger: LedgerService,
    @Inject(CONFIG) private readonly config: Pick<Config, 'transferMinimumUsd'>,
  ) {}

  /**
   * As `of`; without a currency, for the account's first wallet. Throws `VirtualWalletNotFoundError` when it has none.
   */
  async ofAccount(accountId: string, origin?: Currency, to?: Destination): Promise<TransferMinimum> {
    return this.of(origin ?? (await this.ledger.findMerchantWallet(accountId)).currency, to);
  }

  /**
   * The minimum of transfers from a wallet of that currency. Without a destination it is only the floor. Throws
   * `PayoutRouteUnavailableError` when there is no route to the destination, and `ExchangeRateUnavailableError` when
   * the floor cannot be converted.
   */
  async of(origin: Currency, to?: Destination): Promise<TransferMinimum> {
    const usdFloor = this.config.transferMinimumUsd;
    if (!to) {
      return { amount: transferFloor(usdFloor, await this.ownPrice(origin), origin), usdFloor, routeMinimum: null };
    }
    const route = await this.routes.find(origin, to.country, to.currency);
    if (!route) throw new PayoutRouteUnavailableError(false);
    return { amount: transferMinimum(usdFloor, route), usdFloor, routeMinimum: route.minimum };
  }

  /** The dollar price of the route to the currency's own country, or else the stored rate. */
  private async ownPrice(currency: Currency): Promise<Decimal> {
    const country = countryOfCurrency(currency);
    const route = country && (await this.routes.find(currency, country, currency));
    const price = route?.dollarPrice ?? (await this.routes.dollarPrice(currency));
    if (!price) throw new ExchangeRateUnavailableError(USD, currency);
    return price;
  }
}
