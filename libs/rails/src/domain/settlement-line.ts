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

/** How days and amounts are written. */
export interface LineForms {
  /** `dmy`: days such as 31/01/2030, with a time of day in UTC or without. Those of ISO 8601 are always read. */
  readonly dates?: 'dmy';
  /** `comma`: decimals follow a comma, and points may group thousands. */
  readonly decimals?: 'comma';
}

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
/** Digits, also in groups of three, with decimals after a comma. */
const WITH_COMMA = /^(-?(?:\d+|\d{1,3}(?:\.\d{3})+))(?:,(\d+))?$/;
const DAY_FIRST = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?: +(\d{2}:\d{2}(?::\d{2})?))?$/;

/**
 * Reads the texts of a line. Without a fee it is zero, and without a net amount that is gross less fee. Throws
 * `LineTextError` for the first text that is not what its column holds.
 */
export function readLine(texts: LineTexts, forms: LineForms = {}): SettlementLine {
  const id = textOf(texts, 'id');
  const type = textOf(texts, 'type').toLowerCase();
  if (!TYPE.test(type)) throw new LineTextError('type', 'must be one word, such as payment');
  const currency = textOf(texts, 'currency').toUpperCase();
  if (!isCurrency(currency)) throw new LineTextError('currency', 'is no known currency code');
  const settledAt = timeOf(textOf(texts, 'settled_at'), forms);
  const amount = (column: LineColumn) => amountOf(texts, column, currency, forms);
  const gross = amount('gross');
  const fee = isGiven(texts, 'fee') ? amount('fee') : Money.zero(currency);
  const net = isGiven(texts, 'net') ? amount('net') : gross.minus(fee);
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

function timeOf(text: string, { dates }: LineForms): Date {
  const [, day, , month, year, time] = DAY_FIRST.exec(text) ?? [];
  if (day === undefined || month === undefined) {
    const read = parseDate(text);
    if (read) return read;
    throw new LineTextError(
      'settled_at',
      `${text} must be a day such as 2030-01-31, or an ISO 8601 time with an offset`,
    );
  }
  if (dates !== 'dmy') {
    throw new LineTextError('settled_at', `${text} is a day in another order; --dates dmy reads day/month/year`);
  }
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const read = parseDate(time === undefined ? iso : `${iso}T${time}Z`);
  if (read) return read;
  throw new LineTextError('settled_at', `${text} is no day as day/month/year`);
}

/** Amounts that could be read in two ways are rejected, so that `1.234` is never read as 1.23 or 1234. */
function amountOf(texts: LineTexts, column: LineColumn, currency: Currency, { decimals }: LineForms): Money {
  const text = textOf(texts, column);
  if (decimals === 'comma') return amountWithComma(text, column, currency);
  const amount = WrittenAmount.read(text);
  if (amount?.fits(currency)) return amount.in(currency);
  if (THOUSANDS.test(text)) {
    const hint = /,\d+$/.test(text) && text.includes('.') ? ', or read the file with --decimals comma' : '';
    throw new LineTextError(column, `${text} has a thousands separator; write digits only${hint}`);
  }
  if (text.includes(',')) {
    throw new LineTextError(
      column,
      `${text} has a decimal comma; write a point, or read the file with --decimals comma`,
    );
  }
  if (amount) throw new LineTextError(column, `${text} has more decimals than ${currency}`);
  throw new LineTextError(column, `${text} is no amount; write digits with a point before decimals`);
}

function amountWithComma(text: string, column: LineColumn, currency: Currency): Money {
  const [, whole, decimals] = WITH_COMMA.exec(text) ?? [];
  if (whole === undefined) {
    throw new LineTextError(column, `${text} is no amount with a decimal comma, such as 1234,50 or 1.234,50`);
  }
  const amount = WrittenAmount.of([whole.replaceAll('.', ''), ...(decimals === undefined ? [] : [decimals])].join('.'));
  if (amount.fits(currency)) return amount.in(currency);
  throw new LineTextError(column, `${text} has more decimals than ${currency}`);
}
