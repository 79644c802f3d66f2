import { Money, toCurrency } from '@app/kernel';
import {
  findMethod,
  PaymentLinkNotFoundError,
  type CheckoutOrder,
  type CheckoutView,
  type DebitAuthorisation,
  type Offer,
  type Payer,
  type PaymentLink,
  type PaymentMethod,
} from '@app/payment-links';
import { aLink as aPaymentLink } from '@app/payment-links/testing';
import { PSE_BANKS, SandboxCollectionRail } from '@app/providers';
import type { PayerBank, PayerField } from '@app/rails';
import { LANGUAGES } from '../texts/languages';
import type { PageContext } from '../pages/layout';

export const NOW = new Date('2026-09-29T15:00:00Z');

export function aContext(overrides: Partial<PageContext> = {}): PageContext {
  return { texts: LANGUAGES.en, sandbox: false, base: '', ...overrides };
}

export function aLink(overrides: Partial<PaymentLink> = {}): PaymentLink {
  const dates = { createdAt: NOW, updatedAt: NOW };
  return aPaymentLink({ id: '0198f3a2-1c4b-7d2e-9a3b-5c6d7e8f9012', ...dates, ...overrides });
}

export function aView(overrides: Partial<CheckoutView> = {}): CheckoutView {
  return {
    link: aLink(),
    merchant: 'Librería del Lago',
    usdEnabled: false,
    isSimulated: true,
    order: null,
    arrived: [],
    ...overrides,
  };
}

/** An offer at that amount, of which `fee` is the payment fee. */
export function anOffer(code: string, amount: string, fee = '0'): Offer {
  const method = findMethod(code) as PaymentMethod;
  const { currency } = method;
  // The pages read no other figures.
  const figures = { payerAmount: Money.of(amount, currency), payerFee: Money.of(fee, currency) };
  return { method, figures: figures as Offer['figures'], banks: banksOf(code), requires: [] };
}

/** The banks that the sandbox offers. */
function banksOf(method: string): readonly PayerBank[] {
  return method === 'cop_pse' ? PSE_BANKS : [];
}

/** An order as the sandbox rail opens it. */
export async function anOrder(
  code: string,
  amount: string,
  overrides: Partial<CheckoutOrder> = {},
  fee = '0',
): Promise<CheckoutOrder> {
  const { method, figures } = anOffer(code, amount, fee);
  const { payerAmount, payerFee } = figures;
  const payer: Payer = { name: null, email: null, document: null };
  const rail = new SandboxCollectionRail([Buffer.alloc(32)]);
  const id = '0198f3a2-1c4b-7d2e-9a3b-5c6d7e8f9013';
  const opened = await rail.open({
    orderId: id,
    method,
    amount: payerAmount,
    description: 'Order 1001',
    payer,
    bank: banksOf(code)[0] ?? null,
    returnUrl: `https://pay.example.com/checkout/${aLink().id}`,
    now: NOW,
  });
  return {
    id,
    linkId: aLink().id,
    method: code,
    status: 'open',
    provider: rail.provider,
    providerReference: opened.reference,
    payer,
    language: null,
    terms: { payerAmount, payerFee } as CheckoutOrder['terms'],
    instructions: opened.instructions,
    debit: null,
    expiresAt: opened.expiresAt,
    createdAt: NOW,
    ...overrides,
  };
}

/** A link of 120.50 USD with an open debit order. */
export async function aDebitView(order: Partial<CheckoutOrder> = {}, link: Partial<PaymentLink> = {}) {
  const usd = toCurrency('USD');
  const charge = { amount: Money.of('120.50', usd), currency: usd, currencyDestiny: usd, ...link };
  const opened = await anOrder('usd_bank_debit', '120.50', order);
  return { ...aView({ link: aLink(charge), usdEnabled: true }), order: opened };
}

/** Stands in for the `Checkout` service: returns what the test sets and records the calls. */
export class FakeCheckout {
  current: CheckoutView | undefined = aView();
  offered: Offer[] | Error = [anOffer('ars_transfer', '15000.00'), anOffer('ars_qr', '15000.00')];
  requires: readonly PayerField[] = [];
  failure: Error | undefined;
  /** The order that a choice opens; one of the sandbox by default. */
  opened: CheckoutOrder | undefined;
  readonly chosen: { linkId: string; method: string; payer: Payer; bank: string | null; language: string | null }[] =
    [];
  readonly confirmed: { linkId: string; debit: DebitAuthorisation; shownOrderId: string }[] = [];

  view(): Promise<CheckoutView> {
    return this.current ? Promise.resolve(this.current) : Promise.reject(new PaymentLinkNotFoundError());
  }

  listOffers(): Promise<Offer[]> {
    return this.offered instanceof Error ? Promise.reject(this.offered) : Promise.resolve(this.offered);
  }

  requirementsOf(): readonly PayerField[] {
    return this.requires;
  }

  banksOf(method: string): Promise<readonly PayerBank[]> {
    return Promise.resolve(banksOf(method));
  }

  chooseIn(
    { link }: CheckoutView,
    method: string,
    payer: Payer,
    { bank, language }: { bank: string | null; language: string | null },
  ): Promise<CheckoutOrder> {
    if (this.failure) return Promise.reject(this.failure);
    this.chosen.push({ linkId: link.id, method, payer, bank, language });
    return this.opened ? Promise.resolve(this.opened) : anOrder(method, '15000');
  }

  confirmDebit(linkId: string, debit: DebitAuthorisation, shownOrderId: string): Promise<void> {
    if (this.failure) return Promise.reject(this.failure);
    this.confirmed.push({ linkId, debit, shownOrderId });
    return Promise.resolve();
  }
}
