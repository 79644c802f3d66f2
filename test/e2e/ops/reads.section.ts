import { newId } from '@app/kernel';
import { Receiver } from '../../support/receiver';
import { cancelNewLink, register, type TestEndpoint } from '../../support/deliveries';
import type { Merchant, TestService } from '../../support/service';
import { staffSystem, type StaffTool } from '../../support/staff-tool';

const PAYER = { name: 'Ana García', email: 'ana@example.com', document: '20123456786' };

describe('what staff read without SQL', () => {
  let service: TestService;
  let staff: StaffTool;
  let merchant: Merchant;

  beforeAll(async () => {
    ({ service, staff } = await staffSystem());
  });

  beforeEach(async () => {
    merchant = await service.merchant({ usd: true });
  });

  const read = async (...args: string[]) => (await staff.run(...args)).json;
  const readText = async (...args: string[]) => (await staff.print(...args)).stdout;

  describe('account:list and account:show', () => {
    it('list accounts, newest first, page by page', async () => {
      const newer = await service.merchant();

      const first = await read('account:list', '--limit', '1');
      const second = await read('account:list', '--limit', '1', '--after', first.next_cursor);

      expect(first.accounts).toMatchObject([{ id: newer.account.id, slug: newer.account.slug, status: 'active' }]);
      expect(second.accounts).toMatchObject([{ id: merchant.account.id }]);
      expect(await readText('account:list', '--limit', '1')).toContain(`More: --after ${first.next_cursor}`);
    });

    it('list the accounts in a status', async () => {
      await service.changeAccount(merchant, { status: 'paused' });
      await service.merchant();

      const { accounts } = await read('account:list', '--status', 'paused');

      expect(accounts[0]).toMatchObject({ id: merchant.account.id, status: 'paused' });
      expect(new Set(accounts.map(({ status }: { status: string }) => status))).toEqual(new Set(['paused']));
    });

    it('show an account with its wallets', async () => {
      const { slug, id } = merchant.account;

      const { account, wallets } = await read('account:show', slug);

      expect(account).toMatchObject({ id, slug, kyc_status: 'verified', usd_enabled: true });
      expect(wallets).toMatchObject([
        { id: merchant.local!.id, account_id: id, lane: 'local', currency: 'ARS', available_balance: '0.00' },
        { id: merchant.usd!.id, account_id: id, lane: 'usd', currency: 'USD' },
      ]);
      expect(await read('wallet:list', '--account', slug)).toEqual({ wallets });
      expect(await readText('wallet:list', '--account', slug)).toMatch(/^ID +LANE +CURRENCY +BALANCE/);
    });

    it('reject a limit out of bounds and a cursor of another list', async () => {
      await staff.expectError('VALIDATION_FAILED', 'account:list', '--limit', '501');
      await staff.expectError('VALIDATION_FAILED', 'account:list', '--after', 'x');
    });
  });

  it('user:list shows users and permissions, and nothing secret', async () => {
    const { slug } = merchant.account;
    const added = await service.addUser(merchant, ['view_payins']);

    const { users, next_cursor: next } = await read('user:list', '--account', slug);

    expect(next).toBeNull();
    expect(users).toEqual([
      {
        id: added.id,
        email: added.email,
        permissions: ['view_payins'],
        is_active: true,
        created_at: expect.any(String),
      },
      expect.objectContaining({ id: merchant.userId, permissions: ['*'] }),
    ]);
    expect(await readText('user:list', '--account', slug)).toContain(added.email);
  });

  describe('user:reset-password and user:unlock', () => {
    const who = () => ['--account', merchant.account.slug, '--email', merchant.email];
    const signIn = (password: string) =>
      service.anonymous().post('/api/v1/clients/auth/login', { email: merchant.email, password });

    it('print a new password once and end the sessions of the user', async () => {
      const { token } = (await signIn(merchant.password)).body.data as { token: string };

      const { user } = await read('user:reset-password', ...who());

      expect(user).toEqual({ id: merchant.userId, email: merchant.email, password: expect.any(String) });
      const me = await service.anonymous().get('/api/v1/clients/auth/me', { authorization: `Bearer ${token}` });
      expect(me.status).toBe(401);
      expect((await signIn(merchant.password)).status).toBe(401);
      expect((await signIn(user.password as string)).status).toBe(200);
    });

    it('lift the lock of sign-in', async () => {
      for (let i = 0; i < 5; i++) await signIn('not the password');
      expect((await signIn(merchant.password)).body.code).toBe('SIGN_IN_LOCKED');

      const { user } = await read('user:unlock', ...who());

      expect(user).toMatchObject({ id: merchant.userId, is_active: true });
      expect((await signIn(merchant.password)).status).toBe(200);
    });

    it('reject a short password and an unknown user', async () => {
      await staff.expectError('VALIDATION_FAILED', 'user:reset-password', ...who(), '--password', 'short');
      const unknown = ['--account', merchant.account.slug, '--email', 'nobody@example.com'];
      await staff.expectError('VALIDATION_FAILED', 'user:unlock', ...unknown);
    });
  });

  describe('payment-links:show and orders:show', () => {
    it('show a paid link with its orders and what was received, without the payer’s document', async () => {
      const id = await service.createLink(merchant);
      await service.simulate(id, { event: 'pay', payer: PAYER });

      const { payment_link: link, orders, received_payments: payments } = await read('payment-links:show', id);

      expect(link).toMatchObject({
        id,
        account_id: merchant.account.id,
        status: 'completed',
        amount: '15000.00',
        currency: 'ARS',
        current_uses: 1,
        has_webhook_url: false,
      });
      expect(orders).toMatchObject([
        {
          payment_link_id: id,
          status: 'paid',
          payer_amount: '15000.00',
          credited_amount: '14265.00',
          payer: { name: PAYER.name, email: PAYER.email },
        },
      ]);
      expect(payments).toMatchObject([{ order_id: orders[0].id, status: 'credited', credited_amount: '14265.00' }]);
      expect(await read('orders:show', orders[0].id)).toEqual({
        order: { account_id: merchant.account.id, ...orders[0] },
      });
      expect(JSON.stringify([orders, payments])).not.toContain(PAYER.document);
    });

    it('show the last digits of a debited account only', async () => {
      const id = await service.createLink(merchant, { currency: 'USD', amount: 50 });
      await service.confirmDebit(id);

      const [order] = (await read('payment-links:show', id)).orders;

      expect(order.debit).toEqual({ type: expect.any(String), last_digits: expect.stringMatching(/^\d{4}$/) });
    });

    it.each([
      ['payment-links:show', 'PAYMENT_LINK_NOT_FOUND'],
      ['orders:show', 'CHECKOUT_ORDER_NOT_FOUND'],
      ['deliveries:show', 'WEBHOOK_DELIVERY_NOT_FOUND'],
    ])('%s rejects an unknown id with %s, and one that is no UUID', async (command, code) => {
      await staff.expectError(code, command, newId());
      expect(await staff.expectError('VALIDATION_FAILED', command, 'x')).toMatch(/^[A-Z_]+_ID must be a UUID$/);
    });
  });

  describe('deliveries:list and deliveries:show', () => {
    let receiver: Receiver;
    let endpoint: TestEndpoint;

    beforeAll(async () => {
      receiver = await Receiver.start();
    });
    afterAll(() => receiver.stop());

    beforeEach(async () => {
      endpoint = await register(merchant, receiver.url('/hook?token=of-the-receiver'));
      await cancelNewLink(service, merchant);
    });

    it('list deliveries by account, status and endpoint, and of all accounts', async () => {
      const account = ['--account', merchant.account.slug];
      const { deliveries } = await read('deliveries:list', ...account);

      expect(deliveries).toMatchObject([
        { account_id: merchant.account.id, endpoint_id: endpoint.id, event: 'payment_link.cancelled', attempts: [] },
      ]);
      expect(await read('deliveries:list', '--endpoint', endpoint.id)).toEqual({ deliveries, next_cursor: null });
      expect((await read('deliveries:list', '--limit', '1')).deliveries).toEqual(deliveries);
      expect((await read('deliveries:list', ...account, '--status', 'failed')).deliveries).toEqual([]);
      expect(await readText('deliveries:list', ...account)).toContain(receiver.url('/hook'));
    });

    it('show a delivery with its body', async () => {
      const [listed] = (await read('deliveries:list', '--account', merchant.account.slug)).deliveries;

      const { delivery } = await read('deliveries:show', listed.id);

      expect(delivery).toEqual({ ...listed, body: expect.stringContaining('"payment_link.cancelled"') });
      expect(JSON.stringify(delivery)).not.toMatch(new RegExp(`${endpoint.secret}|of-the-receiver`));
    });
  });

  describe('deliveries:health', () => {
    it('lists receivers with pending deliveries by merchant, without the query of their URL', async () => {
      const url = 'https://127.0.0.1:9/hook';
      const endpoint = await register(merchant, `${url}?token=of-the-receiver`);
      await cancelNewLink(service, merchant);
      const { slug, id } = merchant.account;

      const { receivers } = await read('deliveries:health', '--account', slug);

      expect(receivers).toEqual([
        {
          account: slug,
          account_id: id,
          endpoint_id: endpoint.id,
          url,
          pending: 1,
          oldest_created_at: expect.any(String),
          failing_since: null,
        },
      ]);
      expect(await readText('deliveries:health')).toMatch(new RegExp(`^${slug} +${endpoint.id} +1 `, 'm'));
    });
  });

  describe('--help', () => {
    it('lists the commands with their meaning, and exits with 0', async () => {
      const { exitCode, stdout, stderr } = await staff.print('--help');

      expect([exitCode, stderr]).toEqual([0, '']);
      expect(stdout).toMatch(/\n {2}account:list +List accounts, newest first\n/);
    });

    it('explains the arguments and flags of a command, and runs nothing', async () => {
      const { exitCode, stdout } = await staff.print('wallet:adjust', '--help');

      expect(exitCode).toBe(0);
      expect(stdout).toContain('Usage: npm run ops -- wallet:adjust WALLET_ID --amount -10.00 --reason TEXT');
      expect(stdout).toMatch(/\n {2}WALLET_ID +id of the wallet/);
      expect(stdout).toMatch(/\n {2}--reason TEXT +why/);
    });

    it('explains every command that it lists', async () => {
      const commands = [...(await readText('--help')).matchAll(/^ {2}([a-z-]+:[a-z-]+) /gm)].map(([, name]) => name!);
      expect(commands.length).toBeGreaterThan(30);

      for (const name of commands) expect(await readText(name, '--help')).toContain(`npm run ops -- ${name}`);
    });
  });
});
