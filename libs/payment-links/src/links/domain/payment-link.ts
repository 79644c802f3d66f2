import { move, Money, USD, type Currency, type Transitions } from '@app/kernel';

export type LinkKind = 'payment_link' | 'card_payment_link';
export const AMOUNT_TYPES = ['receive', 'charge'] as const;

export type AmountType = (typeof AMOUNT_TYPES)[number];

/** Rules 3.16 to 3.19. */
export const LINK_STATUSES = [
  'active',
  'processing',
  'in_transit',
  'completed',
  'cancelled',
  'expired',
  'returned',
] as const;

export type LinkStatus = (typeof LINK_STATUSES)[number];

/** The events that change the status of a link. Rules 3.16 to 3.19. */
export type LinkEvent =
  | 'open_order'
  | 'decline_order'
  | 'pay'
  | 'confirm_debit'
  | 'submit_debit'
  | 'settle_debit'
  | 'decline_debit'
  | 'return_debit'
  | 'cancel'
  | 'expire';

/**
 * Every transition of a link; an event without the link's status is rejected. Opening an order keeps the status and gives
 * the link the order's deadline, which goes when the order is declined. A local payment that arrives after the deadline is still money, so an
 * expired link can be completed. Notifications of a rail arrive in any order: a debit that the rail submitted or settled
 * was confirmed, even if the confirmation is not recorded, so some transitions skip a state.
 */
export const TRANSITIONS: Transitions<LinkEvent, LinkStatus> = {
  open_order: { active: 'active' },
  decline_order: { active: 'active' },
  pay: { active: 'completed', expired: 'completed' },
  confirm_debit: { active: 'processing' },
  submit_debit: { active: 'in_transit', processing: 'in_transit' },
  settle_debit: { active: 'completed', processing: 'completed', in_transit: 'completed' },
  decline_debit: { processing: 'active', in_transit: 'active' },
  return_debit: { completed: 'returned' },
  cancel: { active: 'cancelled' },
  expire: { active: 'expired' },
};

/** The link after the event, or undefined if its status rejects the event. A payment uses it up: see `payLink`. */
export function moveLink(
  link: PaymentLink,
  event: Exclude<LinkEvent, 'pay' | 'settle_debit'>,
): PaymentLink | undefined {
  return move(TRANSITIONS, link, event);
}

/** The link completed by a payment with that method, which uses it up; undefined if it cannot be paid. */
export function payLink(
  link: PaymentLink,
  event: Extract<LinkEvent, 'pay' | 'settle_debit'>,
  method: string,
): PaymentLink | undefined {
  const completed = move(TRANSITIONS, link, event);
  return completed && { ...completed, currentUses: 1, paymentMethod: method };
}

/** Whose links a caller may see: those of one user, or those of all users of an account. */
export type LinkReach = { readonly userId: string } | { readonly accountId: string };

/** The merchant's own data about a link, stored as given. */
export interface LinkDetails {
  description: string;
  /** The shop's own number of the order. */
  reference: string | null;
  webhookUrl: string | null;
  /** Where the checkout leads the payer back to: see `wayBack`. */
  returnUrl: string | null;
}

/** A charge order. `amount` is in `currency` for `charge` and in `currencyDestiny` for `receive`. */
export interface PaymentLink extends LinkDetails {
  id: string;
  kind: LinkKind;
  accountId: string;
  userId: string;
  apiKeyId: string | null;
  walletId: string;
  amount: Money;
  amountType: AmountType;
  currency: Currency;
  currencyDestiny: Currency;
  customerPaidFee: boolean;
  status: LinkStatus;
  expiresAt: Date | null;
  currentUses: number;
  paymentMethod: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** Smallest collection. Rule 3.2. */
export const MINIMUM = Money.of('2.00', USD);

/** Largest amount that can be declared, in any currency. */
export const MAXIMUM_AMOUNT = '999999999999.99';

/** The currency that a declared amount is in: the wallet's for `receive`, the payer's for `charge`. */
export function declaredCurrency(amountType: AmountType, payer: Currency, wallet: Currency): Currency {
  return amountType === 'charge' ? payer : wallet;
}
