/** A decimal, which spreadsheets may read as a number. */
export class DecimalCell {
  constructor(readonly text: string) {}
}

export type FileCell = string | boolean | Date | DecimalCell | null;

/** The name of a column, and its cell of a row. */
export type FileColumn<T> = readonly [name: string, cellOf: (row: T) => FileCell];

/** A list as a file: its name without the extension, and its columns. */
export interface FileTable<T> {
  readonly name: string;
  readonly columns: readonly FileColumn<T>[];
}

/** The cell of an amount or a rate, as text in JSON. */
export function decimal(text: string | null): DecimalCell | null {
  return text === null ? null : new DecimalCell(text);
}

const DECIMAL = /^-?\d+(\.\d+)?$/;

/** Whether the text is a plain decimal, which a spreadsheet can take as a number. */
export function isDecimalText(text: string): boolean {
  return DECIMAL.test(text);
}
