import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { csvHeader, csvRows } from './csv-cells';
import { decimal, type FileTable } from './file-table';

interface Row {
  text: string;
  other: string | null;
  amount: string;
}

const TABLE: FileTable<Row> = {
  name: 'rows',
  columns: [
    ['text', ({ text }) => text],
    ['other, "quoted"', ({ other }) => other],
    ['amount', ({ amount }) => decimal(amount)],
  ],
};

const FORMULA = /^[\p{Z}\p{Cf}"]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u;
/** The cells that a spreadsheet can make of a text. */
const cellsOf = (text: string) => text.split(/[;\t\r\n]/);
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({
    unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', ',', '"', "'", ' ', '1', 'a', ';', '＝', '\u200b'),
  }),
);
const anAmount = fc
  .tuple(fc.constantFrom('', '-'), fc.nat(), fc.constantFrom('', '.5', '.00'))
  .map((parts) => parts.join(''));
const aRow = fc.record({ text: anyText, other: fc.option(anyText), amount: anAmount });

const written = (rows: readonly Row[]) => csvHeader(TABLE) + csvRows(TABLE, rows);
const read = (csv: string) => parse(csv, { record_delimiter: '\r\n' }) as string[][];
/** The text without apostrophes, of which the original can have some too. */
const bare = (text: string) => text.replaceAll("'", '');

describe('CSV', () => {
  it('gives every cell back to a parser, but for apostrophes before formulas', () => {
    fc.assert(
      fc.property(fc.array(aRow, { maxLength: 5 }), (rows) => {
        expect(read(written(rows)).map((cells) => cells.map(bare))).toEqual([
          ['text', 'other, "quoted"', 'amount'],
          ...rows.map(({ text, other, amount }) => [bare(text), bare(other ?? ''), amount]),
        ]);
      }),
    );
  });

  it('has no cell that starts a formula, whatever separates cells, but negative amounts are numbers', () => {
    fc.assert(
      fc.property(fc.array(aRow, { minLength: 1, maxLength: 5 }), (rows) => {
        for (const [text, other, amount] of read(written(rows)).slice(1)) {
          expect(cellsOf(`${text!};${other!}`).filter((cell) => FORMULA.test(cell))).toEqual([]);
          expect(amount).toMatch(/^-?\d+(\.\d+)?$/);
        }
      }),
    );
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['＝1', "'＝1"],
    [' =1', "' =1"],
    ['\u200b=1', "'\u200b=1"],
    ['-10000.00', "'-10000.00"],
    ['\tAna', "'\tAna"],
    ['\t=1', "'\t'=1"],
    ['\r=1', "'\r'=1"],
    ['Ana;=2*21;=HYPERLINK(B2)', "Ana;'=2*21;'=HYPERLINK(B2)"],
    ['Ana; "@SUM(A1)', `Ana;' "@SUM(A1)`],
    ['Ana\t+1', "Ana\t'+1"],
    ['Ana\r\n-1', "Ana\r\n'-1"],
    ['Ana;＝1', "Ana;'＝1"],
  ])('defuses each formula of the text %j', (text, cell) => {
    expect(read(written([{ text, other: null, amount: '-10000.00' }]))[1]).toEqual([cell, '', '-10000.00']);
  });

  it.each(['a-b', 'Ana; Bea', '1;2', 'x = y', "O'Higgins", 'a@b.example'])('leaves the text %j as it is', (text) => {
    expect(read(written([{ text, other: null, amount: '1' }]))[1]).toEqual([text, '', '1']);
  });

  it('does not treat text as a number because of its column', () => {
    const [, [, , cell] = []] = read(written([{ text: '', other: null, amount: '-1+1' }]));

    expect(cell).toBe(`'-1+1`);
  });

  it('ends every line with CR LF, and writes a header for an empty list', () => {
    expect(written([])).toBe('text,"other, ""quoted""",amount\r\n');
    expect(written([{ text: 'a\nb', other: null, amount: '1' }])).toMatch(/\r\n"a\nb",,1\r\n$/);
  });

  it('writes times as in JSON, and flags as words', () => {
    const at = new Date('2030-01-31T10:00:00.000Z');
    const table: FileTable<null> = {
      name: 'x',
      columns: [
        ['at', () => at],
        ['flag', () => true],
      ],
    };

    expect(csvRows(table, [null])).toBe('2030-01-31T10:00:00.000Z,true\r\n');
  });
});
