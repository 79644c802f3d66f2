import { StandingClock } from '@app/kernel/testing';
import { COLUMNS, MOMENTS, TITLES } from './file-texts';
import { ListFiles, type ListFile } from './list-file';
import { AUDIT_LOG_FILE } from './audit-log/audit-entry.file';
import { BALANCE_MOVEMENTS_FILE } from './balance-movements/balance-movement.file';
import { PAYMENT_LINKS_FILE } from './payment-links/panel-payment-link.file';
import { PAYOUTS_FILE } from './outflows/payout.file';
import { RECEIVED_PAYMENTS_FILE } from './received-payments/received-payment.file';

const TABLES = [
  AUDIT_LOG_FILE,
  BALANCE_MOVEMENTS_FILE,
  PAYMENT_LINKS_FILE,
  PAYOUTS_FILE,
  RECEIVED_PAYMENTS_FILE,
] as const;

const XLSX = { format: 'xlsx', languages: [] } as const;
const ACCOUNT = { language: 'es', timeZone: 'America/Argentina/Buenos_Aires' } as const;

async function* nothing(): AsyncGenerator<never> {}

async function nameOf(list: Omit<ListFile<never>, 'table'>, languages: readonly string[] = []): Promise<string> {
  // Still the 25th in Buenos Aires.
  const files = new ListFiles(new StandingClock(new Date('2026-11-26T01:00:00Z')));
  const file = await files.of(
    { ...XLSX, languages },
    { table: RECEIVED_PAYMENTS_FILE, ...list },
    nothing(),
    (row) => row,
  );
  file.getStream().destroy();
  return /filename="(.+)"/.exec(file.getHeaders().disposition as string)![1]!;
}

describe('the name of a workbook', () => {
  it.each([
    [{}, 'pagos-recibidos_2026-11-25.xlsx'],
    [{ from: new Date('2026-11-01T03:00:00Z') }, 'pagos-recibidos_2026-11-01_2026-11-25.xlsx'],
    [
      { from: new Date('2026-11-01T03:00:00Z'), to: new Date('2026-11-11T03:00:00Z') },
      'pagos-recibidos_2026-11-01_2026-11-10.xlsx',
    ],
    [{ to: new Date('2026-11-11T03:00:00Z') }, 'pagos-recibidos_2026-11-10.xlsx'],
  ])('has the days of its filter in the time zone of the account: %j', async (period, name) => {
    await expect(nameOf({ account: ACCOUNT, ...period })).resolves.toBe(name);
  });

  it.each([
    [['pt-BR', 'en'], 'pagamentos-recebidos_2026-11-25.xlsx'],
    [['de', 'en-GB'], 'received-payments_2026-11-25.xlsx'],
    [['de'], 'pagos-recibidos_2026-11-25.xlsx'],
    [[], 'pagos-recibidos_2026-11-25.xlsx'],
  ])('is in the first known language of %j, or else in that of the account', async (languages, name) => {
    await expect(nameOf({ account: ACCOUNT }, languages)).resolves.toBe(name);
  });
});

describe.each(TABLES.map((table) => [table.name, table] as const))('the workbook of %s', (name, { columns }) => {
  it('has a title that a sheet can have, also with a number behind it', () => {
    for (const title of Object.values(TITLES[name]!)) expect(title).toMatch(/^[^[\]:*?/\\]{1,25}$/);
  });

  it('has a heading for each column', () => {
    const names = columns.map(([column]) => column);
    expect(names.filter((column) => !(column in MOMENTS) && !(column in COLUMNS))).toEqual([]);
  });

  it('has no heading twice in one language', () => {
    const names = columns.map(([column]) => (MOMENTS[column] ?? COLUMNS[column])!);
    for (const language of ['es', 'pt', 'en'] as const) {
      expect(new Set(names.map((texts) => texts[language])).size).toBe(names.length);
    }
  });
});
