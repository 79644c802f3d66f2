import { writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { Merchant, TestService } from '../../support/service';
import { staffSystem, type StaffTool } from '../../support/staff-tool';
import { scratchFolder } from '../../support/test-database';

describe('the audit log of the staff’s tool', () => {
  let service: TestService;
  let staff: StaffTool;
  let merchant: Merchant;

  beforeAll(async () => {
    ({ service, staff } = await staffSystem());
  });

  beforeEach(async () => {
    merchant = await service.merchant();
  });

  const ops = (...args: string[]) => staff.run(...args);

  /** The command's response and its entries in the audit log, whose actor is the user that runs the tests. */
  async function auditedOf(...args: string[]) {
    const [last] = await service.sql<{ id: string }>('SELECT coalesce(max(id), 0) AS id FROM audit_log');
    const { json } = await ops(...args);
    const entries = await service.sql('SELECT * FROM audit_log WHERE id > $1 ORDER BY id', [last!.id]);
    return { json, entries };
  }

  const byStaff = () => ({ actor_type: 'staff', actor: userInfo().username, account_id: merchant.account.id });

  it('records a new account, without its password', async () => {
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

  it('records the changed settings of an account', async () => {
    const { slug, id } = merchant.account;
    const { entries } = await auditedOf('account:update', slug, '--status', 'paused', '--usd', 'true');

    expect(entries).toMatchObject([{ ...byStaff(), action: 'account.updated', object_type: 'account', object_id: id }]);
    expect(entries[0]!.details).toEqual({ status: 'paused', usd_enabled: true });
  });

  it('records created and deleted users, without a password', async () => {
    const { slug } = merchant.account;
    const who = ['--account', slug, '--email', `ana@${slug}.example`];
    const { json, entries } = await auditedOf('user:create', ...who, '--permissions', 'view_payins,view_payouts');
    const deleted = await auditedOf('user:delete', ...who);

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
    expect(deleted.entries).toMatchObject([
      {
        ...byStaff(),
        action: 'user.deleted',
        object_type: 'user',
        object_id: json.user.id,
        details: { email: `ana@${slug}.example` },
      },
    ]);
  });

  it('records a password that was reset, without the password, and a lock that was lifted', async () => {
    const who = ['--account', merchant.account.slug, '--email', merchant.email];
    const reset = await auditedOf('user:reset-password', ...who);
    const unlocked = await auditedOf('user:unlock', ...who);

    const user = { ...byStaff(), object_type: 'user', object_id: merchant.userId };
    expect(reset.entries).toMatchObject([{ ...user, action: 'user.password_reset' }]);
    expect(unlocked.entries).toMatchObject([{ ...user, action: 'user.unlocked' }]);
    expect(JSON.stringify(reset.entries)).not.toContain(reset.json.user.password);
  });

  it('records fees', async () => {
    const file = join(scratchFolder(), 'fees.json');
    writeFileSync(file, JSON.stringify({ collection: { percentage: '10' } }));
    const { json, entries } = await auditedOf('fees:set', merchant.account.slug, '--file', file);

    expect(entries).toMatchObject([
      { ...byStaff(), action: 'fees.set', object_type: 'fee_schedule', details: { fees: json.fees } },
    ]);
  });

  it('records an adjusted wallet, with the reason', async () => {
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

  it('records a rate, which belongs to no account', async () => {
    const { entries } = await auditedOf('rates:set', 'USD', 'MXN', '18.5');

    expect(entries).toMatchObject([
      {
        ...byStaff(),
        action: 'rate.set',
        object_type: 'rate',
        object_id: 'USD/MXN',
        account_id: null,
        details: { rate: '18.5' },
      },
    ]);
  });

  it.each([
    ['a rejected change', () => ['wallet:adjust', merchant.local!.id, '--amount', '-1', '--reason', 'x']],
    ['an account whose e-mail is taken', () => ['account:create', '--name', 'Twice', '--email', merchant.email]],
    ['deleting an unknown user', () => ['user:delete', '--account', merchant.account.slug, '--email', 'x@example.com']],
    ['a command that only reads', () => ['fees:show', merchant.account.slug]],
  ])('does not record %s', async (_what, args) => {
    expect((await auditedOf(...args())).entries).toEqual([]);
  });

  it('user:create rejects an unknown permission', async () => {
    const args = ['--account', merchant.account.slug, '--email', 'x@example.com', '--permissions', 'view_payin'];

    expect(await staff.expectError('VALIDATION_FAILED', 'user:create', ...args)).toContain('permissions');
  });

  it('user:delete signs the user out; account:update does not', async () => {
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
