import type { Schemas } from '../../api/client';
import { compareDecimals } from '../../money/amounts';
import { amountText, parseAmount, withAllDigits, type AmountProblem } from '../../money/typed-amount';

export type OrderType = Schemas['NewOutflow']['type'];

/** What someone wants to send, ready for the API. */
export interface Order {
  walletId: string;
  /** A bank account of a payout, a beneficiary of a transfer. */
  destinationId: string;
  /** A decimal string. */
  amount: string;
  instant: boolean;
  comment: string;
}

/** The fields of the form: an order whose amount is as it was typed. */
export type OrderForm = Order;
type OrderField = keyof OrderForm;
export type OrderErrors = Partial<Record<OrderField, string>>;

export type Problem =
  AmountProblem | 'walletMissing' | 'destinationMissing' | 'unavailable' | 'commentTooShort' | 'commentTooLong';
type Problems = Partial<Record<OrderField, Problem>>;

/** Characters of a comment. A transfer needs one; a payout may leave it out. */
export const COMMENT = { shortest: 5, longest: 50 } as const;

/** An estimate does not depend on the comment, but the API checks it. */
const ANY_COMMENT = '-'.repeat(COMMENT.shortest);

/** The API's names of the fields, for its problems. */
const FIELDS: Readonly<Record<string, OrderField>> = {
  virtual_wallet_id: 'walletId',
  bank_account_id: 'destinationId',
  beneficiary_id: 'destinationId',
  amount: 'amount',
  instant: 'instant',
  comment: 'comment',
};

export function bodyOf(type: OrderType, order: Order): Schemas['NewOutflow'] {
  const comment = order.comment.trim();
  return {
    type,
    virtual_wallet_id: order.walletId,
    ...(type === 'payout' ? { bank_account_id: order.destinationId } : { beneficiary_id: order.destinationId }),
    amount: order.amount,
    instant: order.instant,
    ...(comment !== '' && { comment }),
  };
}

/** The body of an estimate: the same for every comment, so that typing one estimates nothing again. */
export function estimateBodyOf(type: OrderType, order: Order): Schemas['NewOutflow'] {
  return bodyOf(type, { ...order, comment: type === 'transfer' ? ANY_COMMENT : '' });
}

/** The form for an order that was filled in before, with its amount in the reader's separators. */
export function formOf(order: Order, currency: string | undefined, locale: string): OrderForm {
  const isKnown = order.amount !== '' && currency !== undefined;
  return { ...order, amount: isKnown ? amountText(order.amount, currency, locale) : '' };
}

/** The order that the form describes as far as figures depend on it; undefined while something is missing. */
export function orderOf(form: OrderForm, currency: string | undefined, locale: string): Order | undefined {
  if (!form.walletId || !form.destinationId || currency === undefined) return undefined;
  const amount = parseAmount(form.amount, currency, locale);
  return 'value' in amount
    ? { ...form, amount: withAllDigits(amount.value, currency), comment: form.comment.trim() }
    : undefined;
}

interface Circumstances {
  type: OrderType;
  wallet: Pick<Schemas['VirtualWallet'], 'currency' | 'available_balance'> | undefined;
  locale: string;
}

/** What keeps the form from being an order. The API checks it all again. */
export function problemsAbout(form: OrderForm, { type, wallet, locale }: Circumstances): Problems {
  const amount = wallet && amountProblem(form.amount, wallet, locale);
  const comment = commentProblem(form.comment, type);
  return {
    ...(!wallet && { walletId: 'walletMissing' as const }),
    ...(!form.destinationId && { destinationId: 'destinationMissing' as const }),
    ...(amount && { amount }),
    ...(comment && { comment }),
  };
}

function amountProblem(
  typed: string,
  { currency, available_balance }: NonNullable<Circumstances['wallet']>,
  locale: string,
): Problem | undefined {
  const amount = parseAmount(typed, currency, locale);
  if ('problem' in amount) return amount.problem;
  return compareDecimals(amount.value, available_balance) > 0 ? 'unavailable' : undefined;
}

function commentProblem(comment: string, type: OrderType): Problem | undefined {
  const length = commentLength(comment);
  if (length > COMMENT.longest) return 'commentTooLong';
  return type === 'transfer' && length < COMMENT.shortest ? 'commentTooShort' : undefined;
}

/** Counted as the API counts: characters, without the spaces around them. */
export function commentLength(comment: string): number {
  return [...comment.trim()].length;
}

/** What the API has against fields, at the fields of the form. */
export function fieldErrors(refused: Readonly<Record<string, string>>): OrderErrors {
  return Object.fromEntries(
    Object.entries(refused).flatMap(([name, reason]) => {
      const field = FIELDS[name];
      return field ? [[field, reason]] : [];
    }),
  );
}

interface Offered {
  wallets: readonly Pick<Schemas['VirtualWallet'], 'id' | 'available_balance'>[];
  destinations: readonly { id: string }[];
}

/** An order to begin with: what the address asks for, else what is most likely meant. */
export function firstOrder(asked: { wallet: string | null; destination: string | null }, offered: Offered): Order {
  const { wallets, destinations } = offered;
  const wallet =
    wallets.find(({ id }) => id === asked.wallet) ??
    wallets.find(({ available_balance: available }) => compareDecimals(available, '0') > 0) ??
    wallets[0];
  const destination =
    destinations.find(({ id }) => id === asked.destination) ??
    (destinations.length === 1 ? destinations[0] : undefined);
  return { walletId: wallet?.id ?? '', destinationId: destination?.id ?? '', amount: '', instant: false, comment: '' };
}
