import { ValidationError } from '@app/kernel';
import { CsvError, parse } from 'csv-parse/sync';
import {
  LINE_COLUMNS,
  LineTextError,
  OPTIONAL_COLUMNS,
  readLine,
  type LineColumn,
  type LineForms,
  type SettlementLine,
} from '../domain/settlement-line';
import { FileTextError, textOfBytes } from './file-text';

/** The heading in a file of each column that has another name there. */
export type ColumnNames = ReadonlyMap<LineColumn, string>;

/** How a file is written, where it is not as the service writes. */
export interface FileForms extends LineForms {
  readonly names?: ColumnNames;
}

/** The largest file, in bytes; a larger one is imported in parts. */
export const MAX_FILE_BYTES = 50_000_000;

const MAX_RECORD_BYTES = 64_000;
/** Those that are looked for where the file does not name its own. */
const DELIMITERS = [';', ',', '\t'] as const;
const NAMES: Readonly<Record<string, string>> = { ';': 'semicolons', ',': 'commas', '\t': 'tabs' };
/** The line by which spreadsheets learn the delimiter. */
const SEPARATOR_LINE = /^"?sep=(?<delimiter>[^\r\n"])"?(?:\r\n|\n|\r)/i;

interface FileRecord {
  readonly fields: readonly string[];
  /** Where it begins in the file. */
  readonly line: number;
}

interface Table {
  readonly delimiter: string;
  readonly headings: FileRecord;
  readonly records: readonly FileRecord[];
}

/**
 * Reads a CSV file of settlement lines as programs and spreadsheets export it. Its first line names the columns; further
 * columns are ignored. It is separated by semicolons, commas or tabs, or as a line `sep=` before says; quoted or not;
 * with any line ends and blank lines; in UTF-8, UTF-16 or Windows-1252. Throws `ValidationError` that names the line and
 * the column of the first fault. Rules 18.2 and 18.8.
 */
export function readSettlementFile(bytes: Uint8Array, forms: FileForms = {}): SettlementLine[] {
  const { names = new Map<LineColumn, string>() } = forms;
  const table = tableOf(textOf(bytes), names);
  const places = placesOf(table, names);
  return table.records.map(({ fields, line }) => {
    assertWidth(table, fields, line);
    try {
      return readLine(Object.fromEntries(places.map(([column, place]) => [column, fields[place] ?? ''])), forms);
    } catch (error) {
      if (!(error instanceof LineTextError)) throw error;
      const heading = names.get(error.column);
      throw fault(`line ${line}, ${heading === undefined ? error.message : `${error.message} (${heading})`}`);
    }
  });
}

/**
 * `ours=theirs,…`: the columns that have other names in the file; a name with a comma is in quotes. Throws
 * `ValidationError`.
 */
export function readColumnNames(text: string): ColumnNames {
  const names = new Map<LineColumn, string>();
  for (const pair of text.match(/(?:[^,"]|"[^"]*"?)+/g) ?? ['']) {
    const [, ours = '', quoted, plain] = /^\s*(\w+)\s*=\s*(?:"([^"]+)"|([^"=]+))\s*$/.exec(pair) ?? [];
    const column = LINE_COLUMNS.find((known) => known === ours);
    const theirs = (quoted ?? plain ?? '').trim();
    if (!column || theirs === '') {
      throw ValidationError.of('columns', `${pair} must be ours=theirs; ours is one of ${LINE_COLUMNS.join(', ')}`);
    }
    if (names.has(column)) throw ValidationError.of('columns', `${column} is given twice`);
    names.set(column, theirs);
  }
  return names;
}

function textOf(bytes: Uint8Array): string {
  try {
    return textOfBytes(bytes);
  } catch (error) {
    if (error instanceof FileTextError) throw fault(error.message);
    throw error;
  }
}

