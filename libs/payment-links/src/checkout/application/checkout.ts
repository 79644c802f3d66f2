import { Merchants } from '@app/accounts';
import { Clock, isUuid, newId, UnitOfWork, ValidationError } from '@app/kernel';
import type { PayerBank } from '@app/rails';
import { Injectable } from '@nestjs/common';
import type { CollectionFigures } from '@app/fees';
import {
  CollectionPricing,
  offeredMethods,
  priceRequest,
  toTerms,
  type OfferedMethod,
} from '../../links/application/collection-pricing';
import { CollectionProfiles } from '../../links/application/collection-profiles';
import { PaymentLinkNotActiveError, PaymentLinkNotFoundError } from '../../links/domain/errors';
import type { PayerLanguage } from '../../links/domain/payer-language';
import type { LinkKind, PaymentLink } from '../../links/domain/payment-link';
import { findMethod, isBankDebit, PAYMENT_METHODS, type PaymentMethod } from '../../links/domain/payment-method';
import type { CheckoutOrder, Payer } from '../domain/checkout-order';
import { shownDebitAccount, type DebitAccount } from '../domain/debit-account';
import { MethodUnavailableError, TooManyOrdersError } from '../domain/errors';
import { Collectors } from './collectors';
import { CheckoutOrdersRepository, DebitRecords, OrderRacedError, type CheckoutView } from './ports';

/**
 * How many orders of one link are opened at a rail. Each choice of another method, or under another name, opens one; a
 * payer makes a few in all. Without a limit, strangers who know the address could open orders without end.
 */
const ORDERS_AN_HOUR = 20;
const ORDERS_IN_ALL = 60;
const HOUR_MS = 3_600_000;

/** A method as a payer is offered it, with the banks to choose from if it asks for one. */
export interface Offer extends OfferedMethod {
  banks: readonly PayerBank[];
}

