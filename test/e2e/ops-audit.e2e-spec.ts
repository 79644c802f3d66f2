import { writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '../support/processes';
import { TestService, type Merchant } from '../support/service';
import { StaffTool } from '../support/staff-tool';
import { createScratchDatabase, scratchFolder } from '../support/test-database';

describe('what staff change with their tool', () => {
  let database: Awaited<ReturnType<typeof createScratchDatabase>>;
  let service: TestService;
  let merchant: Merchant;

  beforeAll(async () => {
    await ensureBuilt();
    database = await createScratchDatabase();
    service = await TestService.start({ env: { DATABASE_URL: database.url } });
  }, 60_000);

  beforeEach(async () => {
    merchant = await service.merchant();
  });

  afterAll(async () => {
    await service.stop();
    await database.drop();
  });

  const ops = (...args: string[]) => new StaffTool(database.url).run(...args);

  /** What the command left in the audit log; whoever runs the tests is the staff. */
  async function auditedOf(...args: string[]) {
    const [last] = await service.sql<{ id: string }>('SELECT coalesce(max(id), 0) AS id FROM audit_log');
    const { json } = await ops(...args);
    const entries = await service.sql('SELECT * FROM audit_log WHERE id > $1 ORDER BY id', [last!.id]);
    return { json, entries };
  }

  const byStaff = () => ({ actor_type: 'staff', actor: userInfo().username, account_id: merchant.account.id });

  it('is in the audit log: a new account, with everything but the password', async () => {
    const { json, entries } = await auditedOf('account:create', '--name', 'New', '--email', 'new@example.com', '--usd');

    expect(entries).toMatchObject([
      {
        ...byStaff(),
        action: 'account.created',
        object_type: 'account',
        object_id: json.account.id,
        account_id: json.account.id,
        details: {
          account: json.account,
          user: { id: json.user.id, email: 'new@example.com' },
          wallets: json.wallets,
        },
      },
    ]);
    expect(JSON.stringify(entries)).not.toContain(json.user.password);
  });

  it('is in the audit log: an account’s settings, those that were given', async () => {
    const { slug, id } = merchant.account;
    const { entries } = await auditedOf('account:update', slug, '--status', 'paused', '--usd', 'true');

    expect(entries).toMatchObject([{ ...byStaff(), action: 'account.updated', object_type: 'account', object_id: id }]);
    expect(entries[0]!.details).toEqual({ status: 'paused', usd_enabled: true });
  });

  it('is in the audit log: users who come and go, without a password', async () => {
    const { slug } = merchant.account;
    const who = ['--account', slug, '--email', `ana@${slug}.example`];
    const { json, entries } = await auditedOf('user:create', ...who, '--permissions', 'view_payins,view_payouts');
    const gone = await auditedOf('user:delete', ...who);

    expect(entries).toMatchObject([
      {
        ...byStaff(),
        action: 'user.created',
        object_type: 'user',
        object_id: json.user.id,
        details: { email: `ana@${slug}.example`, permissions: ['view_payins', 'view_payouts'] },
      },
    ]);
    expect(JSON.stringify(entries)).not.toContain(json.user.password);
    expect(gone.entries).toMatchObject([
      { ...byStaff(), action: 'user.deleted', object_type: 'user', object_id: `ana@${slug}.example` },
    ]);
  });

  it('is in the audit log: fees', async () => {
    const file = join(scratchFolder(), 'fees.json');
    writeFileSync(file, JSON.stringify({ collection: { percentage: '10' } }));
    const { json, entries } = await auditedOf('fees:set', merchant.account.slug, '--file', file);

    expect(entries).toMatchObject([
      { ...byStaff(), action: 'fees.set', object_type: 'fee_schedule', details: { fees: json.fees } },
    ]);
  });

  it('is in the audit log: a wallet’s balance, with the reason', async () => {
    const { id } = merchant.local!;
    const { entries } = await auditedOf('wallet:adjust', id, '--amount', '5.00', '--reason', 'goodwill');

    expect(entries).toMatchObject([
      {
        ...byStaff(),
        action: 'wallet.adjusted',
        object_type: 'wallet',
        object_id: id,
        details: { amount: '5.00', currency: 'ARS', reason: 'goodwill' },
      },
    ]);
  });

  it('is in the audit log: a rate, which is no account’s', async () => {
    const { entries } = await auditedOf('rates:set', 'USD', 'PEN', '3.75');

    expect(entries).toMatchObject([
      {
        ...byStaff(),
        action: 'rate.set',
        object_type: 'rate',
        object_id: 'USD/PEN',
        account_id: null,
        details: { rate: '3.75' },
      },
    ]);
  });

  it.each([
    ['a change that is refused', () => ['wallet:adjust', merchant.local!.id, '--amount', '-1', '--reason', 'x']],
    ['a user whose address is taken', () => ['account:create', '--name', 'Twice', '--email', merchant.email]],
    ['a user who is not there', () => ['user:delete', '--account', merchant.account.slug, '--email', 'x@example.com']],
    ['only looking', () => ['fees:show', merchant.account.slug]],
  ])('is not in the audit log: %s', async (_what, args) => {
    expect((await auditedOf(...args())).entries).toEqual([]);
  });

  it('is refused for a permission that the panel does not know', async () => {
    const args = ['--account', merchant.account.slug, '--email', 'x@example.com', '--permissions', 'view_payin'];
    const { code, json } = await ops('user:create', ...args);

    expect([code, json.error.code]).toEqual([1, 'VALIDATION_FAILED']);
    expect(json.error.message).toContain('permissions');
  });

  it('does not sign a user out who is left alone, and signs out one who is deleted', async () => {
    const { email, password, account } = merchant;
    const login = () => service.anonymous().post('/api/v1/clients/auth/login', { email, password });
    const token = (await login()).body.data.token as string;
    const me = () => service.anonymous().get('/api/v1/clients/auth/me', { authorization: `Bearer ${token}` });
    await ops('account:update', account.slug, '--status', 'paused');
    expect((await me()).status).toBe(200);
    await ops('user:delete', '--account', account.slug, '--email', email);
    expect((await me()).body.code).toBe('UNAUTHENTICATED');
    expect((await login()).body.code).toBe('UNAUTHENTICATED');
  });
});
