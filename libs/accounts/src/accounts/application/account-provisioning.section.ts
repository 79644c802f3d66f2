import { newId, randomText } from '@app/kernel';
import type { DataSource } from 'typeorm';
import { testDataSource } from '../../../../../test/support/test-database';
import type { Actor } from '../../audit/domain/audit';
import { slugFrom } from '../domain/account';
import { SlugTakenError } from '../domain/errors';
import { UserEmailTakenError } from '../../users/domain/errors';
import { postgresAccounts } from '../../testing';
import type { AccountPlan } from './account-provisioning';

describe('provisioning', () => {
  const by: Actor = { type: 'staff', name: 'ana' };

  let source: DataSource;
  let harness: ReturnType<typeof postgresAccounts>;
  let name: string;
  let slug: string;
  let ana: string;
  beforeAll(async () => {
    source = await testDataSource();
  });
  beforeEach(() => {
    name = `Café ${randomText(8)}`;
    slug = slugFrom(name);
    ana = `${newId()}@example.com`;
    harness = postgresAccounts(source);
  });

  const provision = ({ account, ...changes }: Partial<Omit<AccountPlan, 'account'>> & { account?: object } = {}) =>
    harness.provisioning.provision(by, {
      account: {
        name,
        email: 'owner@example.com',
        country: 'AR',
        kycStatus: 'verified',
        kybStatus: 'pending',
        usdEnabled: true,
        cardsEnabled: false,
        customerPaidFeeEnabled: true,
        ...account,
      },
      user: { email: `${newId()}@example.com`, permissions: ['*'] },
      wallets: [],
      ...changes,
    });

  it('creates the account with its first user, wallets and key', async () => {
    const { account, user, wallets, key } = await provision({
      user: { email: ana, password: 'correct horse', permissions: ['view_payins'] },
      wallets: [
        { currency: 'ARS', lane: 'local' },
        { currency: 'USD', lane: 'usd' },
      ],
      key: { name: 'Shop', environment: 'live', permissions: ['webhooks:read'] },
    });

    await expect(harness.service.getBySlug(slug)).resolves.toEqual(account);
    expect(user).toEqual({ id: expect.any(String), email: ana, password: 'correct horse' });
    expect(await harness.users.list(account.id, 10)).toMatchObject([{ id: user.id, permissions: ['view_payins'] }]);
    await expect(harness.ledger.walletsOf(account.id)).resolves.toMatchObject(wallets);
    expect(wallets).toMatchObject([{ lane: 'local' }, { lane: 'usd' }]);
    await expect(harness.directory.verify(key!.apiKey)).resolves.toMatchObject({
      outcome: 'verified',
      key: { userId: user.id, permissions: ['webhooks:read'] },
    });
  });

  it('needs neither wallets nor a key', async () => {
    const { account, wallets, key } = await provision();

    expect([wallets, key, await harness.keys.list(account.id, 1)]).toEqual([[], undefined, []]);
  });

  it('records who created what in the audit log, without password and key', async () => {
    const { account, user, wallets, key } = await provision({
      wallets: [{ currency: 'ARS', lane: 'local' }],
      key: { name: 'Shop', environment: 'live', permissions: ['*'] },
    });

    expect(harness.audit.entries).toEqual([
      {
        actor: by,
        action: 'account.created',
        object: { type: 'account', id: account.id },
        accountId: account.id,
        details: {
          account: expect.objectContaining({ slug, kyb_status: 'pending', usd_enabled: true }),
          user: { id: user.id, email: user.email },
          wallets: [{ id: wallets[0]!.id, currency: 'ARS', lane: 'local' }],
          key: { id: key!.key.id, permissions: ['*'] },
        },
      },
    ]);
    const recorded = JSON.stringify(harness.audit.entries);
    expect([recorded.includes(user.password), recorded.includes(key!.apiKey.slice(-48))]).toEqual([false, false]);
  });

  it('appends a random tail to a slug made from the name when it is taken', async () => {
    await provision();
    const [second, third] = [(await provision()).account.slug, (await provision()).account.slug];

    expect([second, third]).toEqual([
      expect.stringMatching(new RegExp(`^${slug}[a-z0-9]{6}$`)),
      expect.stringMatching(new RegExp(`^${slug}[a-z0-9]{6}$`)),
    ]);
    expect(second).not.toBe(third);
  });

  it('gives up after five slugs', async () => {
    const insert = jest.spyOn(harness.accounts, 'insert').mockRejectedValue(new SlugTakenError(slug));

    await expect(provision()).rejects.toThrow(SlugTakenError);
    expect(insert).toHaveBeenCalledTimes(5);
  });

  it('tries no second slug after any other error', async () => {
    const insert = jest.spyOn(harness.accounts, 'insert').mockRejectedValue(new Error('connection lost'));

    await expect(provision()).rejects.toThrow('connection lost');
    expect(insert).toHaveBeenCalledTimes(1);
  });

  it('rejects a requested slug that is taken', async () => {
    const account = { slug: randomText(12).toLowerCase() };
    await expect(provision({ account })).resolves.toMatchObject({ account });

    await expect(provision({ account })).rejects.toMatchObject({ code: 'ACCOUNT_ALREADY_EXISTS' });
  });

  it('rejects an e-mail address that is taken', async () => {
    await provision({ user: { email: ana, permissions: ['*'] } });

    await expect(provision({ user: { email: ana.toUpperCase(), permissions: ['*'] } })).rejects.toThrow(
      UserEmailTakenError,
    );
  });

  it.each`
    field            | changes
    ${'name'}        | ${{ account: { name: '' } }}
    ${'email'}       | ${{ user: { email: 'nobody', permissions: ['*'] } }}
    ${'permissions'} | ${{ user: { email: 'ana@example.com', permissions: [] } }}
  `('rejects $changes before it writes anything, naming $field', async ({ field, changes }) => {
    await expect(provision(changes)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { errors: { [field]: [expect.any(String)] } },
    });
    const found = await source.query('SELECT 1 FROM accounts WHERE name = $1', [name]);
    expect([found, harness.audit.entries]).toEqual([[], []]);
  });
});
