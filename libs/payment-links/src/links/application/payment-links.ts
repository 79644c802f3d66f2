import type { Account, Actor } from '@app/accounts';
import type { FeeSchedule } from '@app/fees';
import { Batcher, isolateFailures, UnitOfWork, type Answer, type Failure, type IdempotentResponse } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { CollectionTerms } from '../domain/collection-terms';
import type { LinkKind, LinkReach, PaymentLink } from '../domain/payment-link';
import { PAYMENT_METHODS, type PaymentMethod } from '../domain/payment-method';
import { CollectionPricing, offeredMethods, toTerms, type OfferedMethod } from './collection-pricing';
import { assertPayable, assertWorthCollecting, type Collector } from './link-draft';
import { LinkDrafts } from './link-drafts';
import { LinkRecords } from './link-records';
import type { DeclaredAmount, NewPaymentLink } from './new-payment-link';
import { ServedMethods } from './served-methods';

const KIND = 'payment_link';

/** The fees and the net amount of a link that is paid by the method, at current rates. */
export interface MethodEstimate {
  method: PaymentMethod;
  terms: CollectionTerms;
}

/** Creates payment links; reads and cancels those of both kinds. */
@Injectable()
export class PaymentLinks {
  /**
   * Links that are created at the same moment are written in one commit; a link that cannot be written fails alone. 100
   * callers on two cores create 3,400 links a second, and 1,750 one by one.
   */
  private readonly inserting = Batcher.ofRequests((links: PaymentLink[], answer: Answer<Failure | undefined>) =>
    isolateFailures(links, (some) => this.uow.once((tx) => this.records.insertAll(tx, some)), answer),
  );

  constructor(
    private readonly drafts: LinkDrafts,
    private readonly records: LinkRecords,
    private readonly pricing: CollectionPricing,
    private readonly methods: ServedMethods,
    private readonly uow: UnitOfWork,
  ) {}

  /** What must hold before the body is validated. Throws what `LinkDrafts.assertMayCreate` throws. */
  assertMayCreate(account: Account, declared: DeclaredAmount): Promise<void> {
    return this.drafts.assertMayCreate(account, declared);
  }

  /** Throws `ValidationError`, `UsdAccountNotEnabledError`, `WalletNotFoundError` or `ExchangeRateUnavailableError`. */
  async create(by: Collector, input: NewPaymentLink, response?: IdempotentResponse<PaymentLink>): Promise<PaymentLink> {
    const { link, fees } = await this.drafts.draft(KIND, by, input);
    await this.priceServed(link, fees);
    if (response || by.actor) await this.uow.run((tx) => this.records.insert(tx, link, by.actor, response));
    else await this.insertInBatch(link);
    return link;
  }

  /**
   * The fees and the net amount of each method that a payer would be offered, at the last known rates. Nothing is
   * written. Throws what `create` throws.
   */
  async estimate(by: Collector, input: NewPaymentLink): Promise<MethodEstimate[]> {
    const { link, fees } = await this.drafts.draft(KIND, by, input);
    const priced = await this.priceServed(link, fees);
    return offeredMethods(priced).map(({ method, figures }) => ({ method, terms: toTerms(figures) }));
  }

  /** A link of that kind that the caller may access; throws `PaymentLinkNotFoundError` for any other. */
  read(id: string, reach: LinkReach, kind: LinkKind = KIND): Promise<PaymentLink> {
    return this.records.read(id, reach, kind);
  }

  /**
   * Cancels the link, with an audit entry of who did. Throws `PaymentLinkNotFoundError`, `PaymentLinkNotActiveError`
   * or, for an active link that has been used, `PaymentLinkCannotCancelError`.
   */
  async cancel(id: string, reach: LinkReach, by?: Actor, kind: LinkKind = KIND): Promise<PaymentLink> {
    const cancelled = await this.uow.run((tx) => this.records.cancel(tx, id, reach, kind, by));
    if (!cancelled) throw await this.records.whyNotCancelled(id, reach, kind);
    return cancelled;
  }

  /**
   * The figures of each method that a provider serves: estimates, since what the payer pays is computed when they choose
   * one. Throws `ValidationError` when the fees exceed the amount, or the amount the limit, of every method.
   */
  private async priceServed(link: PaymentLink, fees: FeeSchedule): Promise<OfferedMethod[]> {
    const served = this.methods.in(link.currency);
    const all = PAYMENT_METHODS.filter(({ currency }) => currency === link.currency);
    const priced = await this.pricing.estimate(link, fees, served.length > 0 ? served : all);
    assertWorthCollecting(priced.map(({ figures }) => figures));
    if (served.length === 0) return [];
    assertPayable(priced.map(({ method, figures }) => ({ amount: figures.payerAmount, largest: method.maxAmount })));
    return priced;
  }

  private async insertInBatch(link: PaymentLink): Promise<void> {
    const failure = await this.inserting.add(link);
    if (failure) throw failure.error;
  }
}
