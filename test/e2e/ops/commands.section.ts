import { PRODUCTION } from '@app/platform/testing';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../../../apps/ops/src/run-command';
import { until } from '../../support/conditions';
import type { Merchant, TestService } from '../../support/service';
import { staffSystem, StaffTool } from '../../support/staff-tool';
import { scratchFolder } from '../../support/test-database';
import { UUID } from '../../support/shapes';

describe('the commands of the staff’s tool', () => {
  let service: TestService;
  let staff: StaffTool;
  let databaseUrl: string;
  let merchant: Merchant;

  beforeAll(async () => {
    ({ service, staff, databaseUrl } = await staffSystem());
  });

  beforeEach(async () => {
    merchant = await service.merchant();
  });

  const ops = (...args: string[]) => staff.run(...args);
  const expectError = (code: string, ...args: string[]) => staff.expectError(code, ...args);

  const accountNow = async ({ account }: Merchant) =>
    (await service.sql('SELECT * FROM accounts WHERE id = $1', [account.id]))[0]!;

  describe('account:create', () => {
    it('creates a verified account with its user and an ARS wallet', async () => {
      const { exitCode, json } = await ops('account:create', '--name', 'Café Río', '--email', 'staff@cafe.example');

      expect(exitCode).toBe(0);
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

    it('creates an account whose verifications are pending in production, unless flags say otherwise', async () => {
      const production = await StaffTool.open(databaseUrl, PRODUCTION);
      try {
        const create = (email: string, ...flags: string[]) =>
          production.run('account:create', '--name', 'Nuevo', '--email', email, ...flags);
        const { json: plain } = await create('new@production.example');
        const { json: flagged } = await create('flagged@production.example', '--kyc', 'verified');

        expect(plain.account).toMatchObject({ kyc_status: 'pending', kyb_status: 'pending' });
        expect(flagged.account).toMatchObject({ kyc_status: 'verified', kyb_status: 'pending' });
      } finally {
        await production.close();
      }
    });

    it('accepts every flag', async () => {
      const { json } = await ops(
        'account:create',
        '--name',
        'Flags',
        '--email',
        'flags@example.com',
        '--country',
        'CL',
        '--local-currency',
        'CLP',
        '--usd',
        '--cards',
        '--kyc',
        'pending',
        '--kyb',
        'pending',
        '--customer-paid-fee',
        '--customer-paid-fee-default',
        '--password',
        'a long enough password',
        '--language',
        'pt',
        '--time-zone',
        'america/bogota',
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
          language: 'pt',
          time_zone: 'America/Bogota',
        },
        user: { password: 'a long enough password' },
        wallets: [
          { currency: 'CLP', lane: 'local' },
          { currency: 'USD', lane: 'usd' },
        ],
      });
    });

    it('creates no wallets with --no-wallets', async () => {
      const { json } = await ops('account:create', '--name', 'Bare', '--email', 'bare@example.com', '--no-wallets');

      expect(json.wallets).toEqual([]);
    });

    it('rejects an e-mail that is taken, and writes nothing', async () => {
      await expectError('USER_ALREADY_EXISTS', 'account:create', '--name', 'Twice', '--email', merchant.email);

      expect(await service.sql(`SELECT 1 FROM accounts WHERE name = 'Twice'`)).toEqual([]);
    });
  });

  describe('account:update', () => {
    it('pauses an account, and the running API follows within 5 s', async () => {
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

    it('changes only the given settings, and prints the whole account', async () => {
      const { json } = await ops('account:update', merchant.account.slug, '--kyb', 'pending', '--usd', 'true');

      const { created_at: _created, updated_at: _updated, ...row } = await accountNow(merchant);
      expect(row).toMatchObject({ status: 'active', kyc_status: 'verified', kyb_status: 'pending', usd_enabled: true });
      expect(json.account).toEqual(row);
    });

    it('sets the panel’s default for the customer-paid fee independently of whether it is allowed', async () => {
      const { slug } = merchant.account;
      const { json } = await ops('account:update', slug, '--customer-paid-fee-default', 'true');

      expect(json.account).toMatchObject({ customer_paid_fee_enabled: true, customer_paid_fee_default: true });
      const { json: off } = await ops('account:update', slug, '--customer-paid-fee', 'false');
      expect(off.account).toMatchObject({ customer_paid_fee_enabled: false, customer_paid_fee_default: true });
    });

    it('changes the time zone, whose default is that of the country', async () => {
      const created = await ops('account:create', '--name', 'Zonas', '--email', 'zones@example.com', '--country', 'CL');
      const { slug } = created.json.account as { slug: string };
      const moved = await ops('account:update', slug, '--time-zone', 'Pacific/Easter');

      expect(created.json.account).toMatchObject({ time_zone: 'America/Santiago' });
      expect(moved.json.account).toMatchObject({ time_zone: 'Pacific/Easter' });
    });

    it('creates the USD wallet when it enables the USD channel', async () => {
      await ops('account:update', merchant.account.slug, '--usd', 'true');

      expect((await merchant.api.get('/v1/wallets')).body.data).toContainEqual({ currency: 'USD' });
    });

    it('creates no wallet for any other change', async () => {
      const account = ['--name', 'Shell', '--email', 'shell@example.com', '--usd'];
      const { json } = await ops('account:create', ...account, '--no-wallets');
      await ops('account:update', json.account.slug, '--status', 'paused');

      expect(await service.sql('SELECT 1 FROM wallets WHERE account_id = $1', [json.account.id])).toEqual([]);
    });
  });

  it('user:create and user:delete: the API keys of a deleted user cannot read links', async () => {
    const user = ['--account', merchant.account.slug, '--email', 'temp@example.com'];
    const created = await ops('user:create', ...user, '--permissions', 'view_payins');
    expect(created.json.user).toMatchObject({ email: 'temp@example.com', permissions: ['view_payins'] });
    const key = await service.issueKey(merchant, { userId: created.json.user.id as string });

    const deleted = await ops('user:delete', ...user);

    expect(deleted.json).toEqual({ user: { email: 'temp@example.com', deleted: true } });
    expect((await key.api.get(`/v1/payment-links/${merchant.userId}`)).body.code).toBe('USER_NOT_FOUND');
  });

  describe('fees:set and fees:show', () => {
    const fileWith = (content: string): string => {
      const file = join(scratchFolder(), 'fees.json');
      writeFileSync(file, content);
      return file;
    };

    it('set and show the fees of the next payments', async () => {
      const fees = { collection: { percentage: '10' }, methods: { ars_qr: { percentage: '1' } } };
      const set = await ops('fees:set', merchant.account.slug, '--file', fileWith(JSON.stringify(fees)));

      expect(set.exitCode).toBe(0);
      expect((await ops('fees:show', merchant.account.slug)).json).toEqual(set.json);
      expect(set.json.fees).toMatchObject({ collection: { percentage: '10' }, conversion: { percentage: '0' } });
      await service.simulate(await service.createLink(merchant), { event: 'pay' });
      await service.simulate(await service.createLink(merchant), { event: 'pay', method: 'ars_qr' });
      expect(await service.balance(merchant.local!.id)).toBe('28350.00');
    });

    it('reject an invalid schedule, name each error, and keep the old one', async () => {
      const invalid = fileWith(JSON.stringify({ collection: { percentage: 2.9 }, payuot: {} }));
      const message = await expectError('VALIDATION_FAILED', 'fees:set', merchant.account.slug, '--file', invalid);

      expect(message).toContain('collection.percentage');
      expect(message).toContain('payuot');
      expect((await ops('fees:show', merchant.account.slug)).json.fees.collection.percentage).toBe('2.9');
    });

    it('reject a file that is not JSON', async () => {
      await expectError('VALIDATION_FAILED', 'fees:set', merchant.account.slug, '--file', fileWith('{'));
    });
  });

  describe('rates:set and rates:list', () => {
    it('set a rate and list it', async () => {
      const set = await ops('rates:set', 'USD', 'PEN', '3.75', '--force');

      expect(set.json.rates).toEqual([expect.objectContaining({ base: 'USD', quote: 'PEN', rate: '3.75' })]);
      expect((await ops('rates:list')).json.rates).toContainEqual(set.json.rates[0]);
    });

    it('show how old a rate is, and until when it is used', async () => {
      const set = await ops('rates:set', 'USD', 'UYU', '40', '--force', '--as-of', '2026-01-01');
      expect(set.json.rates).toMatchObject([{ as_of: '2026-01-01T00:00:00.000Z', usable: false, source: 'staff' }]);
      const [{ age_seconds: age, valid_until: until }] = set.json.rates;
      expect([age > 86_400, until > '2026-01-01', until < new Date().toISOString()]).toEqual([true, true, true]);

      const { json } = await ops('rates:list');
      const ofBrazil = json.rates.find(({ quote }: { quote: string }) => quote === 'BRL');
      expect([ofBrazil.usable, ofBrazil.valid_until > new Date().toISOString()]).toEqual([true, true]);
      await ops('rates:unset', 'USD', 'UYU');
    });

    it('reject a negative rate', async () => {
      await expectError('VALIDATION_FAILED', 'rates:set', 'USD', 'PEN', '-1', '--force');
    });

    it.each([
      ['a rate that is a hundred times the stored one', ['USD', 'BRL', '500']],
      ['a currency that no payment method collects', ['USD', 'EUR', '0.9']],
      ['a currency that does not exist', ['USD', 'ARX', '1000']],
    ])('reject %s', async (_what, rate) => {
      await expectError('VALIDATION_FAILED', 'rates:set', ...rate);
    });

    it('set such a rate with --force, and rates:unset restores that of the source', async () => {
      await ops('rates:set', 'USD', 'MXN', '36', '--force');
      const { exitCode, json } = await ops('rates:unset', 'MXN', 'USD');

      expect(exitCode).toBe(0);
      expect(json.rates).toMatchObject([{ base: 'USD', quote: 'MXN', rate: '18', source: 'fixed' }]);
    });

    it('rates:unset rejects a pair that has no rate', async () => {
      await expectError('VALIDATION_FAILED', 'rates:unset', 'BRL', 'MXN');
    });
  });

  describe('wallet:adjust', () => {
    it('adds to the balance or takes from it, with a movement for each', async () => {
      const { id } = merchant.local!;
      await ops('wallet:adjust', id, '--amount', '100.00', '--reason', 'goodwill');
      const { exitCode, json } = await ops('wallet:adjust', id, '--amount', '-30.50', '--reason', 'correction');

      expect(exitCode).toBe(0);
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

    it('with the key of an earlier call returns its result and moves no money', async () => {
      const { id } = merchant.local!;
      const adjust = (...args: string[]) => [
        'wallet:adjust',
        id,
        '--reason',
        'x',
        '--idempotency-key',
        `k${id}`,
        ...args,
      ];
      const first = await ops(...adjust('--amount', '100'));
      await ops('wallet:adjust', id, '--amount', '1', '--reason', 'another');
      const again = await ops(...adjust('--amount', '100.00'));

      expect([again.exitCode, again.json]).toEqual([0, first.json]);
      expect(await service.balance(id)).toBe('101.00');
      await expectError('IDEMPOTENCY_KEY_REUSED', ...adjust('--amount', '50'));
    });

    it('can be repeated with its key after a failure', async () => {
      const { id } = merchant.local!;
      const adjust = (amount: string) => [
        'wallet:adjust',
        id,
        '--amount',
        amount,
        '--reason',
        'x',
        '--idempotency-key',
        id,
      ];
      await expectError('INSUFFICIENT_AVAILABLE_BALANCE', ...adjust('-5'));
      await ops('wallet:adjust', id, '--amount', '5', '--reason', 'x');
      await ops(...adjust('-5'));

      expect(await service.balance(id)).toBe('0.00');
    });

    it('takes no more than the available balance, and changes nothing', async () => {
      const { id } = merchant.local!;
      await expectError('INSUFFICIENT_AVAILABLE_BALANCE', 'wallet:adjust', id, '--amount', '-0.01', '--reason', 'x');

      expect(await service.balance(id)).toBe('0.00');
    });

    it('rejects an unknown wallet, and an amount with more decimals than the currency has', async () => {
      const adjust = (id: string, amount: string) => ['wallet:adjust', id, '--amount', amount, '--reason', 'x'];

      await expectError('VIRTUAL_WALLET_NOT_FOUND', ...adjust(merchant.userId, '1'));
      await expectError('VALIDATION_FAILED', ...adjust(merchant.local!.id, '1.001'));
      await expectError('VALIDATION_FAILED', ...adjust(merchant.local!.id, '15.000'));
    });
  });

  describe('books:verify', () => {
    it('exits with 0 when the books balance', async () => {
      await service.simulate(await service.createLink(merchant), { event: 'pay' });

      const { exitCode, json } = await ops('books:verify');
      expect([exitCode, json.balanced, json.violations]).toEqual([0, true, []]);
      expect(json.checked.postings).toBeGreaterThan(0);
    });

    it('names the wrong row and exits with 1', async () => {
      const { id } = merchant.local!;
      await service.sql('UPDATE wallets SET balance = balance + 1 WHERE id = $1', [id]);
      const { exitCode, json } = await ops('books:verify');
      await service.sql('UPDATE wallets SET balance = balance - 1 WHERE id = $1', [id]);

      expect([exitCode, json.balanced]).toEqual([1, false]);
      expect(json.violations).toContainEqual(expect.objectContaining({ table: 'wallets', id }));
    });
  });

  it.each([
    ['an unknown command', 'UNKNOWN_COMMAND', ['account:destroy']],
    ['an unknown command after a flag', 'UNKNOWN_COMMAND', ['--json', 'account:destroy']],
    ['an unknown account', 'ACCOUNT_NOT_FOUND', ['fees:show', 'nobody']],
    ['a missing flag', 'VALIDATION_FAILED', ['account:create', '--name', 'x']],
    ['an unknown flag', 'VALIDATION_FAILED', ['rates:list', '--all']],
    ['a missing argument', 'VALIDATION_FAILED', ['fees:show']],
  ])('rejects %s with %s', async (_mistake, code, argv) => {
    await expectError(code, ...argv);
  });

  describe('without --json', () => {
    it('prints a sentence', async () => {
      const { exitCode, stdout, stderr } = await staff.print('books:verify');

      expect([exitCode, stderr]).toEqual([0, '']);
      expect(stdout).toMatch(/^The books balance: \d+ wallets, .*\.\n$/);
    });

    it('prints an error on stderr', async () => {
      await expect(staff.print('fees:show', 'nobody')).resolves.toMatchObject({
        exitCode: 1,
        stdout: '',
        stderr: expect.stringMatching(/^ACCOUNT_NOT_FOUND: .+\n$/),
      });
    });

    it('prints that a command does not exist after the list of commands', async () => {
      const { exitCode, stderr } = await staff.print('acount:list');

      expect(exitCode).toBe(1);
      expect(stderr).toMatch(/^Usage: (.|\n)*\nUNKNOWN_COMMAND: There is no command "acount:list"\.\n$/);
    });

    it('prints the list of commands on stderr when no command is given', async () => {
      const { exitCode, stdout, stderr } = await staff.print();

      expect([exitCode, stdout]).toEqual([1, '']);
      expect(stderr).toContain('Usage: npm run ops -- <command> [--flags] [--json]\n');
      expect(stderr).toMatch(/\n {2}webhooks:resend +Queue the event/);
    });

    it('names an unknown flag in one line, with the usage', async () => {
      const { exitCode, stdout, stderr } = await staff.print('exceptions:credit', 'x', '--walet', 'y');

      expect([exitCode, stdout]).toEqual([1, '']);
      expect(stderr).toBe(
        "VALIDATION_FAILED: Unknown option '--walet'. Usage: " +
          'exceptions:credit EXCEPTION_ID --reason TEXT [--wallet WALLET_ID] [--without-fees] [--rate order|current] ' +
          '[--amount A] [--currency C]\n',
      );
    });
  });

  it('prints an internal error on stderr, and no details of it in its response', async () => {
    const broken = () => Promise.reject(new Error('connect ECONNREFUSED 127.0.0.1:5432'));
    const { exitCode, stdout, stderr } = await runCommand(broken, ['rates:list', '--json']);

    expect([exitCode, JSON.parse(stdout).error.code]).toEqual([1, 'SYSTEM_DATABASE_ERROR']);
    expect(stdout).not.toContain('ECONNREFUSED');
    expect(stderr).toContain('ECONNREFUSED');
  });
});
