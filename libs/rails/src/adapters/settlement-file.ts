import { ValidationError, withoutByteOrderMark } from '@app/kernel';
import { CsvError, parse } from 'csv-parse/sync';
import {
  LINE_COLUMNS,
  LineTextError,
  OPTIONAL_COLUMNS,
  readLine,
  type LineColumn,
  type SettlementLine,
} from '../domain/settlement-line';

/** The heading in a file of each column that has another name there. */
export type ColumnNames = ReadonlyMap<LineColumn, string>;

/** The largest file, in bytes; a larger one is imported in parts. */
export const MAX_FILE_BYTES = 50_000_000;

const MAX_RECORD_BYTES = 64_000;

interface FileRecord {
  record: string[];
  info: { lines: number };
}

/**
 * Reads a CSV file of settlement lines, whose first line names the columns: separated by commas or semicolons, quoted or
 * not, with any line ends and with or without a byte-order mark. Further columns are ignored. Throws `ValidationError`
 * that names the line and the column of the first fault.
 */
export function readSettlementFile(text: string, names: ColumnNames = new Map()): SettlementLine[] {
  const [headings, ...records] = recordsOf(withoutByteOrderMark(text));
  if (!headings) throw fault('is empty');
  const places = placesOf(headings.record, names);
  return records.map(({ record, info }) => {
    try {
      return readLine(Object.fromEntries(places.map(([column, place]) => [column, record[place] ?? ''])));
    } catch (error) {
      if (error instanceof LineTextError) throw fault(`line ${info.lines}, ${error.message}`);
      throw error;
    }
  });
}

/** `ours=theirs,…`: the columns that have other names in the file. Throws `ValidationError`. */
export function readColumnNames(text: string): ColumnNames {
  const names = new Map<LineColumn, string>();
  for (const pair of text.split(',')) {
    const [ours = '', theirs = '', ...more] = pair.split('=').map((part) => part.trim());
    const column = LINE_COLUMNS.find((known) => known === ours);
    if (!column || theirs === '' || more.length > 0) {
      throw ValidationError.of('columns', `${pair} must be ours=theirs; ours is one of ${LINE_COLUMNS.join(', ')}`);
    }
    if (names.has(column)) throw ValidationError.of('columns', `${column} is given twice`);
    names.set(column, theirs);
  }
  return names;
}

function recordsOf(text: string): FileRecord[] {
  const [first = ''] = text.split(/\r?\n/, 1);
  const delimiter = first.includes(';') && !first.includes(',') ? ';' : ',';
  try {
    return parse(text, {
      delimiter,
      info: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      skip_empty_lines: true,
      max_record_size: MAX_RECORD_BYTES,
    }) as unknown as FileRecord[];
  } catch (error) {
    if (error instanceof CsvError) throw fault(`is no CSV: ${error.message}`);
    throw error;
  }
}

function placesOf(headings: readonly string[], names: ColumnNames): [LineColumn, number][] {
  const found = headings.map((heading) => heading.trim());
  return LINE_COLUMNS.flatMap((column): [LineColumn, number][] => {
    const name = names.get(column) ?? column;
    const place = found.indexOf(name);
    if (place !== found.lastIndexOf(name)) throw fault(`has the column ${name} twice`);
    if (place >= 0) return [[column, place]];
    if (OPTIONAL_COLUMNS.includes(column) && !names.has(column)) return [];
    throw fault(`has no column ${name}, which holds ${column}; --columns maps other names`);
  });
}

function fault(text: string): ValidationError {
  return ValidationError.of('file', `the file ${text}`);
}
