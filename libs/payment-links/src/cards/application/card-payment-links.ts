import type { Actor } from '@app/accounts';
import type { CollectionFigures } from '@app/fees';
import { Clock, IdempotentAnswers, newId, UnitOfWork, type IdempotentAnswer } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { CheckoutOrdersRepository } from '../../checkout/application/ports';
import type { CheckoutOrder } from '../../checkout/domain/checkout-order';
import { CollectionPricing, priceRequest, toTerms } from '../../links/application/collection-pricing';
import { CollectionProfiles } from '../../links/application/collection-profiles';
import { assertWorthCollecting, draftLink, type Collector } from '../../links/application/link-draft';
import { LinkLog } from '../../links/application/link-log';
import type { NewPaymentLink } from '../../links/application/new-payment-link';
import { PaymentLinks } from '../../links/application/payment-links';
import { PaymentLinksRepository } from '../../links/application/ports';
import type { CollectionTerms } from '../../links/domain/collection-terms';
import { PaymentLinkNotActiveError } from '../../links/domain/errors';
import type { LinkReach, PaymentLink } from '../../links/domain/payment-link';
import { CARD } from '../../links/domain/payment-method';
import { CardSessions } from './card-sessions';

const KIND = 'card_payment_link';

/**
 * Creates, reads and cancels card links. A card link has one session at the card platform and, from its creation, one
 * order with all its figures; from then on it behaves like any other link.
 */
@Injectable()
export class CardPaymentLinks {
  constructor(
    private readonly links: PaymentLinks,
    private readonly repository: PaymentLinksRepository,
    private readonly orders: CheckoutOrdersRepository,
    private readonly sessions: CardSessions,
    private readonly profiles: CollectionProfiles,
    private readonly pricing: CollectionPricing,
    private readonly log: LinkLog,
    private readonly answers: IdempotentAnswers,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Fixes the stored exchange rate, and with it every figure. Throws `ValidationError`, `CardPaymentsNotEnabledError`,
   * `UsdAccountNotEnabledError`, `WalletNotFoundError`, `ExchangeRateUnavailableError` or `CardPaymentError`; in that
   * case nothing is stored. A failure after the session was opened leaves that session behind, at an address that was
   * never published.
   */
  async create(by: Collector, input: NewPaymentLink, answer?: IdempotentAnswer<PaymentLink>): Promise<PaymentLink> {
    const { link, figures } = await this.price(by, input);
    const order = await this.openSession(link, figures);
    await this.uow.run(async (tx) => {
      await this.repository.insert(tx, [link]);
      await this.log.created(tx, by.actor, link);
      await this.orders.insert(tx, order);
      await this.answers.keep(tx, answer, link);
    });
    return link;
  }

  /**
   * The figures that a link created now would have. Nothing is stored, and the platform is not asked. Throws what
   * `create` throws, except `CardPaymentError`.
   */
  async estimate(by: Collector, input: NewPaymentLink): Promise<CollectionTerms> {
    return toTerms((await this.price(by, input)).figures);
  }

  /** A card link that the caller may access; throws `PaymentLinkNotFoundError` for any other. */
  read(id: string, reach: LinkReach): Promise<PaymentLink> {
    return this.links.read(id, reach, KIND);
  }

  /**
   * Closes the session at the platform before it cancels the link. Throws `PaymentLinkNotFoundError`,
   * `PaymentLinkNotActiveError`, also when the link was paid in the meantime, or `CardPaymentError`, with nothing
   * cancelled.
   */
  async cancel(id: string, reach: LinkReach, by?: Actor): Promise<PaymentLink> {
    const link = await this.read(id, reach);
    if (link.status !== 'active') throw new PaymentLinkNotActiveError(link.status, KIND);
    const view = await this.orders.find(id);
    if (view?.order) await this.sessions.close(view.order);
    return this.links.cancel(id, reach, by, KIND);
  }

  private async price(by: Collector, input: NewPaymentLink) {
    const profile = await this.profiles.of(by.account.id);
    const link = draftLink(KIND, by, input, profile, this.clock.now());
    this.sessions.assertServed();
    const figures = await this.pricing.figures(priceRequest(link, profile.fees, null), 'current');
    assertWorthCollecting([figures]);
    return { link, figures };
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