/** The delimiter is the one with which most of the wanted columns are found, whatever else the headings contain. */
function tableOf(text: string, names: ColumnNames): Table {
  const given = SEPARATOR_LINE.exec(text);
  const [body, before] = given ? [text.slice(given[0].length), 1] : [text, 0];
  const wanted = new Set(LINE_COLUMNS.map((column) => names.get(column) ?? column));
  const found = (given?.groups?.['delimiter'] ? [given.groups['delimiter']] : DELIMITERS).map((delimiter) => {
    const fields = headingsOf(body, delimiter);
    return { delimiter, known: fields.filter((field) => wanted.has(field.trim())).length, all: fields.length };
  });
  const { delimiter } = found.reduce((best, other) =>
    other.known > best.known || (other.known === best.known && other.all > best.all) ? other : best,
  );
  const [headings, ...records] = recordsOf(body, delimiter, before);
  if (!headings) throw fault('is empty');
  return { delimiter, headings, records };
}

/** None where the text is no CSV with that delimiter. */
function headingsOf(text: string, delimiter: string): string[] {
  try {
    return parse(text, { ...optionsOf(delimiter), to: 1 })[0] ?? [];
  } catch (error) {
    if (error instanceof CsvError) return [];
    throw error;
  }
}

function recordsOf(text: string, delimiter: string, linesBefore: number): FileRecord[] {
  try {
    const parsed = parse(text, { ...optionsOf(delimiter), info: true }) as unknown as {
      record: string[];
      info: { lines: number };
    }[];
    return parsed
      .filter(({ record }) => record.some((field) => field.trim() !== ''))
      .map(({ record, info }) => ({ fields: record, line: info.lines + linesBefore - lineEndsIn(record) }));
  } catch (error) {
    if (error instanceof CsvError) throw notCsv(error, linesBefore);
    throw error;
  }
}

function optionsOf(delimiter: string) {
  return {
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    skip_empty_lines: true,
    relax_column_count: true,
    max_record_size: MAX_RECORD_BYTES,
  };
}

function lineEndsIn(fields: readonly string[]): number {
  return fields.join('').match(/\r\n|\n|\r/g)?.length ?? 0;
}

const CAUSES: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened and not closed',
  CSV_INVALID_CLOSING_QUOTE: 'something follows a closing quote; a quote within a field is written twice',
  INVALID_OPENING_QUOTE: 'a quote is within a field that does not begin with one',
  CSV_MAX_RECORD_SIZE: `is longer than ${MAX_RECORD_BYTES} characters, perhaps after a quote that is not closed`,
};

function notCsv(error: CsvError, linesBefore: number): ValidationError {
  const { code, lines, column } = error as CsvError & { lines?: number; column?: number | string };
  const place = typeof column === 'number' ? `, column ${column + 1}` : '';
  return fault(`is no CSV: line ${(lines ?? 1) + linesBefore}${place}: ${CAUSES[code] ?? error.message}`);
}

/**
 * Empty fields at the end of a line do no harm, and spreadsheets write them. Between commas they are rejected: an amount
 * `12,50` without quotes has moved the rest of its line.
 */
function assertWidth({ headings, delimiter }: Table, fields: readonly string[], line: number): void {
  const expected = headings.fields.length;
  const more = fields.slice(expected);
  const mayBeLonger = delimiter !== ',' && more.every((field) => field.trim() === '');
  if (fields.length === expected || (fields.length > expected && mayBeLonger)) return;
  const inQuotes = `; a field with ${NAMES[delimiter] ?? delimiter} is written in quotes`;
  const why = fields.length > expected ? inQuotes : '';
  throw fault(`line ${line} has ${fields.length} columns, and the headings are ${expected}${why}`);
}

function placesOf({ headings, delimiter }: Table, names: ColumnNames): [LineColumn, number][] {
  const found = headings.fields.map((heading) => heading.trim());
  return LINE_COLUMNS.flatMap((column): [LineColumn, number][] => {
    const name = names.get(column) ?? column;
    const place = found.indexOf(name);
    if (place !== found.lastIndexOf(name)) throw fault(`line ${headings.line} has the column ${name} twice`);
    if (place >= 0) return [[column, place]];
    if (OPTIONAL_COLUMNS.includes(column) && !names.has(column)) return [];
    const read = `its columns, separated by ${NAMES[delimiter] ?? delimiter}, are ${found.join(' | ')}`;
    throw fault(`has no column ${name}, which holds ${column}; ${read}; --columns maps other names`);
  });
}

function fault(text: string): ValidationError {
  return ValidationError.of('file', `the file ${text}`);
}
