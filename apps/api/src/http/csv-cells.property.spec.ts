import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { csvHeader, csvRows, decimal, type CsvTable } from './csv-cells';

interface Row {
  text: string;
  other: string | null;
  amount: string;
}

const TABLE: CsvTable<Row> = {
  name: 'rows',
  columns: [
    ['text', ({ text }) => text],
    ['other, "quoted"', ({ other }) => other],
    ['amount', ({ amount }) => decimal(amount)],
  ],
};

const FORMULA = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', ',', '"', "'", ' ', '1', 'a', ';', '＝') }),
);
const anAmount = fc
  .tuple(fc.constantFrom('', '-'), fc.nat(), fc.constantFrom('', '.5', '.00'))
  .map((parts) => parts.join(''));
const aRow = fc.record({ text: anyText, other: fc.option(anyText), amount: anAmount });

const written = (rows: readonly Row[]) => csvHeader(TABLE) + csvRows(TABLE, rows);
const read = (csv: string) => parse(csv, { record_delimiter: '\r\n' }) as string[][];
const defused = (text: string) => (FORMULA.test(text) ? `'${text}` : text);

describe('CSV', () => {
  it('gives every cell back to a parser, formulas with an apostrophe', () => {
    fc.assert(
      fc.property(fc.array(aRow, { maxLength: 5 }), (rows) => {
        expect(read(written(rows))).toEqual([
          ['text', 'other, "quoted"', 'amount'],
          ...rows.map(({ text, other, amount }) => [defused(text), defused(other ?? ''), amount]),
        ]);
      }),
    );
  });

  it('has no cell that starts a formula, but negative amounts are numbers', () => {
    fc.assert(
      fc.property(fc.array(aRow, { minLength: 1, maxLength: 5 }), (rows) => {
        for (const [text, other, amount] of read(written(rows)).slice(1)) {
          expect([text, other].filter((cell) => FORMULA.test(cell!))).toEqual([]);
          expect(amount).toMatch(/^-?\d+(\.\d+)?$/);
        }
      }),
    );
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '-10000.00'])(
    'puts an apostrophe before the text %j',
    (text) => {
      expect(read(written([{ text, other: null, amount: '-10000.00' }]))[1]).toEqual([`'${text}`, '', '-10000.00']);
    },
  );

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
    const table: CsvTable<null> = {
      name: 'x',
      columns: [
        ['at', () => at],
        ['flag', () => true],
      ],
    };

    expect(csvRows(table, [null])).toBe('2030-01-31T10:00:00.000Z,true\r\n');
  });
});
