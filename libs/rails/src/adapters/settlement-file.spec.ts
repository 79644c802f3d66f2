import { ValidationError } from '@app/kernel';
import { readColumnNames, readSettlementFile } from './settlement-file';

const HEADINGS = 'id,type,reference,gross,fee,net,currency,settled_at,batch';
const file = (...lines: readonly string[]) => [HEADINGS, ...lines, ''].join('\n');

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
function texts(csv: string, columns?: string): unknown[] {
  return readSettlementFile(csv, columns === undefined ? undefined : readColumnNames(columns)).map((line) => [
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
    ['t1,payment,sp-7,1.00,,,BRL', 'is no CSV'],
    ['t1,"payment,sp-7,1.00,,,BRL,2026-11-20,', 'is no CSV'],
  ])('is rejected for %s', (line, reason) => {
    expect(errorOf(() => readSettlementFile(file(line)))).toContain(reason);
  });

  it.each([
    ['', 'is empty'],
    ['id,type,gross,currency\n', 'has no column settled_at'],
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
