import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TestService } from '../../support/service';
import { StaffTool } from '../../support/staff-tool';
import { createScratchDatabase, scratchFolder } from '../../support/test-database';

describe('reconcile:import, reconcile:report and reconcile:pull', () => {
  let database: Awaited<ReturnType<typeof createScratchDatabase>>;
  let service: TestService;
  let staff: StaffTool;
  let order: string;
  let link: string;

  beforeAll(async () => {
    // The report covers every payment of the database.
    database = await createScratchDatabase();
    service = await TestService.start({ env: { DATABASE_URL: database.url } });
    staff = await StaffTool.open(database.url);
    const merchant = await service.merchant();
    link = await service.createLink(merchant);
    await service.simulate(link, { event: 'pay' });
    [{ order_id: order }] = (await service.sql('SELECT order_id FROM received_payments')) as [{ order_id: string }];
  });
  afterAll(async () => {
    await staff.close();
    await service.stop();
    await database.drop();
  });

  function file(name: string, text: string): string {
    const path = join(scratchFolder(), name);
    writeFileSync(path, text);
    return path;
  }
  const report = () => staff.run('reconcile:report', '--days', '0');

  it('reconcile nothing of the sandbox before it has a line (rule 18.5)', async () => {
    const { exitCode, json } = await report();
    expect([exitCode, json]).toEqual([0, { days: 0, open: 0, groups: [] }]);
  });

  it('reject a file with a fault, and record nothing of it (rule 18.2)', async () => {
    const text = `id,type,reference,gross,currency,settled_at\nt1,payment,${order},15000.00,ARS,2026-11-20\n`;
    const path = file('bad.csv', `${text}t2,payment,x,"1,500.00",ARS,2026-11-20\n`);
    const { exitCode, json } = await staff.run('reconcile:import', '--provider', 'sandbox', '--file', path);
    expect([exitCode, json.error.message]).toEqual([
      1,
      'the file line 3, column gross: 1,500.00 has a thousands separator; write digits only',
    ]);
    expect(await service.sql('SELECT id FROM settlement_lines')).toEqual([]);
  });

  it('show what a file of other column names leaves open', async () => {
    const text = `Codigo;type;reference;Valor;fee;currency;settled_at\r\nt1;payment;sp-${order};14999.00;10.00;ARS;2026-11-20\r\n`;
    const given = ['--file', file('good.csv', `\uFEFF${text}`), '--columns', 'id=Codigo,gross=Valor'];
    const { json: imported } = await staff.run('reconcile:import', '--provider', 'sandbox', ...given);
    expect(imported).toEqual({ provider: 'sandbox', recorded: 1, repeated: 0, updated: 0, changed: [] });

    const { exitCode, json } = await report();
    expect([exitCode, json.open, json.groups]).toEqual([
      1,
      1,
      [
        {
          provider: 'sandbox',
          currency: 'ARS',
          fees: '10.00',
          open: { without_line: 0, without_record: 0, different_amount: 1 },
          without_line: [],
          without_record: [],
          different_amount: [{ type: 'payment', id: order, ours: '15000.00', lines: '14999.00' }],
        },
      ],
    ]);
    const { stdout } = await staff.print('reconcile:report');
    expect(stdout).toMatch(
      /^1 are open:\n.*\nsandbox {3}ARS {7}different amount {2}payment .* 15000\.00 {2}14999\.00\n/,
    );
  });

  it('list what is open among the cases, which it closes (rule 19.1)', async () => {
    const { cases } = (await staff.run('cases:list', '--kind', 'settlement_line')).json;
    expect(cases).toMatchObject([
      { kind: 'settlement_line', provider: 'sandbox', amount: '14999.00', currency: 'ARS', expected: '15000.00' },
    ]);
    const { id } = cases[0] as { id: string };
    const message = await staff.expectError('CASE_CLOSED_ELSEWHERE', 'cases:resolve', id, '--reason', 'Case 118');
    expect(message).toContain('reconcile:report');
  });

  it('fill in a line that says more by now, and name one with other money, which stays (rules 18.1 and 18.10)', async () => {
    const headings = 'id,type,reference,gross,fee,currency,settled_at,batch\n';
    const again = (text: string) =>
      staff.run('reconcile:import', '--provider', 'sandbox', '--file', file('again.csv', headings + text));
    const line = (gross: string) => `t1,payment,${order},${gross},10.00,ARS,2026-11-20,tr_1\n`;
    const filled = await again(line('14999.00'));
    expect([filled.exitCode, filled.json]).toMatchObject([0, { recorded: 0, repeated: 0, updated: 1, changed: [] }]);
    const { exitCode, json } = await again(`${line('15000.00')}n1,fee,,0.00,1.00,ARS,2026-11-20,tr_1\n`);
    expect([exitCode, json]).toMatchObject([0, { recorded: 1, repeated: 0, updated: 0, changed: ['t1'] }]);
    expect(await service.sql(`SELECT id, gross, batch FROM settlement_lines ORDER BY id`)).toEqual([
      { id: 'n1', gross: '0.00', batch: 'tr_1' },
      { id: 't1', gross: '14999.00', batch: 'tr_1' },
    ]);
  });

  it('show a chargeback whose notification was lost, until it is booked (rule 18.9)', async () => {
    const text = `id,type,reference,gross,currency,settled_at\nd1,dispute,${order},-15000.00,ARS,2026-11-21\n`;
    await staff.run('reconcile:import', '--provider', 'sandbox', '--file', file('dispute.csv', text));
    const disputes = async () => {
      const [group] = (await report()).json.groups as { different_amount: { type: string }[] }[];
      return group!.different_amount.filter(({ type }) => type === 'dispute');
    };
    expect(await disputes()).toEqual([{ type: 'dispute', id: order, ours: null, lines: '15000.00' }]);
    await service.simulate(link, { event: 'dispute' });
    expect(await disputes()).toEqual([]);
  });

  it('import a file as a spreadsheet exports it in Brazil (rule 18.8)', async () => {
    const text = `sep=;\r\nCódigo;type;"Valor; bruto";currency;Data\r\n;;;;\r\nx1;adjustment;"1.234,50";BRL;20/11/2026\r\n`;
    const path = join(scratchFolder(), 'brazil.csv');
    writeFileSync(path, Buffer.from(text, 'latin1'));
    const columns = ['--columns', 'id=Código,gross="Valor; bruto",settled_at=Data'];
    const run = (...flags: string[]) =>
      staff.run('reconcile:import', '--provider', 'sandbox', '--file', path, ...columns, ...flags);
    const refused = await run('--dates', 'dmy');
    expect([refused.exitCode, refused.json.error.message]).toEqual([
      1,
      expect.stringMatching(/^the file line 4, column gross: 1\.234,50 .* --decimals comma \(Valor; bruto\)$/),
    ]);
    expect((await run('--dates', 'dmy', '--decimals', 'comma')).json).toMatchObject({ recorded: 1, changed: [] });
    const [line] = await service.sql(`SELECT gross, settled_at FROM settlement_lines WHERE id = 'x1'`);
    expect(line).toMatchObject({ gross: '1234.50', settled_at: new Date('2026-11-20') });
  });

  it('name a provider that is not configured, a file that is missing and days that are none', async () => {
    const failures = [
      await staff.run('reconcile:import', '--provider', 'acme', '--file', 'x.csv'),
      await staff.run('reconcile:import', '--provider', 'sandbox', '--file', join(scratchFolder(), 'none.csv')),
      await staff.run(
        'reconcile:import',
        '--provider',
        'sandbox',
        '--file',
        file('latin.csv', 'x'),
        '--columns',
        'a=b',
      ),
      await staff.run('reconcile:report', '--days', '-1'),
      await staff.run('reconcile:pull', '--provider', 'sandbox'),
    ];
    expect(failures.map(({ exitCode, json }) => [exitCode, json.error.code])).toEqual(
      Array(5).fill([1, 'VALIDATION_FAILED']),
    );
  });

  it('pull nothing where no provider has an API for lines', async () => {
    expect((await staff.run('reconcile:pull')).json).toEqual({ pulled: [] });
  });
});
