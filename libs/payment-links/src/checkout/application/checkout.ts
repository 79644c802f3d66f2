import { Merchants } from '@app/accounts';
import { Clock, isUuid, ValidationError } from '@app/kernel';
import type { PayerBank, PayerField } from '@app/rails';
import { Injectable } from '@nestjs/common';
import { PaymentLinkNotActiveError, PaymentLinkNotFoundError } from '../../links/domain/errors';
import type { PayerLanguage } from '../../links/domain/payer-language';
import type { LinkKind, PaymentLink } from '../../links/domain/payment-link';
import { findMethod } from '../../links/domain/payment-method';
import type { CheckoutOrder, Payer } from '../domain/checkout-order';
import type { DebitAuthorisation } from '../domain/debit-account';
import { MethodUnavailableError, TooManyOrdersError } from '../domain/errors';
import { DebitConfirmation } from './debit-confirmation';
import { Offers, type Offer } from './offers';
import { OrderOpenings } from './order-openings';
import { CheckoutOrdersRepository, type CheckoutView } from './ports';

/** What a payer chooses besides the method. */
interface Choice {
  /** The code of the bank that they pay from. */
  bank?: string | null;
  /** That of the page. */
  language?: PayerLanguage | null;
}

/** What a payer does at the checkout: sees the charge, picks a method, gets instructions. */
@Injectable()
export class Checkout {
  constructor(
    private readonly orders: CheckoutOrdersRepository,
    private readonly merchants: Merchants,
    private readonly ways: Offers,
    private readonly openings: OrderOpenings,
    private readonly debits: DebitConfirmation,
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
    const { name: merchant, usdEnabled } = account;
    return { link, merchant, usdEnabled, order, isSimulated: order !== null && this.ways.isSimulated(order), arrived };
  }

  /** The ways to pay the link now. Throws what `Offers.of` throws. */
  listOffers(view: CheckoutView): Promise<Offer[]> {
    return this.ways.of(view);
  }

  /**
   * Opens an order for that method and returns it. The order that is open already is returned instead when it has the
   * same method, the same payer and time left, so that a payer who clicks twice sees one set of instructions; beyond the
   * limit of the link, every payer does. Throws `PaymentLinkNotActiveError`, `MethodUnavailableError`,
   * `OrderDeclinedError`, `BanksUnavailableError`, `TooManyOrdersError`, `ExchangeRateUnavailableError`, or
   * `ValidationError` for an unknown bank.
   */
  async choose(linkId: string, methodCode: string, payer: Payer, choice?: Choice): Promise<CheckoutOrder> {
    return this.chooseIn(await this.view(linkId), methodCode, payer, choice);
  }

  /** The same for a payer who has just been shown that. Throws what `choose` throws. */
  async chooseIn(
    view: CheckoutView,
    methodCode: string,
    payer: Payer,
    { bank = null, language = null }: Choice = {},
  ): Promise<CheckoutOrder> {
    const { link, order: latest } = view;
    if (link.status !== 'active') throw new PaymentLinkNotActiveError(link.status);
    const method = findMethod(methodCode);
    if (!method || !this.ways.canPay(method, view)) throw new MethodUnavailableError();
    const payerBank = bankOf(await this.ways.banksOf(methodCode), bank);
    const now = this.clock.now();
    if (latest && isReusable(latest, methodCode, payer, payerBank, now)) return latest;
    const offer = (await this.ways.of(view)).find((offered) => offered.method.code === methodCode);
    if (!offer) throw new MethodUnavailableError();
    if (!(await this.openings.count(link.id))) {
      if (latest && isPayable(latest, methodCode, payerBank, now)) return latest;
      throw new TooManyOrdersError();
    }
    const opened = { ...(await this.openings.openAtRail(link, offer, payer, payerBank, now)), language };
    if (!(await this.openings.write(opened)))
      throw new PaymentLinkNotActiveError((await this.view(link.id)).link.status);
    return opened;
  }

  /** The payer authorises the debit of the open order. Throws what `DebitConfirmation.confirm` throws. */
  async confirmDebit(linkId: string, debit: DebitAuthorisation, shownOrderId?: string): Promise<PaymentLink> {
    const confirmed = await this.debits.confirm(await this.view(linkId), debit, shownOrderId);
    if (confirmed) return confirmed;
    throw new PaymentLinkNotActiveError((await this.view(linkId)).link.status);
  }

  /** Counts one more order of the link, or what costs as much. Returns false, and counts nothing, beyond the limit. */
  countOpening(linkId: string): Promise<boolean> {
    return this.openings.count(linkId);
  }

  /** What the provider of the method requires of its payers. */
  requirementsOf(method: string): readonly PayerField[] {
    return this.ways.requirementsOf(method);
  }

  /**
   * The banks that payers of the method choose from; none for a method that does not ask for one. Throws
   * `BanksUnavailableError`.
   */
  banksOf(method: string): Promise<readonly PayerBank[]> {
    return this.ways.banksOf(method);
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
