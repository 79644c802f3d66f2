import type { Schemas } from '../../api/client';
import { compareDecimals } from '../../money/amounts';
import { amountText, parseAmount, withAllDigits, type AmountProblem } from '../../money/typed-amount';

export type OrderType = Schemas['NewOutflow']['type'];

/** The values of an order, ready for the API. */
export interface Order {
  walletId: string;
  /** The bank account of a payout, or the beneficiary of a transfer. */
  destinationId: string;
  /** A decimal string. */
  amount: string;
  instant: boolean;
  comment: string;
}

/** The fields of the form: an order whose amount is the typed text. */
export type OrderForm = Order;
type OrderField = keyof OrderForm;
export type OrderErrors = Partial<Record<OrderField, string>>;

export type Problem =
  AmountProblem | 'walletMissing' | 'destinationMissing' | 'unavailable' | 'commentTooShort' | 'commentTooLong';
type Problems = Partial<Record<OrderField, Problem>>;

/** The length of a comment. A transfer needs one; for a payout it is optional. */
export const COMMENT = { shortest: 5, longest: 50 } as const;

/** An estimate does not depend on the comment, but the API validates it. */
const ANY_COMMENT = '-'.repeat(COMMENT.shortest);

/** The fields of the form by their names in the API, for its errors. */
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

/** The body of an estimate: the same for every comment, so that typing one sends no request. */
export function estimateBodyOf(type: OrderType, order: Order): Schemas['NewOutflow'] {
  return bodyOf(type, { ...order, comment: type === 'transfer' ? ANY_COMMENT : '' });
}

/** The form for a given order, with the amount in the separators of the language. */
export function formOf(order: Order, currency: string | undefined, locale: string): OrderForm {
  const isKnown = order.amount !== '' && currency !== undefined;
  return { ...order, amount: isKnown ? amountText(order.amount, currency, locale) : '' };
}

/** The order of the form; undefined while a value is missing on which its figures depend. */
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

/** The problems of the form. The API checks all of them again. */
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

/** The length as the API counts it: characters, without surrounding blanks. */
export function commentLength(comment: string): number {
  return [...comment.trim()].length;
}

/** Maps the errors of the API to the fields of the form. */
export function fieldErrors(rejected: Readonly<Record<string, string>>): OrderErrors {
  return Object.fromEntries(
    Object.entries(rejected).flatMap(([name, reason]) => {
      const field = FIELDS[name];
      return field ? [[field, reason]] : [];
    }),
  );
}

interface Offered {
  wallets: readonly Pick<Schemas['VirtualWallet'], 'id' | 'available_balance'>[];
  destinations: readonly { id: string }[];
}

/** The initial order: the choices of the address, else the most likely ones. */
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
