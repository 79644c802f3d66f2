import { stringify } from 'csv-stringify/sync';
import { isDecimalText, type FileCell, type FileTable } from './file-table';

/**
 * Where a spreadsheet could begin a formula: a formula character, in ASCII or in full width, at the start of the text or
 * of a part that some spreadsheets read as a separate cell. Spreadsheets that separate by `;` or tab split a quoted cell
 * there, and at its line breaks. Some skip blanks, quotes and invisible characters before the formula character.
 */
const FORMULA = /(^|[;\t\r\n])(?=[\p{Z}\p{Cf}"]*[=+\-@\uff1d\uff0b\uff0d\uff20])/gu;
/** Some spreadsheets drop these from the start of a cell. */
const BREAK_AT_START = /^(?=[\t\r\n])/;
// By default the library leaves a single CR or LF unquoted, because it is not the whole end of a line.
const OPTIONS = { record_delimiter: '\r\n', quoted_match: /[\r\n]/ };

/** The first line of the file: the names of its columns. */
export function csvHeader<T>({ columns }: FileTable<T>): string {
  return stringify([columns.map(([name]) => name)], OPTIONS);
}

/** The rows as an RFC 4180 CSV file. */
export function csvRows<T>({ columns }: FileTable<T>, rows: readonly T[]): string {
  return stringify(
    rows.map((row) => columns.map(([, cellOf]) => textOf(cellOf(row)))),
    OPTIONS,
  );
}

function textOf(cell: FileCell): string {
  if (cell === null) return '';
  if (cell instanceof Date) return cell.toISOString();
  if (typeof cell === 'boolean') return String(cell);
  if (typeof cell === 'string') return withoutFormula(cell);
  return isDecimalText(cell.text) ? cell.text : withoutFormula(cell.text);
}

/** Puts an apostrophe in front of each possible formula: payers choose some of these texts. */
function withoutFormula(text: string): string {
  return text.replace(FORMULA, "$1'").replace(BREAK_AT_START, "'");
}
