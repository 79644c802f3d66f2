import { Complaints, isStorable, numberToDecimal, parseDecimal, ZERO, type Decimal } from '@app/kernel';
import { webhookUrlComplaint } from '@app/webhooks';
import type { AmountType } from '../domain/payment-link';

const MAX_DESCRIPTION = 255;

/** A link as it is asked for, of the right shape; whether amount and currency can be collected is decided later. */
export interface NewPaymentLink {
  amount: Decimal;
  currency: string;
  description: string;
  amountType: AmountType;
  customerPaidFee: boolean;
  webhookUrl: string | null;
  /** What the caller takes for the currency of the receiving wallet; a form of the panel must say so. */
  currencyDestiny?: string;
}

/** What a caller sends. Unknown fields are ignored; an optional one that is null counts as omitted. */
export type LinkRequest = Readonly<Record<string, unknown>>;

/** What the panel's form has beyond a request of the external API. */
export interface LinkForm {
  /** What an omitted `customer_paid_fee` stands for. */
  customerPaidFeeDefault: boolean;
}

/** Of the panel's form when one is given. Throws `ValidationError` that names every refused field. */
export function parseNewPaymentLink(body: LinkRequest, httpsOnly: boolean, form?: LinkForm): NewPaymentLink {
  const complaints = new Complaints();
  const check = (field: string, complaint: string | undefined) => complaint && complaints.add(field, complaint);
  const { currency, description } = body;
  const amount = readAmount(body['amount']);
  const amountType = body['amount_type'] ?? 'receive';
  const customerPaidFee = body['customer_paid_fee'] ?? form?.customerPaidFeeDefault ?? false;
  const webhookUrl = body['webhook_url'] ?? null;
  check('amount', amount ? undefined : amountComplaint(body['amount']));
  check('currency', typeof currency === 'string' ? undefined : 'The currency must be a code of three letters.');
  if (form) check('currency_destiny', destinyComplaint(body['currency_destiny']));
  check('description', descriptionComplaint(description));
  check('amount_type', isAmountType(amountType) ? undefined : 'The amount_type must be receive or charge.');
  check(
    'customer_paid_fee',
    typeof customerPaidFee === 'boolean' ? undefined : 'The customer_paid_fee must be true or false.',
  );
  check('webhook_url', webhookUrl === null ? undefined : webhookUrlComplaint(webhookUrl, httpsOnly));
  complaints.throwIfAny();
  return {
    amount: amount ?? ZERO,
    currency: currency as string,
    description: description as string,
    amountType: amountType as AmountType,
    customerPaidFee: customerPaidFee as boolean,
    webhookUrl: webhookUrl as string | null,
    ...(form && { currencyDestiny: body['currency_destiny'] as string }),
  };
}

/** An amount as JSON may carry it: a number, however it is written, or text in plain decimals. */
export function readAmount(value: unknown): Decimal | undefined {
  if (typeof value === 'number') return numberToDecimal(value);
  return typeof value === 'string' ? parseDecimal(value) : undefined;
}

function isAmountType(value: unknown): value is AmountType {
  return value === 'receive' || value === 'charge';
}

function amountComplaint(amount: unknown): string {
  return amount === undefined || amount === null
    ? 'The amount is required.'
    : 'The amount must be a number or decimal text.';
}

function destinyComplaint(currency: unknown): string | undefined {
  if (currency === undefined || currency === null) return 'The currency_destiny is required.';
  return typeof currency === 'string' ? undefined : 'The currency_destiny must be a code of three letters.';
}

function descriptionComplaint(description: unknown): string | undefined {
  if (description === undefined || description === null) return 'The description is required.';
  if (typeof description !== 'string' || !isStorable(description)) return 'The description must be text.';
  const length = [...description].length;
  if (description.trim() === '' || length > MAX_DESCRIPTION) {
    return `The description must have 1 to ${MAX_DESCRIPTION} characters.`;
  }
  return undefined;
}
