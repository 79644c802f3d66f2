import { newId } from '@app/kernel';
import { RecordedSpans } from '@app/platform/testing';
import { expectBooksBalanced } from '../support/books';
import { until } from '../support/conditions';
import type { HttpClient } from '../support/http-client';
import { signIn, userWith } from '../support/panel';
import { adjust, data, ids, watchDocumented } from '../support/panel-money';
import { expectError, naming } from '../support/expect-error';
import { TestService, type Merchant } from '../support/service';

const DOCUMENT = { type: 'cuit', number: '20-05536168-2' };
const BANK = { name: 'Banco Galicia', cbu: '2850590940090418135201' };
const ACCOUNT = { holder_name: 'Café Río', document: DOCUMENT, country: 'AR', currency: 'ARS', bank: BANK };
const BRAZILIAN = {
  ...ACCOUNT,
  country: 'BR',
  currency: 'BRL',
  document: { type: 'cpf', number: '111.444.777-35' },
  bank: { name: 'Banco do Brasil', pix_key: 'caixa@example.com' },
};

interface Payout {
  id: string;
  status: string;
  [field: string]: unknown;
}

describe('payouts', () => {
  let service: TestService;
  let merchant: Merchant;
  let panel: HttpClient;

  beforeAll(async () => {
    service = await TestService.start({ worker: true });
    await watchDocumented(service);
  });

  beforeEach(async () => {
    merchant = await service.merchant({ usd: true });
    ({ panel } = await signIn(service, merchant));
    await adjust(service, merchant, '100000.00');
  });

  afterAll(async () => {
    await expectBooksBalanced(service);
    await service.stop();
  });

  async function bankAccount(body: object = ACCOUNT): Promise<string> {
    const response = await panel.post('/bank-accounts', body);
    if (response.status !== 201) throw new Error(response.text);
    return response.body.data.id as string;
  }

  const request = async (changes: object = {}) => ({
    type: 'payout',
    virtual_wallet_id: merchant.local!.id,
    bank_account_id: await bankAccount(),
    amount: '10000.00',
    ...changes,
  });
  const order = async (changes: object = {}, by = panel) => by.post('/payouts', await request(changes));
  const ordered = async (changes: object = {}) => (await order(changes)).body.data as Payout;
  const read = (id: string) => data<Payout>(panel, `/payouts/${id}`);
  const settled = (id: string, status: string) =>
    until(`the payout is ${status}`, async () => {
      const payout = await read(id);
      return payout.status === status && payout;
    });
  const wallet = async () => {
    const wallets = await data<{ id: string; [field: string]: unknown }[]>(panel, '/virtual-wallets');
    const { balance, reserved_balance, available_balance } = wallets.find(({ id }) => id === merchant.local!.id)!;
    return [balance, reserved_balance, available_balance];
  };
  const movements = () =>
    data<Payout[]>(panel, `/balance-movements?virtual_wallet_id=${merchant.local!.id}&type=payout`);
  const mails = async (to: string) =>
    service.sql(`SELECT subject FROM mail_messages WHERE to_address = $1 AND subject LIKE 'Retiro de %' ORDER BY id`, [
      to,
    ]);

  it('reserves the amount at once, with every figure of the worked example', async () => {
    const onHold = await bankAccount({ ...ACCOUNT, holder_name: 'HOLD' });
    const { status, body } = await order({ bank_account_id: onHold });

    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      type: 'payout',
      status: 'requested',
      amount: '10000.00',
      currency: 'ARS',
      net_amount: '9840.00',
      fees: {
        payout: { percentage_amount: '100.00', fixed_amount: '0.00', total: '100.00', bounded_by: null },
        instant: '0.00',
        tax: '60.00',
        conversion: '0.00',
      },
      destination_amount: '9840.00',
      destination_currency: 'ARS',
      exchange_rate: null,
      effective_rate: null,
      destination: { type: 'bank_account', name: 'HOLD', country: 'AR', bank: { cbu: '******************5201' } },
      requested_by: merchant.userId,
    });
    expect(await wallet()).toEqual(['100000.00', '10000.00', '90000.00']);
    expect(await movements()).toEqual([]);
  });

  it('completes with one exit row of the whole amount, and mails every step', async () => {
    const { id } = await ordered();
    const payout = await settled(id, 'completed');

    // The rail may report completion before the worker has recorded that it accepted the payout.
    const history = (payout['history'] as Payout[]).map((entry) => entry.status);
    expect([history[0], history.at(-1)]).toEqual(['requested', 'completed']);
    expect(await wallet()).toEqual(['90000.00', '0.00', '90000.00']);
    expect(await movements()).toMatchObject([{ amount: '-10000.00', direction: 'out', label: 'Payout' }]);
    expect(await mails(merchant.email)).toHaveLength(history.length);
  });

  it('is handed over in the trace of the request that ordered it (rule 16.24)', async () => {
    const spans = RecordedSpans.start();
    const requestId = newId();
    const { body } = await panel.post('/payouts', await request(), { 'X-Request-Id': requestId });
    await settled(body.data.id as string, 'completed');
    await spans.stop();

    const attributes = { payout_id: body.data.id as string, attempt: 1 };
    expect(spans.started).toContainEqual({ name: 'hand over payout', attributes, requestId });
    const sql = 'SELECT request_id FROM payouts WHERE id = $1';
    expect(await service.sql(sql, [body.data.id])).toEqual([{ request_id: requestId }]);
  });

  it('to another currency converts what fees leave, and rounds down what the recipient gets', async () => {
    const { id } = await ordered({ bank_account_id: await bankAccount(BRAZILIAN) });

    expect(await settled(id, 'completed')).toMatchObject({
      net_amount: '9741.60',
      destination_amount: '48.70',
      destination_currency: 'BRL',
      exchange_rate: '0.005',
      fees: { conversion: '98.40' },
    });
  });

  it('that fails gives the money back, leaves no movement, and says why', async () => {
    const { id } = await ordered({ bank_account_id: await bankAccount({ ...ACCOUNT, holder_name: 'FAIL' }) });
    const payout = await settled(id, 'failed');

    expect(payout).toMatchObject({ failure_reason: expect.any(String) as string, completed_at: null });
    expect(await wallet()).toEqual(['100000.00', '0.00', '100000.00']);
    expect(await movements()).toEqual([]);
  });

  it('that comes back after completion refunds the net amount, and stays completed', async () => {
    const { id } = await ordered();
    await settled(id, 'completed');
    await service.anonymous().post(`/sandbox/payouts/${id}/simulate`, { event: 'return', reason: 'Account closed' });

    expect(await read(id)).toMatchObject({
      status: 'completed',
      failure_reason: 'Account closed',
      returned_at: expect.any(String) as string,
    });
    expect(await wallet()).toEqual(['99840.00', '0.00', '99840.00']);
  });

  it('emits payout.completed, and payout.failed for a return', async () => {
    await merchant.api.post('/v1/webhooks', { url: 'http://127.0.0.1:9/hook' });
    const { id } = await ordered();
    await settled(id, 'completed');
    await service.anonymous().post(`/sandbox/payouts/${id}/simulate`, { event: 'return', reason: 'Account closed' });
    const events = await service.sql(
      `SELECT type, body::json -> 'data' AS data FROM webhook_events WHERE account_id = $1 ORDER BY id`,
      [merchant.account.id],
    );

    expect(events).toMatchObject([
      { type: 'payout.completed', data: { payout_id: id, type: 'payout', amount: '10000.00', returned_at: null } },
      { type: 'payout.failed', data: { payout_id: id, status: 'completed', failure_reason: 'Account closed' } },
    ]);
  });

  it('is replayed under its Idempotency-Key, and ordered once', async () => {
    const body = await request();
    const key = { 'idempotency-key': newId() };
    const [first, again] = [await panel.post('/payouts', body, key), await panel.post('/payouts', body, key)];

    expect(again.text).toBe(first.text);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(await ids(panel, '/payouts')).toEqual([first.body.data.id]);
  });

  it('is listed by type, status and wallet, without its history', async () => {
    const { id } = await ordered();
    const [listed] = (await panel.get(`/payouts?type=payout&virtual_wallet_id=${merchant.local!.id}`)).body.data;

    expect(listed).toMatchObject({ id });
    expect(listed).not.toHaveProperty('history');
    expect(await ids(panel, '/payouts?type=transfer')).toEqual([]);
    expect(await ids(panel, `/payouts?virtual_wallet_id=${merchant.usd!.id}`)).toEqual([]);
  });

  it('is estimated without being ordered', async () => {
    const { status, body } = await panel.post('/payouts/estimate', await request());

    expect(status).toBe(200);
    expect(body.data).toMatchObject({ net_amount: '9840.00', minimum: '1000.00', lead_time: '1d' });
    expect(await ids(panel, '/payouts')).toEqual([]);
  });

  describe('are rejected', () => {
    it.each([
      ['404 VIRTUAL_WALLET_NOT_FOUND', { virtual_wallet_id: newId() }],
      ['404 BANK_ACCOUNT_NOT_FOUND', { bank_account_id: newId() }],
      ['422 PAYOUT_ROUTE_UNAVAILABLE', { instant: true }],
    ])('with %s', async (rejection, changes) => {
      const [status, code] = rejection.split(' ');
      expectError(await order(changes), Number(status), code!);
    });

    it('below the minimum of the route, after fees', async () => {
      expectError(await order({ amount: '1100.00' }), 422, 'AMOUNT_BELOW_MINIMUM', {
        meta: { minimum: '1000.00', amount_after_fees: '993.40', currency: 'ARS' },
      });
    });

    it('above the available balance', async () => {
      expectError(await order({ amount: '100000.01' }), 422, 'INSUFFICIENT_AVAILABLE_BALANCE', {
        meta: { available: '100000.00', requested: '100000.01', currency: 'ARS' },
      });
      expect(await ids(panel, '/payouts')).toEqual([]);
    });

    it.each([
      ['type', { type: 'gift' }],
      ['amount', { amount: 'much' }],
      ['amount', { amount: '10.001' }],
      ['amount', { amount: '15.000' }],
      ['amount', { amount: 0 }],
      ['bank_account_id', { bank_account_id: 'x' }],
      ['bank_account_id', { bank_account_id: undefined }],
      ['instant', { instant: 'yes' }],
      ['comment', { comment: 'x'.repeat(51) }],
    ])('for a wrong %s', async (field, changes) => {
      expectError(await order(changes), 422, 'VALIDATION_FAILED', naming(field));
    });

    it.each([
      ['zero, with the body', { amount: 0, virtual_wallet_id: newId() }],
      ['too precise, before the bank account', { amount: '10.001', bank_account_id: newId() }],
    ])('for an amount that is %s', async (_what, changes) => {
      expectError(await order(changes), 422, 'VALIDATION_FAILED', naming('amount'));
      const estimate = await panel.post('/payouts/estimate', await request(changes));
      expectError(estimate, 422, 'VALIDATION_FAILED', naming('amount'));
    });

    it('but not for a null in the field of the other type', async () => {
      expect((await order({ beneficiary_id: null })).status).toBe(201);
    });

    it('to a user without the permission', async () => {
      const colleague = await userWith(service, merchant, 'view_payouts');
      expectError(await order({}, colleague), 403, 'PERMISSION_DENIED');
      expect((await colleague.get('/payouts')).status).toBe(200);
    });

    it('for a paused account, before the body (rule 11.9)', async () => {
      await service.sql(`UPDATE accounts SET status = 'paused' WHERE id = $1`, [merchant.account.id]);
      const { panel: paused } = await signIn(service, merchant);
      expectError(await paused.post('/payouts', {}), 403, 'BUSINESS_TENANT_PAUSED');
    });

    it('to another account: its payouts do not exist', async () => {
      const { id } = await ordered();
      const { panel: stranger } = await signIn(service, await service.merchant());
      expectError(await stranger.get(`/payouts/${id}`), 404, 'PAYOUT_NOT_FOUND');
      expect(await ids(stranger, '/payouts')).toEqual([]);
    });
  });

  it('never overdraw a wallet that fifty users order from at once', async () => {
    const body = await request({ amount: '10000.00' });
    const responses = await Promise.all(Array.from({ length: 50 }, () => panel.post('/payouts', body)));
    const created = responses.filter(({ status }) => status === 201);

    expect(created).toHaveLength(10);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201, 422]));
    await expectBooksBalanced(service);
  });
});
