import { newId } from '@app/kernel';
import { FakeDlocal, FakeDlocalPayouts, payoutMessage, fakeDlocalSettings } from '@app/providers/testing';
import { expectBooksBalanced } from '../../support/books';
import { until } from '../../support/conditions';
import { Payer } from '../../support/outflows';
import { TestService } from '../../support/service';
import { StaffTool } from '../../support/staff-tool';
import { createScratchDatabase } from '../../support/test-database';

const ANA = {
  holder_name: 'Ana María Pérez',
  document: { type: 'curp', number: 'HEGG560427MVZRRL04' },
  country: 'MX',
  currency: 'MXN',
  bank: { name: 'BBVA México', clabe: '012180001234567899' },
};

/** The whole service with dLocal as the provider of payouts to Mexico, over a fake of its payouts API. */
describe('payouts to Mexico through dLocal', () => {
  let database: Awaited<ReturnType<typeof createScratchDatabase>>;
  let payins: FakeDlocal;
  let fake: FakeDlocalPayouts;
  let env: Record<string, string>;
  let service: TestService;
  let payer: Payer;

  beforeAll(async () => {
    [payins, fake] = [await FakeDlocal.start(), await FakeDlocalPayouts.start()];
    database = await createScratchDatabase();
    env = {
      DATABASE_URL: database.url,
      PROVIDERS: 'sandbox,dlocal',
      COLLECTION_ROUTES: '*:sandbox',
      PAYOUT_ROUTES: 'MX/MXN:dlocal,*:sandbox',
      ...fakeDlocalSettings(payins, fake),
    };
    service = await TestService.start({ worker: true, env });
  }, 60_000);

  beforeEach(async () => {
    payer = await Payer.on(service, { localCurrency: 'MXN' });
  });

  afterAll(async () => {
    await service.stop();
    await Promise.all([payins.stop(), fake.stop()]);
    await database.drop();
  });

  /** A payout of 10,000 MXN, at dLocal. */
  async function ordered(account: object = ANA): Promise<{ id: string; externalId: string }> {
    const bankAccountId = await payer.addBankAccount(account);
    const { body } = await payer.panel.post('/payouts', await payer.payout({ bank_account_id: bankAccountId }));
    const id = body.data.id as string;
    return { id, externalId: `sp-${id}` };
  }

  async function submitted() {
    const payout = await ordered();
    await until('dLocal has the payout', () => Promise.resolve(fake.account.payouts.has(payout.externalId)));
    await until('the service knows that', async () => (await shown(payout.id)).status === 'processing');
    return payout;
  }

  const shown = async (id: string) =>
    (await payer.panel.get(`/payouts/${id}`)).body.data as { status: string; failure_reason: string | null };
  const notify = async (content: object, requestId = newId()) => {
    const { body, headers } = payoutMessage(content);
    const sent = await service
      .anonymous()
      .post('/providers/dlocal/notifications', body.toString('utf8'), { ...headers, 'X-Request-Id': requestId });
    return sent.status;
  };
  const inquiries = () => service.sql<{ reference: string }>('SELECT reference FROM provider_looks');

  it('are completed when a notification makes the worker ask (rule 6.12)', async () => {
    const { id, externalId } = await submitted();
    const { id: reference } = fake.account.payout(externalId);
    expect(await notify(fake.account.move(externalId, 'PAID'))).toBe(200);
    await until('the payout is completed', async () => (await shown(id)).status === 'completed');
    expect(await shown(id)).toMatchObject({ provider_reference: reference });
    await expectBooksBalanced(service);
  });

  it('keep the requests behind them, and dLocal gets none of these (rules 13.20 and 16.24)', async () => {
    const received = jest.spyOn(fake as unknown as { answer(call: object): object }, 'answer');
    const { id, externalId } = await submitted();
    const requestId = newId();
    expect(await notify(fake.account.move(externalId, 'PAID'), requestId)).toBe(200);
    await until('the payout is completed', async () => (await shown(id)).status === 'completed');
    const read = (table: string, key: string) =>
      service.sql<{ request_id: string }>(`SELECT request_id FROM ${table} WHERE ${key} = $1`, [id]);
    const [order] = await read('payouts', 'id');
    expect(await read('provider_notifications', 'reference')).toContainEqual({ request_id: requestId });
    const sent = JSON.stringify(received.mock.calls);
    expect([externalId, order!.request_id, requestId].map((text) => sent.includes(text))).toEqual([true, false, false]);
    received.mockRestore();
  });

  it('are failed, with the reason of dLocal for staff, and their amount is available again (rule 11.20)', async () => {
    const { id, externalId } = await submitted();
    const sent = fake.account.move(externalId, 'REJECTED', 'ERROR_ACCOUNT_CLOSED');
    expect(await notify(sent)).toBe(200);
    await until('the payout has failed', async () => (await shown(id)).status === 'failed');
    expect((await shown(id)).failure_reason).toMatch('El banco o el proveedor de pagos no aceptó el pago.');
    expect(await service.sql('SELECT provider_reason FROM payouts WHERE id = $1', [id])).toEqual([
      { provider_reason: 'ERROR_ACCOUNT_CLOSED' },
    ]);
    expect(await service.balance(payer.walletId)).toBe('100000.00');
    await expectBooksBalanced(service);
  });

  it('are not moved by what an unsigned notification claims (rule 6.12)', async () => {
    const { id, externalId } = await submitted();
    const calls = fake.calls.length;
    expect(await notify({ ...fake.account.payout(externalId), status: 'PAID' })).toBe(200);
    await until('dLocal was asked', () => Promise.resolve(fake.calls.length > calls));
    expect((await shown(id)).status).toBe('processing');
    fake.account.move(externalId, 'PAID');
  });

  it('get 404 for a payout that the service does not have, and nothing is planned (rule 6.12)', async () => {
    const before = await inquiries();
    expect(await notify({ external_id: 'sp-01a21df6-8680-7e3d-9723-fe5e5885fccb', status: 'PAID' })).toBe(404);
    expect(await notify({ external_id: 'sp-of-nothing', status: 'PAID' })).toBe(404);
    expect(await notify({ external_id: 'of-another-system', status: 'PAID' })).toBe(200);
    expect(await inquiries()).toEqual(before);
  });

  it('stay open, with their amount reserved, when dLocal paid another amount (rule 11.11)', async () => {
    const { id, externalId } = await submitted();
    fake.account.move(externalId, 'PAID').amount += 1;
    expect(await notify(fake.account.payout(externalId))).toBe(200);
    const settled = () =>
      service.sql(`SELECT outcome FROM provider_notifications WHERE reference = $1 AND status = 'settled'`, [id]);
    await until('staff have to decide', async () => (await settled()).length > 0);
    expect(await settled()).toEqual([{ outcome: 'exception:amount_mismatch' }]);
    expect((await shown(id)).status).toBe('processing');
  });

  it('to an account that dLocal cannot pay fail with the reason, before anything is sent (rule 11.12)', async () => {
    const { id, externalId } = await ordered({ ...ANA, holder_name: 'Ana' });
    await until('the payout has failed', async () => (await shown(id)).status === 'failed');
    expect((await shown(id)).failure_reason).toBe('dLocal needs the first and the last name of the account holder');
    expect(fake.account.payouts.has(externalId)).toBe(false);
  });

  it('are paid once although the response to their submission is lost (rule 11.5)', async () => {
    fake.plan(/^POST .*v3$/, 'reset');
    const { id, externalId } = await ordered();
    await until('dLocal has the payout', () => Promise.resolve(fake.account.payouts.has(externalId)));
    await service.sql('UPDATE payouts SET next_attempt_at = now() WHERE id = $1 AND leased_until IS NULL', [id]);
    await until('the service knows that', async () => (await shown(id)).status === 'processing', 20_000);
    expect(fake.account.paidOut.filter((each) => each === externalId)).toHaveLength(1);
    fake.account.move(externalId, 'PAID');
  }, 30_000);

  describe('providers:check', () => {
    const check = async (changes: Readonly<Record<string, string>> = {}) => {
      const staff = await StaffTool.open(database.url, { ...env, ...changes });
      const { exitCode, json } = await staff.run('providers:check');
      await staff.close();
      return { exitCode, dlocal: json.providers[1] as { name: string; ok: boolean; error: string | null } };
    };

    it('passes with a token of the payouts (rule 16.10)', async () => {
      const tokens = () => fake.calls.filter((call) => call.endsWith('token')).length;
      const before = tokens();
      expect(await check()).toMatchObject({ exitCode: 0, dlocal: { name: 'dlocal', ok: true } });
      expect(tokens()).toBe(before + 1);
    });

    it('fails without one, and does not show the secret (rule 16.10)', async () => {
      const { exitCode, dlocal } = await check({ DLOCAL_PAYOUTS_CLIENT_SECRET: 'of-another-merchant' });
      expect([exitCode, dlocal.ok]).toEqual([1, false]);
      expect(dlocal.error).toContain('refused POST /oauth/token with 401');
      expect(dlocal.error).not.toContain('of-another-merchant');
    });
  });

  it('are not offered without the credentials of payouts', async () => {
    const { DLOCAL_PAYOUTS_CLIENT_ID: _id, DLOCAL_PAYOUTS_CLIENT_SECRET: _secret, ...others } = env;
    await expect(StaffTool.open(database.url, others)).rejects.toThrow('PAYOUT_ROUTES');
  });
});
