import { localTime } from '@app/kernel';
import { DecimalCell, isDecimalText, type FileCell } from './file-table';

/** The number formats of cells, by their position in `STYLES`. */
const STYLE = { general: 0, header: 1, whole: 2, cents: 3, moment: 4 } as const;

/** Spreadsheets keep fifteen digits of a number. A longer one stays whole as text. */
const DIGITS_OF_A_NUMBER = 15;
const LONGEST_TEXT = 32_767;
const DAY_MS = 86_400_000;
/** Day zero of spreadsheets, which count 1900 as a leap year. */
const DAY_ZERO = Date.UTC(1899, 11, 30);

/** What XML 1.0 does not have, not even escaped. */
// eslint-disable-next-line no-control-regex
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
/** Text in which a spreadsheet would read an escaped character, such as `_x000D_`. */
const ESCAPE = /_(?=x[0-9a-f]{4}_)/gi;

/** The part `xl/styles.xml` of a workbook. */
export const STYLES =
  '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
  '<numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>' +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5">' +
  '<xf/><xf fontId="1" applyFont="1"/><xf numFmtId="3" applyNumberFormat="1"/><xf numFmtId="4" applyNumberFormat="1"/>' +
  '<xf numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>';

/** A row of a sheet, which counts its rows from 1. Moments are shown as the clocks of the time zone do. */
export function xlsxRow(cells: readonly FileCell[], zone: string, number: number): string {
  return rowOf(number, cells, (cell) => (cell === null ? '' : contentOf(cell, zone)));
}

/** The first row: the headings of the columns. */
export function xlsxHeader(headings: readonly string[]): string {
  return rowOf(1, headings, (heading) => textOf(heading, STYLE.header));
}

/** Text as the content of an XML element or of an attribute in double quotes. */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(NOT_XML, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;');
}

/** Each cell names its place, without which not every reader finds it. */
function rowOf<C>(number: number, cells: readonly C[], content: (cell: C) => string): string {
  const written = cells.map((cell, column) => {
    const inside = content(cell);
    return inside === '' ? '' : `<c r="${letters(column)}${number}"${inside}</c>`;
  });
  return `<row r="${number}">${written.join('')}</row>`;
}

/** The name of a column: `A` to `Z`, `AA`… */
function letters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : letters(Math.floor(column / 26) - 1) + last;
}

/** A cell without its name: the rest of its tag, and its value. */
function contentOf(cell: NonNullable<FileCell>, zone: string): string {
  if (typeof cell === 'string') return textOf(cell, STYLE.general);
  if (typeof cell === 'boolean') return ` t="b"><v>${cell ? 1 : 0}</v>`;
  if (cell instanceof DecimalCell) return decimalOf(cell.text);
  const days = (localTime(zone, cell.getTime()) - DAY_ZERO) / DAY_MS;
  return ` s="${STYLE.moment}"><v>${days}</v>`;
}

/** The decimal as it is written, so that no digit passes through a binary number here. */
function decimalOf(text: string): string {
  if (!isDecimalText(text) || text.replace(/\D/g, '').length > DIGITS_OF_A_NUMBER) return textOf(text, STYLE.general);
  const decimals = text.split('.')[1]?.length ?? 0;
  const style = { 0: STYLE.whole, 2: STYLE.cents }[decimals] ?? STYLE.general;
  return ` s="${style}"><v>${text}</v>`;
}

/** Text, which no spreadsheet reads as a number or a formula. */
function textOf(text: string, style: number): string {
  const shown = text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT - 1)}…` : text;
  const content = xmlText(shown.replace(ESCAPE, '_x005F_'));
  return ` t="inlineStr" s="${style}"><is><t xml:space="preserve">${content}</t></is>`;
}