/** What a payer does at the checkout: sees the charge, picks a method, gets instructions or confirms a debit. */
@Injectable()
export class Checkout {
  constructor(
    private readonly orders: CheckoutOrdersRepository,
    private readonly merchants: Merchants,
    private readonly debits: DebitRecords,
    private readonly collectors: Collectors,
    private readonly pricing: CollectionPricing,
    private readonly profiles: CollectionProfiles,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * A link of that kind, or of any kind. Throws `PaymentLinkNotFoundError`. Anyone who has the address may see it: the
   * id is the secret.
   */
  async view(linkId: string, kind?: LinkKind): Promise<CheckoutView> {
    const found = isUuid(linkId) ? await this.orders.find(linkId) : undefined;
    if (!found || (kind && found.link.kind !== kind)) throw new PaymentLinkNotFoundError(kind);
    const { link, order, arrived } = found;
    const account = await this.merchants.find(link.accountId);
    if (!account) throw new PaymentLinkNotFoundError(kind);
    return { link, merchant: account.name, usdEnabled: account.usdEnabled, order, arrived };
  }

  /**
   * The methods that can pay this link now, each with what the payer would pay. A method whose fees exceed the amount
   * is left out if there is another. If there is none, rates or fees have changed since the link was created, and the
   * payment waits for staff. Throws `ExchangeRateUnavailableError` when the amount cannot be computed at the moment.
   */
  async offers(view: CheckoutView): Promise<Offer[]> {
    const candidates = PAYMENT_METHODS.filter((method) => this.canPay(method, view));
    const priced = await Promise.all(
      candidates.map(async (method) => ({ method, figures: await this.figures(view.link, method) })),
    );
    return offeredMethods(priced).map((offered) => ({
      ...offered,
      banks: this.banksOf(offered.method.code),
    }));
  }

  /**
   * Opens an order for that method and returns it; `bank` is the code of the bank that the payer pays from, `language`
   * that of the page. The order that is open already is returned instead when it has the same method, the same payer and time left, so that a payer
   * who clicks twice sees one set of instructions; beyond the limit of the link, every payer does. Throws
   * `PaymentLinkNotActiveError`, `MethodUnavailableError`, `TooManyOrdersError`, `ExchangeRateUnavailableError`, or
   * `ValidationError` for an unknown bank.
   */
  async choose(
    linkId: string,
    methodCode: string,
    payer: Payer,
    { bank = null, language = null }: { bank?: string | null; language?: PayerLanguage | null } = {},
  ): Promise<CheckoutOrder> {
    const view = await this.view(linkId);
    const { link, order: latest } = view;
    if (link.status !== 'active') throw new PaymentLinkNotActiveError(link.status);
    const method = findMethod(methodCode);
    if (!method || !this.canPay(method, view)) throw new MethodUnavailableError();
    const payerBank = bankOf(this.banksOf(methodCode), bank);
    const now = this.clock.now();
    if (latest && isReusable(latest, methodCode, payer, payerBank, now)) return latest;
    const offer = (await this.offers(view)).find((offered) => offered.method === method);
    if (!offer) throw new MethodUnavailableError();
    if (!(await this.countOpening(linkId, now))) {
      if (latest && isPayable(latest, methodCode, payerBank, now)) return latest;
      throw new TooManyOrdersError();
    }
    const opened = { ...(await this.openAtRail(link, offer, payer, payerBank, now)), language };
    const written = await this.write(opened);
    if (!written) throw new PaymentLinkNotActiveError((await this.view(linkId)).link.status);
    return opened;
  }

  /**
   * The payer authorises the debit of their account for the link's open order, which must still be the one that they
   * were shown. Afterwards the link is processing and can no longer be paid. The rail is called first, so that a debit
   * that it refuses leaves no trace. If storing the confirmation then fails, the rail's notifications about the debit
   * are accepted nevertheless. Throws `PaymentLinkNotActiveError`, `MethodUnavailableError` without such an order, or
   * `DebitDeclinedError`.
   */
  async confirmDebit(linkId: string, account: DebitAccount, shownOrderId?: string): Promise<PaymentLink> {
    const view = await this.view(linkId);
    const { link, order } = view;
    if (link.status !== 'active') throw new PaymentLinkNotActiveError(link.status);
    if (order?.status !== 'open' || !isBankDebit(order.method) || !view.usdEnabled) throw new MethodUnavailableError();
    if (shownOrderId !== undefined && shownOrderId !== order.id) throw new MethodUnavailableError();
    await this.collectors.confirmDebit(order, account);
    const confirmed = await this.uow.run(async (tx) => {
      await this.orders.lock(tx, linkId);
      const moved = await this.orders.confirm(tx, order, shownDebitAccount(account));
      if (moved) await this.debits.begin(tx, moved, order, this.clock.now());
      return moved;
    });
    if (confirmed) return confirmed;
    throw new PaymentLinkNotActiveError((await this.view(linkId)).link.status);
  }

  /**
   * Counts one more order of the link, or what costs the service as much as one. Returns false and counts nothing beyond
   * the limit. To be called before the rail, so that concurrent payers cannot open more.
   */
  countOpening(linkId: string, now: Date): Promise<boolean> {
    const since = new Date(now.getTime() - HOUR_MS);
    const limits = { inAll: ORDERS_IN_ALL, recent: ORDERS_AN_HOUR, since };
    return this.uow.once((tx) => this.orders.countOpening(tx, linkId, now, limits));
  }

  /** The banks that payers of the method choose from; none for a method that does not ask for one. */
  banksOf(method: string): readonly PayerBank[] {
    return this.collectors.of(method)?.banks ?? [];
  }

  /** A card link has its one order from the start, at the card platform. USD can be switched off after the link was made. */
  private canPay(method: PaymentMethod, { link, usdEnabled }: CheckoutView): boolean {
    if (link.kind !== 'payment_link' || method.currency !== link.currency) return false;
    return (usdEnabled || !isBankDebit(method.code)) && this.collectors.of(method.code) !== undefined;
  }

  /** Payers who choose on one link at the same moment queue on its lock; other payers do not wait. */
  private async write(order: CheckoutOrder): Promise<PaymentLink | undefined> {
    try {
      return await this.uow.once((tx) => this.orders.open(tx, order));
    } catch (error) {
      if (!(error instanceof OrderRacedError)) throw error;
      return this.uow.run(async (tx) => {
        await this.orders.lock(tx, order.linkId);
        return this.orders.open(tx, order);
      });
    }
  }

  private async openAtRail(
    link: PaymentLink,
    { method, figures }: OfferedMethod,
    payer: Payer,
    bank: PayerBank | null,
    now: Date,
  ): Promise<Omit<CheckoutOrder, 'language'>> {
    const id = newId();
    const { description } = link;
    const amount = figures.payerAmount;
    const railOrder = await this.collectors.open({ orderId: id, method, amount, description, payer, bank, now });
    return {
      id,
      linkId: link.id,
      method: method.code,
      status: 'open',
      provider: railOrder.provider,
      providerReference: railOrder.reference,
      payer,
      terms: toTerms(figures),
      instructions: railOrder.instructions,
      debit: null,
      expiresAt: railOrder.expiresAt,
      createdAt: now,
    };
  }

  private async figures(link: PaymentLink, method: PaymentMethod): Promise<CollectionFigures> {
    const { fees } = await this.profiles.of(link.accountId);
    return this.pricing.figures(priceRequest(link, fees, method.code), 'current');
  }
}

/** Optional, because a rail can still ask for it on its own page. */
function bankOf(banks: readonly PayerBank[], code: string | null): PayerBank | null {
  if (code === null || banks.length === 0) return null;
  const bank = banks.find((each) => each.code === code);
  if (!bank) throw ValidationError.of('bank', 'is not a bank of the list');
  return bank;
}

function isReusable(order: CheckoutOrder, method: string, payer: Payer, bank: PayerBank | null, now: Date): boolean {
  const isSame = (field: keyof Payer) => payer[field] === null || payer[field] === order.payer[field];
  return isPayable(order, method, bank, now) && isSame('name') && isSame('email') && isSame('document');
}

/** Whether the order can be paid with that method, at that bank. */
function isPayable(order: CheckoutOrder, method: string, bank: PayerBank | null, now: Date): boolean {
  return (
    order.status === 'open' &&
    order.method === method &&
    (order.expiresAt === null || order.expiresAt > now) &&
    (bank === null || order.instructions.some(({ value }) => value === bank.name))
  );
}
