import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { until } from '../support/conditions';
import { ensureBuilt, runToEnd } from '../support/processes';
import { TEST_SECRETS, TestService, type Merchant } from '../support/service';
import { StaffTool } from '../support/staff-tool';
import { createScratchDatabase, scratchFolder } from '../support/test-database';
import { UUID } from '../support/shapes';

describe('the staff’s tool (contract, Commands)', () => {
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
  const expectFailure = (code: string, ...args: string[]) => new StaffTool(database.url).expectRefused(code, ...args);

  const accountNow = async ({ account }: Merchant) =>
    (await service.sql('SELECT * FROM accounts WHERE id = $1', [account.id]))[0]!;

  describe('account:create', () => {
    it('makes a verified account with its user and an ARS wallet', async () => {
      const { code, json } = await ops('account:create', '--name', 'Café Río', '--email', 'staff@cafe.example');

      expect(code).toBe(0);
      expect(json).toMatchObject({
        account: {
          id: expect.stringMatching(UUID),
          slug: 'caferio',
          kyc_status: 'verified',
          kyb_status: 'verified',
          usd_enabled: false,
        },
        user: { id: expect.stringMatching(UUID), email: 'staff@cafe.example', password: expect.any(String) },
        wallets: [{ id: expect.stringMatching(UUID), currency: 'ARS', lane: 'local' }],
      });
    });

    it('takes every flag', async () => {
      const { json } = await ops(
        ...['account:create', '--name', 'Flags', '--email', 'flags@example.com', '--country', 'CL'],
        ...['--local-currency', 'CLP', '--usd', '--cards', '--kyc', 'pending', '--kyb', 'pending'],
        ...['--customer-paid-fee', '--customer-paid-fee-default', '--password', 'a long enough password'],
      );

      expect(json).toMatchObject({
        account: {
          country: 'CL',
          kyc_status: 'pending',
          kyb_status: 'pending',
          usd_enabled: true,
          cards_enabled: true,
          customer_paid_fee_enabled: true,
          customer_paid_fee_default: true,
        },
        user: { password: 'a long enough password' },
        wallets: [
          { currency: 'CLP', lane: 'local' },
          { currency: 'USD', lane: 'usd' },
        ],
      });
    });

    it('--no-wallets makes none', async () => {
      const { json } = await ops('account:create', '--name', 'Bare', '--email', 'bare@example.com', '--no-wallets');

      expect(json.wallets).toEqual([]);
    });

    it('refuses an e-mail that is taken, and writes nothing', async () => {
      await expectFailure('USER_ALREADY_EXISTS', 'account:create', '--name', 'Twice', '--email', merchant.email);

      expect(await service.sql(`SELECT 1 FROM accounts WHERE name = 'Twice'`)).toEqual([]);
    });
  });

  describe('account:update', () => {
    it('pauses an account, which the running API obeys within 5 s', async () => {
      await service.createLink(merchant);
      const { json } = await ops('account:update', merchant.account.slug, '--status', 'paused');

      expect(json.account.status).toBe('paused');
      await until(
        'no link can be created',
        async () => {
          const link = { amount: 15000, currency: 'ARS', description: 'Order 1001' };
          return (await merchant.api.post('/v1/payment-links', link)).body.code === 'BUSINESS_TENANT_PAUSED';
        },
        5_000,
      );
    });

    it('changes only what it is told, and shows the whole account', async () => {
      const { json } = await ops('account:update', merchant.account.slug, '--kyb', 'pending', '--usd', 'true');

      const { created_at: _created, updated_at: _updated, ...row } = await accountNow(merchant);
      expect(row).toMatchObject({ status: 'active', kyc_status: 'verified', kyb_status: 'pending', usd_enabled: true });
      expect(json.account).toEqual(row);
    });

    it('sets what the panel proposes for the fee, apart from whether payers may bear it', async () => {
      const { slug } = merchant.account;
      const { json } = await ops('account:update', slug, '--customer-paid-fee-default', 'true');

      expect(json.account).toMatchObject({ customer_paid_fee_enabled: true, customer_paid_fee_default: true });
      const { json: off } = await ops('account:update', slug, '--customer-paid-fee', 'false');
      expect(off.account).toMatchObject({ customer_paid_fee_enabled: false, customer_paid_fee_default: true });
    });

    it('provides the USD wallet with the USD channel', async () => {
      await ops('account:update', merchant.account.slug, '--usd', 'true');

      expect((await merchant.api.get('/v1/wallets')).body.data).toContainEqual({ currency: 'USD' });
    });

    it('provides no wallet when it is told something else', async () => {
      const { json } = await ops(
        'account:create',
        '--name',
        'Shell',
        '--email',
        'shell@example.com',
        '--no-wallets',
        '--usd',
      );
      await ops('account:update', json.account.slug, '--status', 'paused');

      const sql = 'SELECT 1 FROM wallets WHERE account_id = $1';
      expect(await service.get(DataSource).query(sql, [json.account.id])).toEqual([]);
    });
  });

  it('user:create and user:delete: the keys of a user who is gone are of no use on links', async () => {
    const { slug } = merchant.account;
    const made = await ops(
      'user:create',
      '--account',
      slug,
      '--email',
      'temp@example.com',
      '--permissions',
      'view_payins',
    );
    expect(made.json.user).toMatchObject({ email: 'temp@example.com', permissions: ['view_payins'] });
    const key = await service.issueKey(merchant, { userId: made.json.user.id as string });

    const gone = await ops('user:delete', '--account', slug, '--email', 'temp@example.com');

    expect(gone.json).toEqual({ user: { email: 'temp@example.com', deleted: true } });
    expect((await key.api.get(`/v1/payment-links/${merchant.userId}`)).body.code).toBe('USER_NOT_FOUND');
  });

  describe('fees:set and fees:show', () => {
    const fileWith = (content: string): string => {
      const file = join(scratchFolder(), 'fees.json');
      writeFileSync(file, content);
      return file;
    };

    it('set what the next payments cost', async () => {
      const fees = { collection: { percentage: '10' }, methods: { ars_qr: { percentage: '1' } } };
      const set = await ops('fees:set', merchant.account.slug, '--file', fileWith(JSON.stringify(fees)));

      expect(set.code).toBe(0);
      expect((await ops('fees:show', merchant.account.slug)).json).toEqual(set.json);
      expect(set.json.fees).toMatchObject({ collection: { percentage: '10' }, conversion: { percentage: '0' } });
      await service.simulate(await service.createLink(merchant), { event: 'pay' });
      await service.simulate(await service.createLink(merchant), { event: 'pay', method: 'ars_qr' });
      expect(await service.balance(merchant.local!.id)).toBe('28350.00');
    });

    it('refuse a schedule with mistakes, naming all of them, and keep the old one', async () => {
      const bad = fileWith(JSON.stringify({ collection: { percentage: 2.9 }, payuot: {} }));
      const message = await expectFailure('VALIDATION_FAILED', 'fees:set', merchant.account.slug, '--file', bad);

      expect(message).toContain('collection.percentage');
      expect(message).toContain('payuot');
      expect((await ops('fees:show', merchant.account.slug)).json.fees.collection.percentage).toBe('2.9');
    });

    it('refuse a file that is no JSON', async () => {
      await expectFailure('VALIDATION_FAILED', 'fees:set', merchant.account.slug, '--file', fileWith('{'));
    });
  });

  describe('rates:set and rates:list', () => {
    it('set a rate and list it', async () => {
      const set = await ops('rates:set', 'USD', 'PEN', '3.75');

      expect(set.json.rates).toEqual([expect.objectContaining({ base: 'USD', quote: 'PEN', rate: '3.75' })]);
      expect((await ops('rates:list')).json.rates).toContainEqual(set.json.rates[0]);
    });

    it('refuse a rate that is none', async () => {
      await expectFailure('VALIDATION_FAILED', 'rates:set', 'USD', 'PEN', '-1');
    });
  });

  describe('wallet:adjust', () => {
    it('moves the balance up and down, and leaves a movement for each', async () => {
      const { id } = merchant.local!;
      await ops('wallet:adjust', id, '--amount', '100.00', '--reason', 'goodwill');
      const { code, json } = await ops('wallet:adjust', id, '--amount', '-30.50', '--reason', 'correction');

      expect(code).toBe(0);
      expect(json).toEqual({
        wallet: {
          id,
          currency: 'ARS',
          balance: '69.50',
          reserved_balance: '0.00',
          available_balance: '69.50',
        },
        adjustment: { amount: '-30.50', reason: 'correction' },
      });
      const movements = await service.sql(
        `SELECT amount FROM postings WHERE wallet_id = $1 AND visible ORDER BY wallet_version`,
        [id],
      );
      expect(movements).toEqual([{ amount: '100.00' }, { amount: '-30.50' }]);
    });

    it('refuses to take more than is available, and changes nothing', async () => {
      const { id } = merchant.local!;
      await expectFailure('INSUFFICIENT_AVAILABLE_BALANCE', 'wallet:adjust', id, '--amount', '-0.01', '--reason', 'x');

      expect(await service.balance(id)).toBe('0.00');
    });

    it('refuses a wallet that is not there, and an amount with more digits than the currency has', async () => {
      const by = (id: string, amount: string) => ['wallet:adjust', id, '--amount', amount, '--reason', 'x'];

      await Promise.all([
        expectFailure('VIRTUAL_WALLET_NOT_FOUND', ...by(merchant.userId, '1')),
        expectFailure('VALIDATION_FAILED', ...by(merchant.local!.id, '1.001')),
      ]);
    });
  });

  describe('books:verify', () => {
    it('proves the books: exit 0', async () => {
      await service.simulate(await service.createLink(merchant), { event: 'pay' });

      const { code, json } = await ops('books:verify');
      expect([code, json.balanced, json.violations]).toEqual([0, true, []]);
      expect(json.checked.postings).toBeGreaterThan(0);
    });

    it('names the row that lies: exit 1', async () => {
      const { id } = merchant.local!;
      await service.sql('UPDATE wallets SET balance = balance + 1 WHERE id = $1', [id]);
      const { code, json } = await ops('books:verify');
      await service.sql('UPDATE wallets SET balance = balance - 1 WHERE id = $1', [id]);

      expect([code, json.balanced]).toEqual([1, false]);
      expect(json.violations).toContainEqual(expect.objectContaining({ table: 'wallets', id }));
    });
  });

  it('answers a mistake with exit 1 and one JSON object that names it', async () => {
    const mistakes: readonly (readonly [string, readonly string[]])[] = [
      ['UNKNOWN_COMMAND', ['account:destroy']],
      ['ACCOUNT_NOT_FOUND', ['fees:show', 'nobody']],
      ['VALIDATION_FAILED', ['account:create', '--name', 'x']],
      ['VALIDATION_FAILED', ['rates:list', '--all']],
      ['VALIDATION_FAILED', ['fees:show']],
    ];

    await Promise.all(mistakes.map(([code, args]) => expectFailure(code, ...args)));
  });

  it('names a configuration that cannot be used', async () => {
    const env = { ...TEST_SECRETS, DATABASE_URL: 'mysql://localhost/x' };
    const { code, stdout } = await runToEnd('dist/apps/ops/src/main.js', ['rates:list', '--json'], env);

    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual({
      error: { code: 'INVALID_CONFIGURATION', message: expect.stringContaining('DATABASE_URL') },
    });
  });

  it('without --json speaks to a person', async () => {
    const env = { ...TEST_SECRETS, DATABASE_URL: database.url };
    const { code, stdout } = await runToEnd('dist/apps/ops/src/main.js', ['books:verify'], env);

    expect(code).toBe(0);
    expect(stdout).toMatch(/^The books balance: \d+ wallets, /);
  });
});
