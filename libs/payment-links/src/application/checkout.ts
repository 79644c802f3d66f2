import { Clock, isUuid, newId, UnitOfWork } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { CheckoutOrder, Payer } from '../domain/checkout-order';
import { MethodUnavailableError, PaymentLinkNotActiveError, PaymentLinkNotFoundError } from '../domain/errors';
import type { LinkKind, PaymentLink } from '../domain/payment-link';
import { findMethod, isLocal, PAYMENT_METHODS, type PaymentMethod } from '../domain/payment-method';
import { CollectionPricing, priceRequest, toTerms } from './collection-pricing';
import { CollectionProfiles } from './collection-profiles';
import { CheckoutOrdersRepository, CollectionRail, type CheckoutView } from './ports';
import type { CollectionFigures } from '@app/fees';

/** A method as it is offered to one payer. */
export interface OfferedMethod {
  method: PaymentMethod;
  figures: CollectionFigures;
}

/** What a payer does at the checkout: sees the charge, picks a method, gets instructions. */
@Injectable()
export class Checkout {
  constructor(
    private readonly orders: CheckoutOrdersRepository,
    private readonly rail: CollectionRail,
    private readonly pricing: CollectionPricing,
    private readonly profiles: CollectionProfiles,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * A link of that kind, or of any. Throws `PaymentLinkNotFoundError`. Whoever has the address may look: the id is the
   * secret.
   */
  async view(linkId: string, kind?: LinkKind): Promise<CheckoutView> {
    const view = isUuid(linkId) ? await this.orders.view(linkId) : undefined;
    if (!view || (kind && view.link.kind !== kind)) throw new PaymentLinkNotFoundError(kind);
    return view;
  }

  /**
   * The methods that can pay this link now, each with what the payer would pay. Throws `ExchangeRateUnavailableError`
   * when the amount cannot be computed at the moment.
   */
  async offers(link: PaymentLink): Promise<OfferedMethod[]> {
    const candidates = PAYMENT_METHODS.filter((method) => canPay(method, link));
    const offers = await Promise.all(
      candidates.map(async (method) => ({ method, figures: await this.figures(link, method) })),
    );
    return offers.filter(({ method, figures }) => isWithinLimits(method, figures));
  }

  /**
   * Opens an order for that method and returns it. The order that is open already is returned instead when it has the
   * same method, the same payer and time left, so that whoever clicks twice sees one set of instructions. Throws
   * `PaymentLinkNotActiveError`, `MethodUnavailableError` or `ExchangeRateUnavailableError`.
   */
  async choose(linkId: string, methodCode: string, payer: Payer): Promise<CheckoutOrder> {
    const { link, order: latest } = await this.view(linkId);
    if (link.status !== 'active') throw new PaymentLinkNotActiveError(link.status);
    const method = findMethod(methodCode);
    if (!method || !canPay(method, link)) throw new MethodUnavailableError();
    const now = this.clock.now();
    if (latest && isReusable(latest, methodCode, payer, now)) return latest;
    const figures = await this.figures(link, method);
    if (!isWithinLimits(method, figures)) throw new MethodUnavailableError();
    const opened = await this.openAtRail(link, method, figures, payer, now);
    const written = await this.uow.run((tx) => this.orders.open(tx, opened));
    if (!written) throw new PaymentLinkNotActiveError((await this.view(linkId)).link.status);
    return opened;
  }

  private async openAtRail(
    link: PaymentLink,
    method: PaymentMethod,
    figures: CollectionFigures,
    payer: Payer,
    now: Date,
  ): Promise<CheckoutOrder> {
    const id = newId();
    const railOrder = await this.rail.open({
      orderId: id,
      method,
      amount: figures.payerAmount,
      description: link.description,
      payer,
      now,
    });
    return {
      id,
      linkId: link.id,
      method: method.code,
      status: 'open',
      provider: this.rail.provider,
      providerReference: railOrder.reference,
      payer,
      terms: toTerms(figures),
      instructions: railOrder.instructions,
      expiresAt: railOrder.expiresAt,
      createdAt: now,
    };
  }

  private async figures(link: PaymentLink, method: PaymentMethod): Promise<CollectionFigures> {
    const { fees } = await this.profiles.of(link.accountId);
    return this.pricing.figures(priceRequest(link, fees, method.code), 'current');
  }
}

function isWithinLimits(method: PaymentMethod, { payerAmount }: CollectionFigures): boolean {
  return !payerAmount.isLessThan(method.minAmount) && !payerAmount.isGreaterThan(method.maxAmount);
}

/** A card link has its one order from the start, at the card platform. */
function canPay(method: PaymentMethod, link: PaymentLink): boolean {
  return link.kind === 'payment_link' && method.currency === link.currency && isLocal(method);
}

function isReusable(order: CheckoutOrder, method: string, payer: Payer, now: Date): boolean {
  const isSame = (field: keyof Payer) => payer[field] === null || payer[field] === order.payer[field];
  return (
    order.status === 'open' &&
    order.method === method &&
    order.expiresAt !== null &&
    order.expiresAt > now &&
    isSame('name') &&
    isSame('email') &&
    isSame('document')
  );
}
