import { createParamDecorator, StreamableFile, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { csvHeader, csvRows, type CsvTable } from './csv-cells';
import { ChoiceField } from './fields';

const CSV = 'text/csv';
/** Rows that become one piece of text. */
const ROWS_AT_ONCE = 100;

/** The field with which a caller that cannot set headers, such as a link in a page, asks for a file. */
export const FormatField = () =>
  ChoiceField(
    '`csv`: the whole list in one file, without pages. The same as `Accept: text/csv`, which it overrides.',
    ['json', 'csv'],
    { optional: true },
  );

/** Injects whether the `Accept` header prefers a file. */
export const AcceptsCsv = createParamDecorator(
  (_: unknown, context: ExecutionContext): boolean =>
    context.switchToHttp().getRequest<Request>().accepts(['application/json', CSV]) === CSV,
);

/** Whether the caller asks for a file: the field decides, and without it the header. */
export function wantsCsv({ format }: { format?: string }, acceptsCsv: boolean): boolean {
  return format === undefined ? acceptsCsv : format === 'csv';
}

/**
 * The rows as a file that is written while they are read, no faster than the client takes it. Rejects when the first
 * row cannot be read, so that this is answered like any failure; a later failure breaks off the connection. The rows
 * are no longer read once the client is gone.
 */
export async function csvFile<T, R>(
  table: CsvTable<T>,
  rows: AsyncIterable<R>,
  toJson: (row: R) => T,
): Promise<StreamableFile> {
  const texts = textsOf(table, rows, toJson);
  let ahead: IteratorResult<string, void> | undefined = await texts.next();
  const next = async () => {
    const result = ahead ?? (await texts.next());
    ahead = undefined;
    return result;
  };
  const stream = new Readable({
    read() {
      next().then(
        ({ done, value }) => stream.push(done ? null : value),
        (error: unknown) => stream.destroy(error as Error),
      );
    },
    destroy(error, done) {
      const end = () => done(error);
      texts.return().then(end, end);
    },
  });
  return new StreamableFile(stream, {
    type: `${CSV}; charset=utf-8`,
    disposition: `attachment; filename="${table.name}.csv"`,
  });
}

/** The header comes with the first rows, so that nothing is sent before they have been read. */
async function* textsOf<T, R>(
  table: CsvTable<T>,
  rows: AsyncIterable<R>,
  toJson: (row: R) => T,
): AsyncGenerator<string, void> {
  let header = csvHeader(table);
  let some: T[] = [];
  for await (const row of rows) {
    some.push(toJson(row));
    if (some.length < ROWS_AT_ONCE) continue;
    yield header + csvRows(table, some);
    [header, some] = ['', []];
    // Lets other requests run: a batch of rows is in memory, and would otherwise be written without a pause.
    await nextTurn();
  }
  if (header !== '' || some.length > 0) yield header + csvRows(table, some);
}
