import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { signIn } from '../../support/panel';
import { payTooLittle } from '../../support/paid-links';
import { TestService, type Merchant } from '../../support/service';
import { StaffTool } from '../../support/staff-tool';
import { createScratchDatabase, scratchFolder } from '../../support/test-database';

/**
 * An edit by the database's owner that violates no rule: one payment of the wallet becomes smaller, and all that
 * follows.
 */
const CONSISTENT_EDIT = [
  'SET LOCAL session_replication_role = replica',
  `UPDATE postings SET amount = amount + CASE WHEN wallet_id IS NULL THEN 100 ELSE -100 END,
     balance_after = balance_after - CASE WHEN wallet_id IS NULL THEN NULL ELSE 100 END
   WHERE entry_id = (SELECT entry_id FROM postings WHERE wallet_id = $1 AND wallet_version = 1)
     AND (wallet_id = $1 OR platform_account = 'rail_clearing')`,
  `UPDATE postings SET balance_before = balance_before - 100, balance_after = balance_after - 100
   WHERE wallet_id = $1 AND wallet_version > 1`,
  'UPDATE wallets SET balance = balance - 100 WHERE id = $1',
  `UPDATE wallet_totals SET total_in = total_in - 100 WHERE wallet_id = $1`,
  `UPDATE received_payments SET credited_amount = credited_amount - 100, gross_amount = gross_amount - 100,
     payer_amount = payer_amount - 100
   WHERE id = (SELECT id FROM received_payments WHERE wallet_id = $1 ORDER BY created_at LIMIT 1)`,
];

describe('books:seal and books:verify --seal', () => {
  let database: Awaited<ReturnType<typeof createScratchDatabase>>;
  let service: TestService;
  let staff: StaffTool;
  let merchant: Merchant;
  let file: string;

  beforeAll(async () => {
    database = await createScratchDatabase();
    service = await TestService.start({ env: { DATABASE_URL: database.url } });
    staff = await StaffTool.open(database.url);
    merchant = await service.merchant();
    await payNewLink();
    file = keep('seal.json', (await staff.run('books:seal')).json);
  });
  afterAll(async () => {
    await staff.close();
    await service.stop();
    await database.drop();
  });

  const payNewLink = async () => service.simulate(await service.createLink(merchant), { event: 'pay' });

  function keep(name: string, json: unknown): string {
    const path = join(scratchFolder(), name);
    writeFileSync(path, typeof json === 'string' ? json : JSON.stringify(json));
    return path;
  }

  it('seals every wallet at its present version', async () => {
    const { exitCode, json } = await staff.run('books:seal');
    expect([exitCode, Object.keys(json)]).toEqual([0, ['sealed_at', 'position', 'wallets']]);
    expect(json.position).toEqual({ at: expect.any(String), open_holds: [] });
    expect(json.wallets).toMatchObject([
      {
        wallet_id: merchant.local!.id,
        account_id: merchant.account.id,
        currency: 'ARS',
        version: 1,
        digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ]);
  });

  it('prints a document with one wallet per line, which verifies as well', async () => {
    const { stdout } = await staff.print('books:seal');
    expect(stdout.split('\n')).toHaveLength(4);
    const { stdout: verdict } = await staff.print('books:verify', '--seal', keep('lines.json', stdout));
    expect(verdict).toMatch(/^The books balance: .*\n1 wallets are as they were sealed at .*Z\.\n$/);
  });

  it('accepts books to which payments were added', async () => {
    await payNewLink();
    const { exitCode, json } = await staff.run('books:verify', '--seal', file);
    expect([exitCode, json.balanced, json.violations, json.seal.wallets]).toEqual([0, true, [], 1]);
  });

  it('proves what was written since, and refuses a seal without a position (rule 9.19)', async () => {
    const { exitCode, json } = await staff.run('books:verify', '--since', file);
    expect([exitCode, json.balanced, json.checked.entries]).toEqual([0, true, 2]);
    const { stdout } = await staff.print('books:verify', '--since', file);
    expect(stdout).toMatch(/^The books balance: .*\nOnly what was written since .*Z was verified\.\n$/);
    const old = keep('old.json', { ...JSON.parse(readFileSync(file, 'utf8')), position: undefined });
    const refusal = await staff.expectError('VALIDATION_FAILED', 'books:verify', '--since', old);
    expect(refusal).toMatch(/since: is a seal of an earlier version, which has no position; seal again, or use --seal/);
    expect((await staff.run('books:verify', '--seal', old)).exitCode).toBe(0);
  });

  it('names the wallet that the owner of the database edited consistently, which no rule sees', async () => {
    await service.sql(`DO $$ BEGIN ${CONSISTENT_EDIT.join('; ').replaceAll('$1', `'${merchant.local!.id}'`)}; END $$`);

    expect((await staff.run('books:verify')).json).toMatchObject({ balanced: true, violations: [] });
    const { exitCode, json } = await staff.run('books:verify', '--seal', file);
    expect([exitCode, json.balanced]).toEqual([1, false]);
    expect(json.violations).toEqual([
      {
        rule: 'wallet_matches_its_seal',
        table: 'wallets',
        id: merchant.local!.id,
        detail: 'its entries up to version 1 are not those that were sealed',
      },
    ]);
  });

  it('does not stop the panel, which shows an amount finer than its currency rounded instead of returning 500', async () => {
    await payTooLittle(service, merchant);
    const { panel } = await signIn(service, merchant);
    const finer: [table: string, columns: string[]][] = [
      ['payment_links', ['amount']],
      ['received_payments', ['payer_amount', 'gross_amount', 'credited_amount', 'collection_fee']],
      ['payment_exceptions', ['amount']],
      ['wallets', ['balance']],
      ['wallet_totals', ['total_in']],
      ['wallet_days', ['total_in', 'balance']],
      ['postings', ['amount', 'balance_after']],
    ];
    await service.sql('ALTER TABLE postings DROP CONSTRAINT postings_wallet_chain');
    const edits = finer.map(
      ([table, columns]) =>
        `UPDATE ${table} SET ${columns.map((column) => `${column} = ${column} + 0.001`).join(', ')}`,
    );
    await service.sql(`DO $$ BEGIN SET LOCAL session_replication_role = replica; ${edits.join('; ')}; END $$`);

    const wallet = `virtual_wallet_id=${merchant.local!.id}`;
    const reads = [
      '/virtual-wallets',
      `/virtual-wallets/${merchant.local!.id}/proof`,
      `/balance-movements?${wallet}`,
      `/balance-movements/stats?${wallet}`,
      `/balance-movements/series?${wallet}`,
      '/received-payments',
      '/payment-links',
      '/payment-exceptions',
    ];
    const statuses = await Promise.all(reads.map(async (path) => [path, (await panel.get(path)).status]));
    expect(statuses).toEqual(reads.map((path) => [path, 200]));
    const { json } = await staff.run('books:verify');
    const rules = new Set((json.violations as { rule: string }[]).map(({ rule }) => rule));
    expect([...rules]).toEqual(expect.arrayContaining(['posting_fits_its_currency', 'payment_fits_its_currency']));
  });

  it.each([
    ['that does not exist', () => '/nowhere/seal.json', /cannot be read/],
    ['that is not JSON', () => keep('x', '{'), /is not valid JSON/],
    ['that is not a seal', () => keep('x', { wallets: [] }), /sealed_at is not a time/],
  ])('rejects a file %s, naming seal', async (_, path, message) => {
    expect(await staff.expectError('VALIDATION_FAILED', 'books:verify', '--seal', path())).toMatch(message);
  });
});
