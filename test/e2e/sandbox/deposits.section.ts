import { Money, newId } from '@app/kernel';
import { SandboxDeposits } from '@app/providers';
import { expectBooksBalanced } from '../../support/books';
import { panelOf, signIn } from '../../support/panel';
import { PRODUCTION } from '@app/platform/testing';
import { TestService, type Merchant } from '../../support/service';

describe('the simulation of deposits', () => {
  let service: TestService;
  let merchant: Merchant;
  let walletId: string;

  beforeAll(async () => {
    service = await TestService.start();
  });

  beforeEach(async () => {
    merchant = await service.merchant({ usd: true });
    walletId = merchant.usd!.id;
  });

  afterAll(async () => {
    await expectBooksBalanced(service);
    await service.stop();
  });

  const simulate = (body: object, id = walletId) => service.anonymous().post(`/sandbox/wallets/${id}/simulate`, body);
  const balance = () => service.balance(walletId);
  const bank = () => service.get(SandboxDeposits);

  /** Sends the notification as the bank does. */
  function notify(notification: ReturnType<SandboxDeposits['arrived']>) {
    const { headers, body } = bank().message(notification, new Date());
    return service.anonymous().post(`/providers/${bank().provider}/notifications`, body.toString(), headers);
  }

  it('credits the USD wallet, visibly to the merchant', async () => {
    const { status, body } = await simulate({ event: 'deposit', amount: '250.5' });
    expect(status).toBe(200);
    expect(body.data).toEqual({
      virtual_wallet_id: walletId,
      event: 'deposit',
      notification_id: expect.any(String),
      balance: '250.50',
    });
    const panel = panelOf(service.url, (await signIn(service, merchant)).token);
    const { data } = (await panel.get(`/balance-movements?virtual_wallet_id=${walletId}`)).body as unknown as {
      data: Record<string, unknown>[];
    };
    expect(data).toMatchObject([{ type: 'deposit', direction: 'in', amount: '250.50', balance_after: '250.50' }]);
  });

  it('is another deposit each time', async () => {
    const first = await simulate({ event: 'deposit', amount: 10 });
    const second = await simulate({ event: 'deposit', amount: 10 });
    expect(second.body.data.notification_id).not.toBe(first.body.data.notification_id);
    expect(await balance()).toBe('20.00');
  });

  it('credits once what the bank reports on 20 connections at once', async () => {
    const deposit = bank().arrived(newId(), walletId, Money.of('250', 'USD'));
    const responses = await Promise.all(Array.from({ length: 20 }, () => notify(deposit)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await balance()).toBe('250.00');
    const sql = `SELECT count(*)::int AS count FROM journal_entries WHERE idempotency_key = $1`;
    expect(await service.sql(sql, [`deposit:sandbox_deposits:${deposit.id}`])).toEqual([{ count: 1 }]);
  });

  it('credits each of 100 deposits to several wallets at once', async () => {
    const others = await Promise.all(Array.from({ length: 4 }, () => service.merchant({ usd: true })));
    const wallets = [merchant, ...others].map(({ usd }) => usd!.id);
    await Promise.all(
      Array.from({ length: 100 }, (_, i) => notify(bank().arrived(newId(), wallets[i % 5]!, Money.of('1.01', 'USD')))),
    );
    expect(await Promise.all(wallets.map((id) => service.balance(id)))).toEqual(Array(5).fill('20.20'));
  });

  it('credits a deposit once, with the amount of the first notification of its id', async () => {
    const id = newId();
    await notify(bank().arrived(id, walletId, Money.of('10', 'USD')));
    const { status } = await notify(bank().arrived(id, walletId, Money.of('9999', 'USD')));
    expect([status, await balance()]).toEqual([200, '10.00']);
  });

  it.each([
    ['event', { event: 'withdraw', amount: 1 }],
    ['event', { amount: 1 }],
    ['amount', { event: 'deposit' }],
    ['amount', { event: 'deposit', amount: 'much' }],
    ['amount', { event: 'deposit', amount: 0 }],
    ['amount', { event: 'deposit', amount: -1 }],
    ['amount', { event: 'deposit', amount: '0.001' }],
    ['amount', { event: 'deposit', amount: '1000000000000' }],
  ])('rejects a wrong %s: %j', async (field, body) => {
    const { status, body: response } = await simulate(body);
    expect(response).toMatchObject({ code: 'VALIDATION_FAILED', errors: { [field]: [expect.any(String)] } });
    expect([status, await balance()]).toEqual([422, '0.00']);
  });

  it('is rejected for a wallet without a bank account', async () => {
    const { status, body } = await simulate({ event: 'deposit', amount: 1 }, merchant.local!.id);
    expect([status, body.code]).toEqual([422, 'VALIDATION_FAILED']);
    expect(body).toMatchObject({ errors: { event: [expect.any(String)] } });
  });

  it('requires an existing wallet', async () => {
    const { status, body } = await simulate({ event: 'deposit', amount: 1 }, newId());
    expect([status, body.code]).toEqual([404, 'VIRTUAL_WALLET_NOT_FOUND']);
    expect((await simulate({ event: 'deposit', amount: 1 }, 'no-id')).body.code).toBe('RESOURCE_NOT_FOUND');
    const response = await notify(bank().arrived(newId(), newId(), Money.of('1', 'USD')));
    expect([response.status, response.body.code]).toEqual([404, 'VIRTUAL_WALLET_NOT_FOUND']);
  });

  it.each([
    ['refused:currency', () => walletId, 'ARS'],
    ['refused:lane', () => merchant.local!.id, 'ARS'],
    ['refused:lane', () => merchant.local!.id, 'USD'],
  ] as const)('of another currency or lane is kept as %s and credits nothing', async (outcome, wallet, currency) => {
    const id = newId();
    const { status } = await notify(bank().arrived(id, wallet(), Money.of('250', currency)));
    expect(status).toBe(200);
    const sql = 'SELECT status, outcome FROM provider_notifications WHERE notification_id = $1';
    expect(await service.sql(sql, [id])).toEqual([{ status: 'settled', outcome }]);
    expect(await service.balance(wallet())).toBe('0.00');
  });
});

describe('the simulator of payouts and deposits in production', () => {
  it('does not exist', async () => {
    const service = await TestService.start({ env: PRODUCTION });
    for (const path of [`payouts/${newId()}/simulate`, `wallets/${newId()}/simulate`]) {
      const { status, body } = await service.anonymous().post(`/sandbox/${path}`, { event: 'deposit', amount: 1 });
      expect([status, body.code]).toEqual([404, 'RESOURCE_NOT_FOUND']);
    }
    await service.stop();
  });
});
