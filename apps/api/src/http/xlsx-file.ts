import { StreamableFile } from '@nestjs/common';
import type { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { FILE_TYPES } from './file-format';
import type { FileTable } from './file-table';
import { inBatches, textStream } from './text-stream';
import { STYLES, xlsxHeader, xlsxRow, xmlText } from './xlsx-cells';

/** How a workbook is shown to its reader. */
export interface WorkbookTexts {
  /** The name of the file without its extension; ASCII. */
  readonly fileName: string;
  /** The name of the sheet; at most 25 characters, and none of `[]:*?/\`. */
  readonly title: string;
  /** The headings of the columns, in their order. */
  readonly headings: readonly string[];
  /** The time zone of the moments. */
  readonly zone: string;
}

const HEADINGS = 1;
/** Rows of a sheet without its heading: spreadsheets do not open a longer sheet. */
const ROWS_OF_A_SHEET = 1_048_575;

const OFFICE = 'http://schemas.openxmlformats.org';
const SHEET = `${OFFICE}/spreadsheetml/2006/main`;
const RELATIONSHIPS = `${OFFICE}/officeDocument/2006/relationships`;
const PACKAGE = `${OFFICE}/package/2006`;
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const PARTS = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The row of headings stays in view. */
const SHEET_BEGIN =
  `${XML}<worksheet xmlns="${SHEET}"><sheetViews><sheetView workbookViewId="0">` +
  '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
  '<sheetFormatPr baseColWidth="18" defaultRowHeight="15"/><sheetData>';
const SHEET_END = '</sheetData></worksheet>';

/** Sheets are the default type of content, so that this part can be written before their number is known. */
const CONTENT_TYPES =
  `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="${PARTS}.worksheet+xml"/>` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  `<Override PartName="/xl/workbook.xml" ContentType="${PARTS}.sheet.main+xml"/>` +
  `<Override PartName="/xl/styles.xml" ContentType="${PARTS}.styles+xml"/></Types>`;

/**
 * The rows as an Excel workbook (ECMA-376) that is written while they are read, no faster than the client takes it.
 * Texts stay texts, decimals are numbers. Rejects when the first row cannot be read; a later failure breaks off the
 * connection. The rows are no longer read once the client is gone.
 */
export async function xlsxFile<T, R>(
  table: FileTable<T>,
  texts: WorkbookTexts,
  rows: AsyncIterable<R>,
  toJson: (row: R) => T,
  rowsOfSheet = ROWS_OF_A_SHEET,
): Promise<StreamableFile> {
  const rowOf = (row: R, number: number) => {
    const json = toJson(row);
    const cells = table.columns.map(([, cellOf]) => cellOf(json));
    return xlsxRow(cells, texts.zone, number);
  };
  const sheets = new Sheets(rows, xlsxHeader(texts.headings), rowOf, rowsOfSheet);
  const first = await textStream(sheets.next());
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  zip.on('error', (error: Error) => output.destroy(error));
  write(zip, sheets, first, texts.title).catch((error: unknown) => output.destroy(error as Error));
  return new StreamableFile(output, {
    type: FILE_TYPES.xlsx,
    disposition: `attachment; filename="${texts.fileName}.xlsx"`,
  });
}

/** The rows as sheets, one after the other. */
class Sheets<R> {
  private readonly batches: AsyncGenerator<R[], void>;
  private read: R[] = [];

  constructor(
    rows: AsyncIterable<R>,
    private readonly header: string,
    private readonly rowOf: (row: R, number: number) => string,
    private readonly limit: number,
  ) {
    this.batches = inBatches(rows);
  }

  /** The XML of the next sheet. Ending it early ends the reading of the rows. */
  async *next(): AsyncGenerator<string, void> {
    let [text, count, isWhole] = [SHEET_BEGIN + this.header, 0, false];
    try {
      for (let left = await this.left(); left && count < this.limit; left = await this.left()) {
        const some = left.splice(0, this.limit - count);
        const [first, begin] = [count + HEADINGS + 1, text];
        [text, count] = ['', count + some.length];
        yield begin + some.map((row, index) => this.rowOf(row, first + index)).join('');
      }
      yield text + SHEET_END;
      isWhole = true;
    } finally {
      if (!isWhole) await this.batches.return();
    }
  }

  /** Rows for another sheet; undefined when there are none. */
  async left(): Promise<R[] | undefined> {
    while (this.read.length === 0) {
      const { done, value } = await this.batches.next();
      if (done) return undefined;
      this.read = value;
    }
    return this.read;
  }
}

async function write<R>(zip: ZipFile, sheets: Sheets<R>, first: Readable, title: string): Promise<void> {
  const output = zip.outputStream as PassThrough;
  const add = (path: string, xml: string) => zip.addBuffer(Buffer.from(XML + xml), path);
  add('[Content_Types].xml', CONTENT_TYPES);
  let count = 0;
  for (let sheet: Readable | undefined = first; sheet;) {
    const current: Readable = sheet;
    output.once('close', () => current.destroy());
    zip.addReadStream(current, `xl/worksheets/sheet${++count}.xml`);
    await finished(current);
    sheet = (await sheets.left()) ? await textStream(sheets.next()) : undefined;
  }
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  add('_rels/.rels', relationships([['officeDocument', 'xl/workbook.xml']]));
  add('xl/workbook.xml', workbook(numbers.map((number) => (number === 1 ? title : `${title} ${number}`))));
  add('xl/_rels/workbook.xml.rels', workbookRelationships(numbers));
  add('xl/styles.xml', STYLES);
  zip.end();
}

function workbook(titles: readonly string[]): string {
  const sheets = titles.map(
    (title, index) => `<sheet name="${xmlText(title)}" sheetId="${index + 1}" r:id="r${index + 1}"/>`,
  );
  return `<workbook xmlns="${SHEET}" xmlns:r="${RELATIONSHIPS}"><sheets>${sheets.join('')}</sheets></workbook>`;
}

function workbookRelationships(numbers: readonly number[]): string {
  const sheets = numbers.map((number): [string, string] => ['worksheet', `worksheets/sheet${number}.xml`]);
  return relationships([...sheets, ['styles', 'styles.xml']]);
}

function relationships(targets: readonly (readonly [type: string, target: string])[]): string {
  const each = targets.map(
    ([type, target], index) => `<Relationship Id="r${index + 1}" Type="${RELATIONSHIPS}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${each.join('')}</Relationships>`;
}
