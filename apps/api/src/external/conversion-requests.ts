import { Complaints, ZERO, type Decimal } from '@app/kernel';
import { readAmount } from '@app/payment-links';
import type { QuoteAmountType } from '@app/rates';

type Body = Readonly<Record<string, unknown>>;

export interface QuoteRequestBody {
  amount: Decimal;
  origin: string;
  destination: string;
  amountType: QuoteAmountType;
}

export interface RateRequestBody {
  origin: string;
  destination: string;
  amount: Decimal | undefined;
}

/**
 * Whether the currencies can be quoted is not asked here: only that they are text of three characters. `amount_type`
 * is omitted to take the default; empty or null is refused. Throws `ValidationError`.
 */
export function parseQuoteRequest(body: Body): QuoteRequestBody {
  const complaints = new Complaints();
  const amount = readAmount(body['amount']);
  const amountType = body['amount_type'] === undefined ? 'receive' : body['amount_type'];
  if (body['amount'] === undefined || body['amount'] === null) complaints.add('amount', 'The amount is required.');
  else if (!amount) complaints.add('amount', 'The amount must be a number or decimal text.');
  complainOfCurrency(complaints, body, 'origin');
  complainOfCurrency(complaints, body, 'destination');
  if (amountType !== 'receive' && amountType !== 'charge') {
    complaints.add('amount_type', 'The amount_type must be receive or charge, or be omitted.');
  }
  complaints.throwIfAny();
  return {
    amount: amount ?? ZERO,
    origin: body['origin'] as string,
    destination: body['destination'] as string,
    amountType: amountType as QuoteAmountType,
  };
}

/** An amount that is null counts as omitted. Throws `ValidationError`. */
export function parseRateRequest(body: Body): RateRequestBody {
  const complaints = new Complaints();
  const isAsked = body['amount'] !== undefined && body['amount'] !== null;
  const amount = isAsked ? readAmount(body['amount']) : undefined;
  if (isAsked && !amount) complaints.add('amount', 'The amount must be a number or decimal text.');
  complainOfCurrency(complaints, body, 'origin');
  complainOfCurrency(complaints, body, 'destination');
  complaints.throwIfAny();
  return { origin: body['origin'] as string, destination: body['destination'] as string, amount };
}

function complainOfCurrency(complaints: Complaints, body: Body, field: 'origin' | 'destination'): void {
  const value = body[field];
  if (value === undefined || value === null) complaints.add(field, `The ${field} is required.`);
  else if (typeof value !== 'string' || value.length !== 3) {
    complaints.add(field, `The ${field} must be text of exactly three characters.`);
  }
}
