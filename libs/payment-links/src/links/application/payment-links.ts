import { assertMayMoveMoney, type Account, type Actor } from '@app/accounts';
import {
  Batcher,
  Clock,
  IdempotentAnswers,
  isolateFailures,
  Money,
  roundTo,
  UnitOfWork,
  USD,
  type Failure,
  type IdempotentAnswer,
  WrittenAmount,
} from '@app/kernel';
import type { Lane } from '@app/ledger';
import { ExchangeRateUnavailableError, Rates } from '@app/rates';
import { EventPublisher } from '@app/webhooks';
import { Injectable } from '@nestjs/common';
import {
  PaymentLinkCannotCancelError,
  PaymentLinkNotActiveError,
  PaymentLinkNotFoundError,
  MinimumAmountError,
} from '../domain/errors';
import type { CollectionTerms } from '../domain/collection-terms';
import { declaredCurrency, MINIMUM, type LinkKind, type LinkReach, type PaymentLink } from '../domain/payment-link';
import type { PaymentMethod } from '../domain/payment-method';
import { CollectionPricing, offeredMethods, toTerms } from './collection-pricing';
import { CollectionProfiles, type CollectionProfile } from './collection-profiles';
import { assertWorthCollecting, draftLink, isPayerCurrency, type Collector } from './link-draft';
import { linkEvent } from './link-events';
import { LinkLog } from './link-log';
import type { DeclaredAmount, NewPaymentLink } from './new-payment-link';
import { OpenOrders, PaymentLinksRepository } from './ports';

const KIND = 'payment_link';

const LARGEST_BATCH = 100;
const BATCHES_AT_ONCE = 2;

/** A repeating decimal rate is cut after 30 digits; rounding its product here restores an exact 2.00. */
const WORTH_DIGITS = 12;

/** The fees and the net amount of a link that is paid by the method, at current rates. */
export interface MethodEstimate {
  method: PaymentMethod;
  terms: CollectionTerms;
}

/** Creates payment links; reads and cancels those of both lanes. */
@Injectable()
export class PaymentLinks {
  /**
   * Links that are created at the same moment are written in one commit; a link that cannot be written fails alone. 100
   * callers on two cores create 3,400 links a second, and 1,750 one by one.
   */
  private readonly inserting = new Batcher<PaymentLink, Failure | undefined>(
    0,
    LARGEST_BATCH,
    (links) => isolateFailures(links, (some) => this.uow.once((tx) => this.links.insert(tx, some))),
    BATCHES_AT_ONCE,
  );

