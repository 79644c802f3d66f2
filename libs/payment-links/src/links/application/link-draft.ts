import type { Account, Actor } from '@app/accounts';
import type { CollectionFigures } from '@app/fees';
import {
  decimal,
  isCurrency,
  newId,
  PAYER_CURRENCIES,
  ValidationError,
  type Currency,
  type Decimal,
  type Money,
} from '@app/kernel';
import { CardPaymentsNotEnabledError } from '../domain/errors';
import { declaredCurrency, MAXIMUM_AMOUNT, type LinkKind, type PaymentLink } from '../domain/payment-link';
import { receivingWallet, type CollectionProfile, type CollectionWallet } from './collection-profiles';
import type { NewPaymentLink } from './new-payment-link';

/** Who collects: the account, and the user on whose behalf the key or the panel session acts. */
export interface Collector {
  account: Account;
  userId: string;
  apiKeyId: string | null;
  /** A panel user whose creation of a link goes into the audit log; absent for an API key. */
  actor?: Actor;
}

/**
 * The requested link, not yet stored. Checks in this order: a supported currency, the range of the amount, the channel,
 * the wallet, its currency if the caller named one, the amount's decimals. Throws `ValidationError`,
 * `CardPaymentsNotEnabledError`, `UsdAccountNotEnabledError` or `WalletNotFoundError`.
 */
export function draftLink(
  kind: LinkKind,
  { account, userId, apiKeyId }: Collector,
  input: NewPaymentLink,
  profile: CollectionProfile,
  now: Date,
): PaymentLink {
  const currency = supportedCurrency(input.currency);
  assertInRange(input.amount.value);
  if (kind === 'card_payment_link' && !account.cardsEnabled) throw new CardPaymentsNotEnabledError();
  const wallet = receivingWallet(profile, currency, account.usdEnabled);
  assertDestiny(input.currencyDestiny, currency, wallet);
  return {
    id: newId(),
    kind,
    accountId: account.id,
    userId,
    apiKeyId,
    walletId: wallet.id,
    amount: declaredAmount(input, currency, wallet),
    amountType: input.amountType,
    currency,
    currencyDestiny: wallet.currency,
    description: input.description,
    reference: input.reference,
    customerPaidFee: input.customerPaidFee && account.customerPaidFeeEnabled,
    webhookUrl: input.webhookUrl,
    returnUrl: input.returnUrl,
    status: 'active',
    expiresAt: null,
    currentUses: 0,
    paymentMethod: null,
    createdAt: now,
    updatedAt: now,
  };
}

/**
 * Rejects a collection whose fees exceed the amount for every way to pay, while the merchant can still correct it.
 * Throws `ValidationError`.
 */
export function assertWorthCollecting(ways: readonly CollectionFigures[]): void {
  if (ways.some(({ feeExceedsAmount }) => !feeExceedsAmount)) return;
  const fees = ways.map(({ collectionFee, conversionFee }) => collectionFee.plus(conversionFee));
  const least = fees.reduce((one, other) => (other.isLessThan(one) ? other : one));
  throw ValidationError.of('amount', `is less than the fees of ${least.toString()}`);
}

/** What the payer would pay in one way, and the largest amount of that way; undefined where there is no limit. */
export interface PayableWay {
  readonly amount: Money;
  readonly largest: Money | undefined;
}

/**
 * Rejects a collection that is above the largest amount of every way to pay, while the merchant can still correct it.
 * Throws `ValidationError`. Rule 3.26.
 */
export function assertPayable(ways: readonly PayableWay[]): void {
  const tooLarge = ways.flatMap(({ amount, largest }) => (largest?.isLessThan(amount) ? [{ amount, largest }] : []));
  if (tooLarge.length < ways.length) return;
  const [first, ...others] = tooLarge;
  if (!first) return;
  const { amount, largest } = others.reduce(
    (one, other) => (one.largest.isLessThan(other.largest) ? other : one),
    first,
  );
  throw ValidationError.of(
    'amount',
    `is too large: the payer would pay ${amount.toString()}, more than the limit of ${largest.toString()}`,
  );
}

export function isPayerCurrency(value: unknown): value is Currency {
  return isCurrency(value) && PAYER_CURRENCIES.includes(value);
}

function supportedCurrency(code: string): Currency {
  if (isPayerCurrency(code)) return code;
  throw new ValidationError(`The currency must be one of ${PAYER_CURRENCIES.join(', ')}.`);
}

function assertInRange(amount: Decimal): void {
  if (!amount.gt('0')) throw ValidationError.of('amount', 'must be greater than zero');
  if (amount.gt(decimal(MAXIMUM_AMOUNT))) throw ValidationError.of('amount', `must be at most ${MAXIMUM_AMOUNT}`);
}

/** The panel's form shows which wallet is credited; a request that names another currency is rejected. */
function assertDestiny(expected: string | undefined, payer: Currency, { currency }: CollectionWallet): void {
  if (expected === undefined || expected === currency) return;
  throw ValidationError.of('currency_destiny', `must be ${currency}: what is paid in ${payer} is credited in it`);
}

function declaredAmount({ amount, amountType }: NewPaymentLink, payer: Currency, wallet: CollectionWallet): Money {
  return amount.in(declaredCurrency(amountType, payer, wallet.currency));
}
