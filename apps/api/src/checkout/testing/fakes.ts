import { Clock, Money, newId, toCurrency } from '@app/kernel';
import {
  findMethod,
  PaymentLinkNotFoundError,
  SandboxCollectionRail,
  type CheckoutOrder,
  type CheckoutView,
  type OfferedMethod,
  type Payer,
  type PaymentLink,
  type PaymentMethod,
} from '@app/payment-links';
import { LANGUAGES } from '../texts/languages';
import type { PageContext } from '../pages/layout';

export const NOW = new Date('2026-09-29T15:00:00Z');

/** A clock that stands still until it is moved. */
export class StoppedClock extends Clock {
  constructor(public time = NOW) {
    super();
  }

  now(): Date {
    return this.time;
  }
}

export function aContext(overrides: Partial<PageContext> = {}): PageContext {
  return { texts: LANGUAGES.en, sandbox: false, base: '', ...overrides };
}

export function aLink(overrides: Partial<PaymentLink> = {}): PaymentLink {
  return {
    id: '0198f3a2-1c4b-7d2e-9a3b-5c6d7e8f9012',
    kind: 'payment_link',
    accountId: newId(),
    userId: newId(),
    apiKeyId: null,
    walletId: newId(),
    amount: Money.of('15000.00', 'ARS'),
    amountType: 'receive',
    currency: toCurrency('ARS'),
    currencyDestiny: toCurrency('ARS'),
    description: 'Order 1001',
    customerPaidFee: false,
    webhookUrl: null,
    status: 'active',
    expiresAt: null,
    currentUses: 0,
    paymentMethod: null,
    createdAt: NOW,
    updatedAt: NOW,
    ...overrides,
  };
}

export function aView(overrides: Partial<CheckoutView> = {}): CheckoutView {
  return { link: aLink(), merchant: 'Librería del Lago', usdEnabled: false, order: null, ...overrides };
}

export function anOffer(code: string, amount: string): OfferedMethod {
  const method = findMethod(code) as PaymentMethod;
  // The page reads no other figure.
  return { method, figures: { payerAmount: Money.of(amount, method.currency) } as OfferedMethod['figures'] };
}

/** An order as the sandbox's rail opens it. */
export async function anOrder(
  code: string,
  amount: string,
  overrides: Partial<CheckoutOrder> = {},
): Promise<CheckoutOrder> {
  const { method, figures } = anOffer(code, amount);
  const payer: Payer = { name: null, email: null, document: null };
  const rail = new SandboxCollectionRail(Buffer.alloc(32));
  const id = '0198f3a2-1c4b-7d2e-9a3b-5c6d7e8f9013';
  const opened = await rail.open({
    orderId: id,
    method,
    amount: figures.payerAmount,
    description: 'Order 1001',
    payer,
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
    terms: { payerAmount: figures.payerAmount } as CheckoutOrder['terms'],
    instructions: opened.instructions,
    expiresAt: opened.expiresAt,
    createdAt: NOW,
    ...overrides,
  };
}

/** Stands in for the `Checkout` service: answers what it was given, and remembers what was chosen. */
export class FakeCheckout {
  current: CheckoutView | undefined = aView();
  offered: OfferedMethod[] | Error = [anOffer('ars_transfer', '15000.00'), anOffer('ars_qr', '15000.00')];
  refusal: Error | undefined;
  readonly chosen: { linkId: string; method: string; payer: Payer }[] = [];

  view(): Promise<CheckoutView> {
    return this.current ? Promise.resolve(this.current) : Promise.reject(new PaymentLinkNotFoundError());
  }

  offers(): Promise<OfferedMethod[]> {
    return this.offered instanceof Error ? Promise.reject(this.offered) : Promise.resolve(this.offered);
  }

  choose(linkId: string, method: string, payer: Payer): Promise<void> {
    if (this.refusal) return Promise.reject(this.refusal);
    this.chosen.push({ linkId, method, payer });
    return Promise.resolve();
  }
}
