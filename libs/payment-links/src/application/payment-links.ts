import { assertMayCollect, type Account } from '@app/accounts';
import {
  Clock,
  decimal,
  digitsOf,
  isCurrency,
  Money,
  newId,
  PAYER_CURRENCIES,
  UnitOfWork,
  USD,
  ValidationError,
  type Currency,
} from '@app/kernel';
import { ExchangeRateUnavailableError, Rates } from '@app/rates';
import { EventPublisher } from '@app/webhooks';
import { Injectable } from '@nestjs/common';
import {
  PaymentLinkCannotCancelError,
  PaymentLinkNotActiveError,
  PaymentLinkNotFoundError,
  MinimumAmountError,
} from '../domain/errors';
import { declaredCurrency, fitsDigits, MAXIMUM_AMOUNT, MINIMUM, type PaymentLink } from '../domain/payment-link';
import { CollectionPricing } from './collection-pricing';
import {
  CollectionProfiles,
  receivingWallet,
  type CollectionProfile,
  type CollectionWallet,
} from './collection-profiles';
import { linkEvent } from './link-events';
import { readAmount, type LinkRequest, type NewPaymentLink } from './new-payment-link';
import { PaymentLinksRepository } from './ports';

/** Who collects: the account, and the user on whose behalf the key or the panel session acts. */
export interface Collector {
  account: Account;
  userId: string;
  apiKeyId: string | null;
}

const KIND = 'payment_link';

/** Creating, reading and cancelling payment links. */
@Injectable()
export class PaymentLinks {
  constructor(
    private readonly links: PaymentLinksRepository,
    private readonly profiles: CollectionProfiles,
    private readonly pricing: CollectionPricing,
    private readonly rates: Rates,
    private readonly events: EventPublisher,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * What is checked before a body is looked at: the account is not paused, is verified, has wallets, and the amount is
   * worth 2.00 USD. Throws the errors of those four, in this order.
   */
  async assertMayCreate(account: Account, body: LinkRequest): Promise<void> {
    assertMayCollect(account);
    const profile = await this.profiles.of(account.id);
    await this.assertMinimum(profile, body);
  }

  /** Throws `ValidationError`, `UsdAccountNotEnabledError`, `WalletNotFoundError` or `ExchangeRateUnavailableError`. */
  async create(by: Collector, input: NewPaymentLink): Promise<PaymentLink> {
    const profile = await this.profiles.of(by.account.id);
    const payer = supportedCurrency(input.currency);
    const wallet = receivingWallet(profile, payer, by.account.usdEnabled);
    const amount = declaredAmount(input, payer, wallet);
    const customerPaidFee = input.customerPaidFee && by.account.customerPaidFeeEnabled;
    await this.assertWorthCollecting(amount, input, payer, wallet, customerPaidFee, profile);
    const now = this.clock.now();
    const link: PaymentLink = {
      id: newId(),
      kind: KIND,
      accountId: by.account.id,
      userId: by.userId,
      apiKeyId: by.apiKeyId,
      walletId: wallet.id,
      amount,
      amountType: input.amountType,
      currency: payer,
      currencyDestiny: wallet.currency,
      description: input.description,
      customerPaidFee,
      webhookUrl: input.webhookUrl,
      status: 'active',
      expiresAt: null,
      currentUses: 0,
      paymentMethod: null,
      createdAt: now,
      updatedAt: now,
    };
    await this.uow.once((tx) => this.links.insert(tx, link));
    return link;
  }

  /** A link of that user; throws `PaymentLinkNotFoundError` for any other. */
  async read(id: string, userId: string): Promise<PaymentLink> {
    const link = await this.links.findForUser(id, userId, KIND);
    if (!link) throw new PaymentLinkNotFoundError();
    return link;
  }

  /**
   * Throws `PaymentLinkNotFoundError`, `PaymentLinkNotActiveError` or, for an active link that has been used,
   * `PaymentLinkCannotCancelError`.
   */
  async cancel(id: string, userId: string): Promise<PaymentLink> {
    const cancelled = await this.uow.run(async (tx) => {
      const link = await this.links.cancel(tx, id, userId, KIND);
      if (link) await this.events.publish(tx, [linkEvent('payment_link.cancelled', link)]);
      return link;
    });
    if (cancelled) return cancelled;
    const link = await this.read(id, userId);
    if (link.status !== 'active') throw new PaymentLinkNotActiveError(link.status);
    throw new PaymentLinkCannotCancelError(link.currentUses);
  }

  private async assertMinimum(profile: CollectionProfile, body: LinkRequest): Promise<void> {
    const amount = readAmount(body['amount']);
    if (!amount) return;
    const local = profile.wallets.find(({ lane }) => lane === 'local')?.currency;
    const payer = isPayerCurrency(body['currency']) ? body['currency'] : undefined;
    const wallet = payer && profile.wallets.find(({ lane }) => lane === (payer === 'USD' ? 'usd' : 'local'))?.currency;
    const declared =
      payer && wallet && declaredCurrency(body['amount_type'] === 'charge' ? 'charge' : 'receive', payer, wallet);
    const currency = declared ?? payer ?? local;
    if (!currency) return;
    // Whatever its age: a rate of yesterday tells two dollars from twenty cents well enough.
    const rate = await this.rates.lastKnown(currency, USD);
    if (!rate) throw new ExchangeRateUnavailableError(currency, USD);
    const worth = amount.times(rate.value);
    if (worth.lt(MINIMUM.amount)) {
      throw new MinimumAmountError(amount, currency, Money.rounded(worth, USD, 'down'));
    }
  }

  /** A collection whose fees take more than it brings is refused while the merchant can still correct it. */
  private async assertWorthCollecting(
    declared: Money,
    { amountType }: NewPaymentLink,
    payerCurrency: Currency,
    wallet: CollectionWallet,
    customerPaysFee: boolean,
    profile: CollectionProfile,
  ): Promise<void> {
    const figures = await this.pricing.figures(
      {
        declared,
        amountType,
        payerCurrency,
        walletCurrency: wallet.currency,
        customerPaysFee,
        fees: profile.fees,
        byCard: false,
        method: null,
      },
      'last-known',
    );
    if (figures.feeExceedsAmount) {
      throw ValidationError.of(
        'amount',
        `is less than the fees of ${figures.collectionFee.plus(figures.conversionFee).toString()}`,
      );
    }
  }
}

function isPayerCurrency(value: unknown): value is Currency {
  return isCurrency(value) && PAYER_CURRENCIES.includes(value);
}

function supportedCurrency(code: string): Currency {
  if (isPayerCurrency(code)) return code;
  throw new ValidationError(`The currency must be one of ${PAYER_CURRENCIES.join(', ')}.`);
}

function declaredAmount({ amount, amountType }: NewPaymentLink, payer: Currency, wallet: CollectionWallet): Money {
  const currency = declaredCurrency(amountType, payer, wallet.currency);
  const digits = digitsOf(currency);
  if (!amount.gt('0')) throw ValidationError.of('amount', 'must be greater than zero');
  if (amount.gt(decimal(MAXIMUM_AMOUNT))) throw ValidationError.of('amount', `must be at most ${MAXIMUM_AMOUNT}`);
  if (!fitsDigits(amount, digits)) {
    throw ValidationError.of(
      'amount',
      digits === 0 ? `${currency} has no decimals` : `${currency} has at most ${digits} decimals`,
    );
  }
  return Money.of(amount, currency);
}