  constructor(
    private readonly links: PaymentLinksRepository,
    private readonly orders: OpenOrders,
    private readonly profiles: CollectionProfiles,
    private readonly pricing: CollectionPricing,
    private readonly rates: Rates,
    private readonly events: EventPublisher,
    private readonly log: LinkLog,
    private readonly answers: IdempotentAnswers,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * The checks that come before the body is validated: the account is not paused, is verified, has wallets, and the
   * amount is worth at least 2.00 USD. Throws the errors of those four, in this order.
   */
  async assertMayCreate(account: Account, declared: DeclaredAmount): Promise<void> {
    assertMayMoveMoney(account);
    const profile = await this.profiles.of(account.id);
    await this.assertMinimum(profile, declared);
  }

  /** Throws `ValidationError`, `UsdAccountNotEnabledError`, `WalletNotFoundError` or `ExchangeRateUnavailableError`. */
  async create(by: Collector, input: NewPaymentLink, answer?: IdempotentAnswer<PaymentLink>): Promise<PaymentLink> {
    const profile = await this.profiles.of(by.account.id);
    const link = draftLink(KIND, by, input, profile, this.clock.now());
    // An estimate: what the payer pays is computed when they choose a method.
    assertWorthCollecting(await this.pricing.estimates(link, profile.fees));
    if (answer || by.actor) await this.insertAlone(link, by.actor, answer);
    else await this.insertInBatch(link);
    return link;
  }

  /**
   * The fees and the net amount of each method that a payer would be offered, at the last known rates. Nothing is
   * written. Throws what `create` throws.
   */
  async estimate(by: Collector, input: NewPaymentLink): Promise<MethodEstimate[]> {
    const profile = await this.profiles.of(by.account.id);
    const link = draftLink(KIND, by, input, profile, this.clock.now());
    const priced = await this.pricing.estimateByMethod(link, profile.fees);
    assertWorthCollecting(priced.map(({ figures }) => figures));
    return offeredMethods(priced).map(({ method, figures }) => ({ method, terms: toTerms(figures) }));
  }

  /** A link of that kind that the caller may access; throws `PaymentLinkNotFoundError` for any other. */
  async read(id: string, reach: LinkReach, kind: LinkKind = KIND): Promise<PaymentLink> {
    const link = await this.links.find(id, reach, kind);
    if (!link) throw new PaymentLinkNotFoundError(kind);
    return link;
  }

  /**
   * Cancels the link, with an audit entry of who did. Throws `PaymentLinkNotFoundError`, `PaymentLinkNotActiveError` or, for an active link that has been used,
   * `PaymentLinkCannotCancelError`.
   */
  async cancel(id: string, reach: LinkReach, by?: Actor, kind: LinkKind = KIND): Promise<PaymentLink> {
    const cancelled = await this.uow.run(async (tx) => {
      const link = await this.links.cancel(tx, id, reach, kind);
      if (!link) return undefined;
      await this.orders.close(tx, [id]);
      await this.log.cancelled(tx, by, link);
      await this.events.publish(tx, [linkEvent('payment_link.cancelled', link)]);
      return link;
    });
    if (cancelled) return cancelled;
    const link = await this.read(id, reach, kind);
    if (link.status !== 'active') throw new PaymentLinkNotActiveError(link.status, kind);
    throw new PaymentLinkCannotCancelError(link.currentUses);
  }

  private async insertInBatch(link: PaymentLink): Promise<void> {
    const failure = await this.inserting.add(link);
    if (failure) throw failure.error;
  }

  private insertAlone(
    link: PaymentLink,
    by: Actor | undefined,
    answer: IdempotentAnswer<PaymentLink> | undefined,
  ): Promise<void> {
    return this.uow.run(async (tx) => {
      await this.links.insert(tx, [link]);
      await this.log.created(tx, by, link);
      await this.answers.keep(tx, answer, link);
    });
  }

  private async assertMinimum(profile: CollectionProfile, declared: DeclaredAmount): Promise<void> {
    const written = WrittenAmount.read(declared.amount);
    if (!written) return;
    const currency = declaredCurrencyOf(declared, profile);
    // An amount with more decimals than the currency has is refused as such: what it is worth depends on how it is read.
    if (!currency || !written.fits(currency)) return;
    // Accepts a rate of any age: yesterday's rate still distinguishes two dollars from twenty cents.
    const rate = await this.rates.lastKnown(currency, USD);
    if (!rate) throw new ExchangeRateUnavailableError(currency, USD);
    const worth = roundTo(written.value.times(rate.value), WORTH_DIGITS, 'half-up');
    if (worth.lt(MINIMUM.amount)) {
      throw new MinimumAmountError(written.value, currency, Money.rounded(worth, USD, 'down'));
    }
  }
}

/** The currency of the declared amount; that of the local wallet when the request names no usable currency. */
function declaredCurrencyOf({ currency, amount_type }: DeclaredAmount, { wallets }: CollectionProfile) {
  const currencyOf = (wanted: Lane) => wallets.find(({ lane }) => lane === wanted)?.currency;
  if (!isPayerCurrency(currency)) return currencyOf('local');
  const wallet = currencyOf(currency === USD ? 'usd' : 'local');
  return wallet ? declaredCurrency(amount_type === 'charge' ? 'charge' : 'receive', currency, wallet) : currency;
}
