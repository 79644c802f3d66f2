import type { Actor } from '@app/accounts';
import type { CollectionFigures } from '@app/fees';
import { newId, UnitOfWork, type IdempotentResponse, type Money } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { CheckoutOrdersRepository } from '../../checkout/application/ports';
import type { CheckoutOrder } from '../../checkout/domain/checkout-order';
import { toTerms } from '../../links/application/collection-pricing';
import { assertPayable, type Collector } from '../../links/application/link-draft';
import { LinkDrafts } from '../../links/application/link-drafts';
import { LinkRecords } from '../../links/application/link-records';
import type { NewPaymentLink } from '../../links/application/new-payment-link';
import { PaymentLinks } from '../../links/application/payment-links';
import { ServedMethods } from '../../links/application/served-methods';
import type { CollectionTerms } from '../../links/domain/collection-terms';
import { PaymentLinkNotActiveError } from '../../links/domain/errors';
import type { LinkReach, PaymentLink } from '../../links/domain/payment-link';
import { CARD } from '../../links/domain/payment-method';
import { CardPaymentError } from '../domain/errors';
import { CardSessions } from './card-sessions';

const KIND = 'card_payment_link';

/** The figures of a card link that is not created yet. */
export interface CardEstimate {
  terms: CollectionTerms;
  /** Null where the provider has no limit in the payer's currency. */
  largest: Money | null;
}

/**
 * Creates, reads and cancels card links. A card link has one session at the card platform and, from its creation, one
 * order with all its figures; from then on it behaves like any other link.
 */
@Injectable()
export class CardPaymentLinks {
  constructor(
    private readonly links: PaymentLinks,
    private readonly drafts: LinkDrafts,
    private readonly records: LinkRecords,
    private readonly orders: CheckoutOrdersRepository,
    private readonly sessions: CardSessions,
    private readonly methods: ServedMethods,
    private readonly uow: UnitOfWork,
  ) {}

  /**
   * Fixes the stored exchange rate, and with it every figure. Throws `ValidationError`, `CardPaymentsNotEnabledError`,
   * `UsdAccountNotEnabledError`, `WalletNotFoundError`, `ExchangeRateUnavailableError` or `CardPaymentError`; in that
   * case nothing is stored. A failure after the session was opened leaves that session behind, at an address that was
   * never published.
   */
  async create(by: Collector, input: NewPaymentLink, response?: IdempotentResponse<PaymentLink>): Promise<PaymentLink> {
    const { link, figures } = await this.price(by, input);
    const order = await this.openSession(link, figures);
    await this.uow.run(async (tx) => {
      await this.records.insert(tx, link, by.actor, response);
      await this.orders.insert(tx, order);
    });
    return link;
  }

  /**
   * The figures that a link created now would have, and the largest amount that its payer could pay. Nothing is stored,
   * and the platform is not asked. Throws what `create` throws, except `CardPaymentError`.
   */
  async estimate(by: Collector, input: NewPaymentLink): Promise<CardEstimate> {
    const { figures, largest } = await this.price(by, input);
    return { terms: toTerms(figures), largest: largest ?? null };
  }

  /** A card link that the caller may access; throws `PaymentLinkNotFoundError` for any other. */
  read(id: string, reach: LinkReach): Promise<PaymentLink> {
    return this.links.read(id, reach, KIND);
  }

  /**
   * Closes the session at the platform before it cancels the link. A payment that was first wins: it is credited, and the
   * error is `PaymentLinkNotActiveError`. Throws `PaymentLinkNotFoundError`, or `CardPaymentError` with nothing cancelled.
   */
  async cancel(id: string, reach: LinkReach, by?: Actor): Promise<PaymentLink> {
    const link = await this.read(id, reach);
    if (link.status !== 'active') throw new PaymentLinkNotActiveError(link.status, KIND);
    const view = await this.orders.find(id);
    if (view?.order && (await this.sessions.close(view.order)) === 'paid') {
      const { status } = await this.read(id, reach);
      // The payment is known and not credited yet, or does not complete the link.
      if (status === 'active')
        throw new CardPaymentError(new Error('the session is paid, and the link is not completed'));
      throw new PaymentLinkNotActiveError(status, KIND);
    }
    return this.links.cancel(id, reach, by, KIND);
  }

  private async price(by: Collector, input: NewPaymentLink) {
    const { link, fees } = await this.drafts.draft(KIND, by, input);
    this.sessions.assertServed();
    const figures = await this.drafts.computeFixedFigures(link, fees);
    const largest = this.methods.largestByCard(link.currency);
    assertPayable([{ amount: figures.payerAmount, largest }]);
    return { link, figures, largest };
  }

  private async openSession(link: PaymentLink, figures: CollectionFigures): Promise<CheckoutOrder> {
    const { id: linkId, description, createdAt } = link;
    const amount = figures.payerAmount;
    const session = await this.sessions.open({ linkId, amount, description });
    return {
      id: newId(),
      linkId,
      method: CARD,
      status: 'open',
      provider: session.provider,
      providerReference: session.reference,
      payer: { name: null, email: null, document: null },
      language: null,
      terms: toTerms(figures),
      instructions: session.instructions,
      debit: null,
      expiresAt: null,
      createdAt,
    };
  }
}
