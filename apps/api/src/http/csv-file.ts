import { StreamableFile } from '@nestjs/common';
import { csvHeader, csvRows } from './csv-cells';
import type { FileTable } from './file-table';
import { inBatches, textStream } from './text-stream';

/**
 * The rows as a CSV file that is written while they are read, no faster than the client takes it. Rejects when the
 * first row cannot be read; a later failure breaks off the connection. The rows are no longer read once the client is
 * gone.
 */
export async function csvFile<T, R>(
  table: FileTable<T>,
  rows: AsyncIterable<R>,
  toJson: (row: R) => T,
): Promise<StreamableFile> {
  return new StreamableFile(await textStream(textsOf(table, rows, toJson)), {
    type: 'text/csv; charset=utf-8',
    disposition: `attachment; filename="${table.name}.csv"`,
  });
}

/** The header comes with the first rows, so that nothing is sent before they have been read. */
async function* textsOf<T, R>(
  table: FileTable<T>,
  rows: AsyncIterable<R>,
  toJson: (row: R) => T,
): AsyncGenerator<string, void> {
  let header = csvHeader(table);
  for await (const some of inBatches(rows)) {
    yield header + csvRows(table, some.map(toJson));
    header = '';
  }
}
