import { isStorable, readReportedAmount, type Money, type UnsupportedAmount } from '@app/kernel';
import {
  isPaymentFactType,
  isRefundFactType,
  isReversalFactType,
  reportsMoney,
  toCollectionFact,
  toRefundFact,
  toReversalFact,
  type Payer,
} from '@app/payment-links';
import { MessageRejectedError, type Fact } from '@app/rails';
import { isPayoutFactType, reportsPayoutMoney, toPayoutFact } from '@app/transfers';
import { DEPOSIT_RECEIVED, DEPOSIT_RETURNED, toDepositFact } from '@app/payment-links';

const MAX_TEXT_LENGTH = 255;

/** A signed message with the fields that every message has. */
export interface ReceivedContent {
  readonly provider: string;
  readonly id: string;
  readonly type: unknown;
  readonly reference: string;
  readonly json: Readonly<Record<string, unknown>>;
}

/** Reads what one provider may report. Throws `MessageRejectedError` for any other type and unreadable content. */
export type ContentReader = (content: ReceivedContent) => Fact;

/** Orders of payment links, whose payments have the names of their notifications, and refunds and disputes of what was paid for them. */
export const readCollection: ContentReader = ({ type, json, ...key }) => {
  if (isRefundFactType(type)) {
    return toRefundFact({
      ...key,
      type,
      amount: type === 'refund.completed' ? moneyOf(json) : null,
      providerReference: textOf(json['provider_reference']),
      reason: textOf(json['reason']),
    });
  }
  if (isReversalFactType(type)) {
    const providerReference = textOf(json['provider_reference']);
    if (providerReference === null) throw malformed('the provider_reference is required');
    return toReversalFact({ ...key, type, amount: moneyOf(json), providerReference, reason: textOf(json['reason']) });
  }
  if (!isPaymentFactType(type)) throw malformed('the type is unknown');
  const namesAmount = reportsMoney(type) || (type === 'debit.returned' && json['amount'] !== undefined);
  const paid = namesAmount ? moneyOf(json) : null;
  const paymentReference = reportsMoney(type) ? key.id : undefined;
  return toCollectionFact({ ...key, type, paid, payer: payerOf(json['payer']), paymentReference });
};

/** Payouts. */
export const readPayout: ContentReader = ({ type, json, ...key }) => {
  if (!isPayoutFactType(type)) throw malformed('the type is unknown');
  return toPayoutFact({
    ...key,
    type,
    amount: reportsPayoutMoney(type) ? moneyOf(json) : null,
    providerReference: textOf(json['provider_reference']),
    reason: textOf(json['reason']),
  });
};

/** Deposits on bank accounts of wallets. */
export const readDeposit: ContentReader = ({ type, json, ...key }) => {
  if (type !== DEPOSIT_RECEIVED && type !== DEPOSIT_RETURNED) throw malformed('the type is unknown');
  return toDepositFact({ ...key, type, amount: moneyOf(json) });
};

export function isText(value: unknown, max: number): value is string {
  return typeof value === 'string' && value !== '' && value.length <= max && isStorable(value);
}

export function malformed(problem: string): MessageRejectedError {
  return new MessageRejectedError('MALFORMED_NOTIFICATION', `The notification was not understood: ${problem}.`);
}

function moneyOf({ amount, currency }: Readonly<Record<string, unknown>>): Money | UnsupportedAmount {
  const reported = readReportedAmount(amount, currency);
  if (!reported) throw malformed('a positive amount and its currency are required');
  return reported;
}

function payerOf(value: unknown): Payer | null {
  if (typeof value !== 'object' || value === null) return null;
  const { name, email, document } = value as Record<string, unknown>;
  return { name: textOf(name), email: textOf(email), document: textOf(document) };
}

/** A text that cannot be stored counts as absent, so that the money is still reported. */
function textOf(value: unknown): string | null {
  return isText(value, MAX_TEXT_LENGTH) ? value : null;
}
