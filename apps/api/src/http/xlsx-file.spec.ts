import fc from 'fast-check';
import { setImmediate as turn } from 'node:timers/promises';
import readXlsxFile, { readSheet } from 'read-excel-file/node';
import { decimal, type FileCell, type FileTable } from './file-table';
import { xlsxFile } from './xlsx-file';

const ARGENTINA = 'America/Argentina/Buenos_Aires';
const TEXTS = { fileName: 'rows_2026-11-26', title: 'Rows', headings: ['Cell', 'Other'], zone: ARGENTINA };

const TABLE: FileTable<FileCell> = {
  name: 'rows',
  columns: [
    ['cell', (cell) => cell],
    ['other', () => 'x'],
  ],
};

// eslint-disable-next-line no-control-regex
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

async function* each<R>(rows: readonly R[]): AsyncGenerator<R> {
  yield* rows;
}

const file = (cells: AsyncIterable<FileCell>, rowsOfSheet?: number) =>
  xlsxFile(TABLE, TEXTS, cells, (cell) => cell, rowsOfSheet);

async function bytesOf(cells: readonly FileCell[], rowsOfSheet?: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of (await file(each(cells), rowsOfSheet)).getStream()) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

/** The cells of the first column, as another library reads them. */
const readBack = async (cells: readonly FileCell[]) =>
  (await readSheet(await bytesOf(cells))).slice(1).map(([cell]) => cell);

describe('a workbook', () => {
  it('has headings, and the rows in their order', async () => {
    const rows = await readSheet(await bytesOf(['a', 'b']));
    expect(rows).toEqual([
      ['Cell', 'Other'],
      ['a', 'x'],
      ['b', 'x'],
    ]);
  });

  it('has only headings where there is nothing', async () => {
    await expect(readBack([])).resolves.toEqual([]);
  });

  it('is named, with its type', async () => {
    expect((await file(each([]))).getHeaders()).toMatchObject({
      type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      disposition: 'attachment; filename="rows_2026-11-26.xlsx"',
    });
  });

  it.each(['=HYPERLINK("http://a.example")', '+1', '-1', '@SUM(A1)', '00123', '2850590940090418135201', 'TRUE', '1/2'])(
    'keeps the text %j as text, with all its characters',
    async (text) => {
      await expect(readBack([text])).resolves.toEqual([text]);
    },
  );

  it.each([
    ['15000.00', 15000],
    ['-0.05', -0.05],
    ['999999999999.99', 999999999999.99],
    ['0', 0],
    ['1234567890123456', '1234567890123456'],
  ])('has the decimal %s as the number %p, or as text beyond the digits of a number', async (text, cell) => {
    await expect(readBack([decimal(text)])).resolves.toEqual([cell]);
  });

  it('shows a moment as the clocks of the time zone do', async () => {
    const [cell] = await readBack([new Date('2026-11-27T01:30:00Z')]);
    expect((cell as unknown as Date).toISOString().slice(0, 19)).toBe('2026-11-26T22:30:00');
  });

  it('has booleans and empty cells', async () => {
    await expect(readBack([true, false, null])).resolves.toEqual([true, false, null]);
  });

  it('gives every text back, but for what XML does not have', async () => {
    const text = fc.string({
      unit: fc.oneof(
        fc.constantFrom('_', 'x', '000D', '&', '<', '"', '\n', '\u{1F600}'),
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
      ),
      minLength: 1,
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 20 }), async (texts) => {
        // A reader may leave blanks at the ends out.
        const given = texts.map((each) => `a${each}a`);
        await expect(readBack(given)).resolves.toEqual(given.map((each) => each.replace(NOT_XML, '')));
      }),
      { numRuns: 30 },
    );
  });

  it('keeps text that looks like an escaped character', async () => {
    await expect(readBack(['a_x000D_b'])).resolves.toEqual(['a_x000D_b']);
  });

  it('bounds a text at what a cell can hold', async () => {
    const [cell] = await readBack(['x'.repeat(40_000)]);
    expect([String(cell).length, String(cell).endsWith('…')]).toEqual([32_767, true]);
  });

  it('continues in another sheet when one is full', async () => {
    const sheets = await readXlsxFile(await bytesOf(['1', '2', '3', '4', '5'], 2));
    expect(sheets.map(({ sheet, data }) => [sheet, data.slice(1).map(([cell]) => cell)])).toEqual([
      ['Rows', ['1', '2']],
      ['Rows 2', ['3', '4']],
      ['Rows 3', ['5']],
    ]);
  });

  it('has no empty sheet behind a full one', async () => {
    const sheets = await readXlsxFile(await bytesOf(['1', '2'], 2));
    expect(sheets.map(({ sheet }) => sheet)).toEqual(['Rows']);
  });
});

describe('a workbook whose rows are read meanwhile', () => {
  /** Texts up to `count`, what was read of them, and whether their reading was ended. */
  function texts(count: number, failsAt = Infinity) {
    const seen = { read: 0, ended: false };
    async function* rows() {
      try {
        for (let n = 1; n <= count; n++) {
          if (n >= failsAt) throw new Error('the database is gone');
          seen.read = n;
          yield Math.random().toString(36).repeat(10);
        }
      } finally {
        seen.ended = true;
      }
    }
    return { seen, rows: rows() };
  }

  const aFewTurns = async () => {
    for (let turns = 0; turns < 50; turns++) await turn();
  };

  it('is rejected when the first rows cannot be read', async () => {
    await expect(file(texts(10, 3).rows)).rejects.toThrow('the database is gone');
  });

  it('fails, and does not end, when later rows cannot be read', async () => {
    const { seen, rows } = texts(10_000, 6_000);
    const stream = (await file(rows)).getStream();

    await expect(stream.toArray()).rejects.toThrow('the database is gone');
    expect([stream.readableEnded, seen.ended]).toEqual([false, true]);
  });

  it('reads no further than the client', async () => {
    const { seen, rows } = texts(1_000_000);
    const stream = (await file(rows)).getStream();
    stream.read();
    await aFewTurns();

    expect(seen.read).toBeLessThan(20_000);
    stream.destroy();
  });

  it('stops reading when the client goes away', async () => {
    const { seen, rows } = texts(1_000_000);
    const stream = (await file(rows)).getStream();
    stream.read();
    stream.destroy();
    await aFewTurns();

    expect(seen.ended).toBe(true);
  });
});
