import { FeeSchedules, outflowFigures, type FeeSchedule, type OutflowFigures } from '@app/fees';
import { ValidationError, type Currency, type Decimal, type Money, type WrittenAmount } from '@app/kernel';
import { LedgerService, type Wallet } from '@app/ledger';
import { Rates } from '@app/rates';
import { Injectable } from '@nestjs/common';
import { AmountBelowMinimumError, PayoutRouteUnavailableError } from '../domain/errors';
import type { PayoutType } from '../domain/payout';
import { PayoutRails } from './payout-rails';
import { PayoutRoutes, type PayoutRoute } from './ports';

export interface QuoteRequest {
  type: PayoutType;
  wallet: Wallet;
  amount: WrittenAmount;
  /** Of the destination's bank. */
  country: string;
  currency: Currency;
  instant: boolean;
}

/** The fees and the net amount of an outflow at current rates. Amounts are in the wallet's currency. */
export interface OutflowQuote {
  figures: OutflowFigures;
  referenceRate: Decimal | null;
  route: PayoutRoute;
  /** Compared with the net amount. */
  minimum: Money;
}

/** Computes outflows with the account's fees, the stored rates and the routes. */
@Injectable()
export class OutflowQuotes {
  constructor(
    private readonly ledger: LedgerService,
    private readonly fees: FeeSchedules,
    private readonly rates: Rates,
    private readonly routes: PayoutRoutes,
    private readonly rails: PayoutRails,
  ) {}

  /** One of the account's wallets. Throws `VirtualWalletNotFoundError`. */
  walletOf(accountId: string, id: string): Promise<Wallet> {
    return this.ledger.findMerchantWallet(accountId, id);
  }

  /** The amount in the wallet's currency. Throws a `ValidationError` that names `amount`. */
  amountOf(amount: WrittenAmount, { currency }: Pick<Wallet, 'currency'>): Money {
    if (!amount.value.gt('0')) throw ValidationError.of('amount', 'must be greater than zero');
    return amount.in(currency);
  }

  /** Throws `PayoutRouteUnavailableError`, also when no provider pays out to the country in the currency. */
  async routeOf({ wallet, country, currency, instant }: QuoteRequest): Promise<PayoutRoute> {
    const route = await this.routes.find(wallet.currency, country, currency);
    if (!route || !this.rails.serves(country, currency)) throw new PayoutRouteUnavailableError(false);
    if (instant && !route.instant) throw new PayoutRouteUnavailableError(true);
    return route;
  }

  /** Throws a `ValidationError` for the amount, `PayoutRouteUnavailableError` or `ExchangeRateUnavailableError`. */
  async quote(request: QuoteRequest): Promise<OutflowQuote> {
    const { wallet, currency, instant, type } = request;
    const amount = this.amountOf(request.amount, wallet);
    const route = await this.routeOf(request);
    const schedule = await this.fees.of(wallet.accountId);
    const [settingToWallet, rate] = await Promise.all([
      this.settingRate(wallet, schedule),
      wallet.currency === currency ? null : this.rates.getCurrent(wallet.currency, currency),
    ]);
    const figures = outflowFigures({
      amount,
      destinationCurrency: currency,
      instant,
      setting: schedule.payout,
      settingToWallet,
      instantPercentage: schedule.instantPayout.percentage,
      taxPercentage: schedule.outflowTax.percentage,
      conversionPercentage: schedule.conversion.percentage,
      rate: rate?.value ?? null,
    });
    return { figures, referenceRate: rate?.value ?? null, route, minimum: this.routes.minimumOf(type, route) };
  }

  /** Amounts of the payout fee are in the currency of the local wallet. Rule 7.10. */
  private async settingRate(wallet: Wallet, { payout }: FeeSchedule): Promise<Decimal | null> {
    const hasAmounts = !payout.fixed.eq('0') || payout.minimum !== null || payout.maximum !== null;
    if (!hasAmounts || wallet.lane === 'local') return null;
    const local = (await this.ledger.walletsOf(wallet.accountId)).find(({ lane }) => lane === 'local');
    if (!local || local.currency === wallet.currency) return null;
    return (await this.rates.getCurrent(local.currency, wallet.currency)).value;
  }
}

/** Throws `AmountBelowMinimumError` when fees leave less than the minimum, or nothing to send. */
export function assertAboveMinimum({ figures: { net, destinationAmount }, minimum }: OutflowQuote): void {
  if (!net.isLessThan(minimum) && net.isPositive() && destinationAmount.isPositive()) return;
  throw new AmountBelowMinimumError(minimum, net);
}
