import { isCurrency, isStorable, Money, parseDate, WrittenAmount, type Currency } from '@app/kernel';

/** A line of a provider's settlement report: money that it says has moved. Recording it books nothing. */
export interface SettlementLine {
  /** The provider's id of the line; each is recorded once. */
  readonly id: string;
  /** `payment`, `payout`, `refund` and `dispute` are compared with our records; any other word is not. */
  readonly type: string;
  /** Our id, with or without `sp-`, or the provider's id. */
  readonly reference: string | null;
  /** What moved, before the fee, in the currency of the payer or the beneficiary. */
  readonly gross: Money;
  /** What the provider kept; negative when it gave a fee back. */
  readonly fee: Money;
  readonly net: Money;
  readonly settledAt: Date;
  /** The transfer to the bank that contained it. */
  readonly batch: string | null;
}

/** The columns of a file of lines, in their usual order. */
export const LINE_COLUMNS = [
  'id',
  'type',
  'reference',
  'gross',
  'fee',
  'net',
  'currency',
  'settled_at',
  'batch',
] as const;

export type LineColumn = (typeof LINE_COLUMNS)[number];

/** The columns that a file may lack. */
export const OPTIONAL_COLUMNS: readonly LineColumn[] = ['reference', 'fee', 'net', 'batch'];

/** The texts of a line, by column; a missing one is empty. */
export type LineTexts = Readonly<Partial<Record<LineColumn, string>>>;

/** A text that is not what its column holds. */
export class LineTextError extends Error {
  constructor(
    readonly column: LineColumn,
    readonly reason: string,
  ) {
    super(`column ${column}: ${reason}`);
  }
}

const MAX_TEXT = 200;
const TYPE = /^[a-z][a-z0-9_-]*$/;
const THOUSANDS = /^-?\d{1,3}(?:[., ]\d{3})+(?:[.,]\d+)?$/;

/**
 * Reads the texts of a line. Without a fee it is zero, and without a net amount that is gross less fee. Throws
 * `LineTextError` for the first text that is not what its column holds.
 */
export function readLine(texts: LineTexts): SettlementLine {
  const id = textOf(texts, 'id');
  const type = textOf(texts, 'type').toLowerCase();
  if (!TYPE.test(type)) throw new LineTextError('type', 'must be one word, such as payment');
  const currency = textOf(texts, 'currency').toUpperCase();
  if (!isCurrency(currency)) throw new LineTextError('currency', 'is no known currency code');
  const settledAt = parseDate(textOf(texts, 'settled_at'));
  if (!settledAt) {
    throw new LineTextError('settled_at', 'must be a day such as 2030-01-31, or an ISO 8601 time with an offset');
  }
  const gross = amountOf(texts, 'gross', currency);
  const fee = isGiven(texts, 'fee') ? amountOf(texts, 'fee', currency) : Money.zero(currency);
  const net = isGiven(texts, 'net') ? amountOf(texts, 'net', currency) : gross.minus(fee);
  return {
    id,
    type,
    reference: isGiven(texts, 'reference') ? textOf(texts, 'reference') : null,
    gross,
    fee,
    net,
    settledAt,
    batch: isGiven(texts, 'batch') ? textOf(texts, 'batch') : null,
  };
}

function isGiven(texts: LineTexts, column: LineColumn): boolean {
  return (texts[column] ?? '').trim() !== '';
}

function textOf(texts: LineTexts, column: LineColumn): string {
  const text = (texts[column] ?? '').trim();
  if (text === '') throw new LineTextError(column, 'is empty');
  if (text.length > MAX_TEXT) throw new LineTextError(column, `has more than ${MAX_TEXT} characters`);
  if (!isStorable(text)) throw new LineTextError(column, 'has characters that cannot be stored');
  return text;
}

/** Amounts that could be read in two ways are rejected, so that `1.234` is never read as 1.23 or 1234. */
function amountOf(texts: LineTexts, column: LineColumn, currency: Currency): Money {
  const text = textOf(texts, column);
  const amount = WrittenAmount.read(text);
  if (amount?.fits(currency)) return amount.in(currency);
  if (THOUSANDS.test(text)) throw new LineTextError(column, `${text} has a thousands separator; write digits only`);
  if (text.includes(',')) throw new LineTextError(column, `${text} has a decimal comma; write a point`);
  if (amount) throw new LineTextError(column, `${text} has more decimals than ${currency}`);
  throw new LineTextError(column, `${text} is no amount; write digits with a point before decimals`);
}
