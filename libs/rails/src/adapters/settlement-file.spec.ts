import { ValidationError } from '@app/kernel';
import { readColumnNames, readSettlementFile as readBytes, type FileForms } from './settlement-file';

const HEADINGS = 'id,type,reference,gross,fee,net,currency,settled_at,batch';
const file = (...lines: readonly string[]) => [HEADINGS, ...lines, ''].join('\n');

const readSettlementFile = (csv: string | Uint8Array, forms?: FileForms) =>
  readBytes(typeof csv === 'string' ? Buffer.from(csv) : csv, forms);

/** The message of the error that the work throws. */
function errorOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof ValidationError) return JSON.stringify(error.details.errors);
    throw error;
  }
  throw new Error('no error');
}

/** The line as text, amounts with their currency. */
function texts(csv: string | Uint8Array, columns?: string, forms: FileForms = {}): unknown[] {
  const names = columns === undefined ? {} : { names: readColumnNames(columns) };
  return readSettlementFile(csv, { ...forms, ...names }).map((line) => [
    line.id,
    line.type,
    line.reference,
    line.gross.toString(),
    line.fee.toString(),
    line.net.toString(),
    line.settledAt.toISOString(),
    line.batch,
  ]);
}

describe('a file of settlement lines', () => {
  const first = ['t1', 'payment', 'sp-7', '516.00 BRL', '5.16 BRL', '510.84 BRL', '2026-11-20T00:00:00.000Z', 'b1'];

  it('is read with exact amounts', () => {
    expect(texts(file('t1,payment,sp-7,516.00,5.16,510.84,BRL,2026-11-20,b1'))).toEqual([first]);
  });

  it.each([
    ['a byte-order mark', `\uFEFF${file('t1,payment,sp-7,516.00,5.16,510.84,BRL,2026-11-20,b1')}`],
    ['CRLF', file('t1,payment,sp-7,516.00,5.16,510.84,BRL,2026-11-20,b1').replaceAll('\n', '\r\n')],
    ['quoted fields', file('"t1","payment","sp-7","516.00","5.16","510.84","BRL","2026-11-20","b1"')],
    ['semicolons', file('t1,payment,sp-7,516.00,5.16,510.84,BRL,2026-11-20,b1').replaceAll(',', ';')],
    ['tabs', file('t1,payment,sp-7,516.00,5.16,510.84,BRL,2026-11-20,b1').replaceAll(',', '\t')],
    [
      'a line that names its separator',
      `sep=;\r\n${file('t1,payment,sp-7,516.00,5.16,510.84,BRL,2026-11-20,b1').replaceAll(',', ';')}`,
    ],
    [
      'another separator that it names',
      `\uFEFF"sep=|"\n${file('t1,payment,sp-7,516.00,5.16,510.84,BRL,2026-11-20,b1').replaceAll(',', '|')}`,
    ],
    ['lines of separators only', file(',,,,,,,,', 't1,payment,sp-7,516.00,5.16,510.84,BRL,2026-11-20,b1', ' ', ',,')],
    [
      'empty fields after the last one',
      file('t1,payment,sp-7,516.00,5.16,510.84,BRL,2026-11-20,b1,,').replaceAll(',', ';'),
    ],
    ['words in other letters', file('t1,Payment,sp-7,516.00,5.16,510.84,brl,2026-11-20,b1')],
    ['blanks and empty lines', file('', ' t1 ,payment, sp-7,516.00,5.16,510.84,BRL,2026-11-20,b1')],
  ])('may have %s', (_, csv) => {
    expect(texts(csv)).toEqual([first]);
  });

  it('may keep commas, quotes and line ends within quoted fields', () => {
    const [line] = texts(file('t1,payment,"a,""b""\nc",1.00,,,BRL,2026-11-20,'));
    expect(line).toEqual(['t1', 'payment', 'a,"b"\nc', '1.00 BRL', '0.00 BRL', '1.00 BRL', expect.any(String), null]);
  });

  it('has what the provider kept taken off where it names no net amount', () => {
    const [line] = texts(file('t1,payment,sp-7,516.00,5.16,,BRL,2026-11-20,b1'));
    expect(line).toEqual(first);
  });

  it('may have headings with the separator inside, which does not decide what separates (rule 18.8)', () => {
    const csv =
      'id;type;"gross; as paid, in all";currency;settled_at;"a,b,c,d,e,f,g"\nt1;payment;1.00;BRL;2026-11-20;x\n';
    expect(texts(csv, 'gross="gross; as paid, in all"')).toEqual([
      ['t1', 'payment', null, '1.00 BRL', '0.00 BRL', '1.00 BRL', expect.any(String), null],
    ]);
  });

  const LATIN = file('t1,payment,sp-7,516.00,5.16,510.84,BRL,2026-11-20,“São” €');
  const bigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16();
  it.each<[string, Uint8Array]>([
    ['UTF-8', Buffer.from(LATIN)],
    ['UTF-16, little endian', Buffer.from(`\uFEFF${LATIN}`, 'utf16le')],
    ['UTF-16, big endian', bigEndian(`\uFEFF${LATIN}`)],
    ['UTF-16 without a byte-order mark', Buffer.from(LATIN, 'utf16le')],
    ['UTF-16, big endian, without one', bigEndian(LATIN)],
    ['Windows-1252', Buffer.from(LATIN.replace('“', '\x93').replace('”', '\x94').replace('€', '\x80'), 'latin1')],
  ])('may be in %s (rule 18.8)', (_, bytes) => {
    expect(texts(bytes)).toEqual([[...first.slice(0, -1), '“São” €']]);
  });

  it.each<[string, Uint8Array, string]>([
    ['half a character of UTF-16', Buffer.from(`\uFEFFid`, 'utf16le').subarray(0, 5), 'begins as UTF-16LE'],
    ['a byte of no encoding', Buffer.from('id,type\nx\x81\n', 'latin1'), 'line 2 has a byte that is neither UTF-8'],
  ])('is rejected with %s, by its encoding (rule 18.8)', (_, bytes, reason) => {
    expect(errorOf(() => readSettlementFile(bytes))).toContain(reason);
  });

  it.each([
    ['20/11/2026', '2026-11-20T00:00:00.000Z'],
    ['1/2/2026', '2026-02-01T00:00:00.000Z'],
    ['20.11.2026 10:30', '2026-11-20T10:30:00.000Z'],
    ['2026-11-20', '2026-11-20T00:00:00.000Z'],
  ])('has the day %s where days come first (rule 18.8)', (day, expected) => {
    const csv = file(`t1,payment,sp-7,1.00,,,BRL,${day},`);
    expect(readSettlementFile(csv, { dates: 'dmy' })[0]?.settledAt.toISOString()).toBe(expected);
  });

  it.each(['11/20/2026', '31/02/2026', '20/11/26', '0/1/2026'])('has no day %s where days come first', (day) => {
    const csv = file(`t1,payment,sp-7,1.00,,,BRL,${day},`);
    expect(errorOf(() => readSettlementFile(csv, { dates: 'dmy' }))).toContain(`line 2, column settled_at: ${day}`);
  });

  it.each([
    ['1.234,50', '1234.50 BRL'],
    ['-12,5', '-12.50 BRL'],
    ['1234,50', '1234.50 BRL'],
    ['1.234', '1234.00 BRL'],
    ['12', '12.00 BRL'],
  ])('has the amount %s where decimals follow a comma (rule 18.8)', (gross, expected) => {
    const csv = file(`t1,payment,sp-7,"${gross}",,,BRL,2026-11-20,`);
    expect(readSettlementFile(csv, { decimals: 'comma' })[0]?.gross.toString()).toBe(expected);
  });

  it.each(['12.50', '1,234.50', '12,345', '1.23,00', 'R$ 12', '1,2,3'])(
    'has no amount %s where decimals follow a comma',
    (gross) => {
      const csv = file(`t1,payment,sp-7,"${gross}",,,BRL,2026-11-20,`);
      expect(errorOf(() => readSettlementFile(csv, { decimals: 'comma' }))).toContain(`line 2, column gross: ${gross}`);
    },
  );

  it('names lines as the file has them, also after a line that names the separator and a field of two lines', () => {
    const csv = `sep=,\n${HEADINGS}\n\nt1,payment,"a\nb",1.00,,,BRL,2026-11-20,\nt2,payment,sp-8,x,,,BRL,2026-11-20,\n`;
    expect(errorOf(() => readSettlementFile(csv))).toContain('line 6, column gross');
    const multiple = `sep=,\n${HEADINGS}\n\nt1,payment,"a\nb",x,,,BRL,2026-11-20,\n`;
    expect(errorOf(() => readSettlementFile(multiple))).toContain('line 4, column gross');
  });

  it('names the column as the file does, too', () => {
    const csv = 'id;type;Valor;currency;settled_at\nt1;payment;x;BRL;2026-11-20\n';
    expect(errorOf(() => texts(csv, 'gross=Valor'))).toContain('line 2, column gross: x is no amount');
    expect(errorOf(() => texts(csv, 'gross=Valor'))).toContain('(Valor)');
  });

  it('may have other names and further columns, and lack the optional ones', () => {
    const csv = 'Moeda,Valor,Data,Tipo,Codigo,Obs\nBRL,-20.50,2026-11-20T10:00:00-03:00,refund,t2,x\n';
    expect(texts(csv, 'id=Codigo,type=Tipo,gross=Valor,currency=Moeda,settled_at=Data')).toEqual([
      ['t2', 'refund', null, '-20.50 BRL', '0.00 BRL', '-20.50 BRL', '2026-11-20T13:00:00.000Z', null],
    ]);
  });

  it.each([
    ['1,234.50', 'gross: 1,234.50 has a thousands separator'],
    ['1.234,50', 'gross: 1.234,50 has a thousands separator'],
    ['1.234', 'gross: 1.234 has a thousands separator'],
    ['1 234', 'gross: 1 234 has a thousands separator'],
    ['12,50', 'gross: 12,50 has a decimal comma'],
    ['12.345678', 'gross: 12.345678 has more decimals than BRL'],
    ['R$ 12', 'gross: R$ 12 is no amount'],
    ['1e3', 'gross: 1e3 is no amount'],
    ['', 'gross: is empty'],
  ])('is rejected with the line and the column of the amount %s (rule 18.2)', (gross, reason) => {
    const csv = file('t1,payment,sp-7,1.00,,,BRL,2026-11-20,', `t2,payment,sp-8,"${gross}",,,BRL,2026-11-20,`);
    expect(errorOf(() => readSettlementFile(csv))).toContain(`line 3, column ${reason}`);
  });

  it.each([
    ['t1,payment,sp-7,1.00,,,XYZ,2026-11-20,', 'line 2, column currency'],
    ['t1,payment,sp-7,1.00,,,BRL,20/11/2026,', 'line 2, column settled_at'],
    ['t1,payment,sp-7,1.00,,,BRL,2026-02-30,', 'line 2, column settled_at'],
    ['t1,two words,sp-7,1.00,,,BRL,2026-11-20,', 'line 2, column type'],
    [',payment,sp-7,1.00,,,BRL,2026-11-20,', 'line 2, column id'],
    [`${'x'.repeat(201)},payment,sp-7,1.00,,,BRL,2026-11-20,`, 'line 2, column id'],
    ['t1,payment,sp-7,1.00,,,BRL,20/11/2026,', 'column settled_at: 20/11/2026 is a day in another order; --dates dmy'],
    ['t1,payment,sp-7,1.00,,,BRL', 'line 2 has 7 columns, and the headings are 9'],
    ['t1,payment,sp-7,12,50,,,BRL,2026-11-20,', 'line 2 has 10 columns, and the headings are 9; a field with commas'],
    ['t1,"payment,sp-7,1.00,,,BRL,2026-11-20,', 'is no CSV: line 2, column 2: a quote is opened and not closed'],
    ['t1,"payment"x,sp-7,1.00,,,BRL,2026-11-20,', 'is no CSV: line 2, column 2: something follows a closing quote'],
    ['t1,pay"ment,sp-7,1.00,,,BRL,2026-11-20,', 'is no CSV: line 2, column 2: a quote is within a field'],
  ])('is rejected for %s', (line, reason) => {
    expect(errorOf(() => readSettlementFile(file(line)))).toContain(reason);
  });

  it.each([
    ['', 'is empty'],
    [
      'id,type,gross,currency\n',
      'has no column settled_at, which holds settled_at; its columns, separated by commas, are id | type',
    ],
    ['id,id,type,gross,currency,settled_at\n', 'has the column id twice'],
  ])('is rejected when its headings are %j', (csv, reason) => {
    expect(errorOf(() => readSettlementFile(csv))).toContain(reason);
  });

  it('is rejected when it lacks a column that was named', () => {
    expect(errorOf(() => texts(file(), 'fee=Taxa'))).toContain('has no column Taxa, which holds fee');
  });

  it.each(['amount=Valor', 'fee', 'fee=', 'fee=a=b', 'fee=a,fee=b'])('has no column names %s', (columns) => {
    expect(errorOf(() => readColumnNames(columns))).toContain('columns');
  });
});
