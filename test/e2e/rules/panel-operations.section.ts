import type { HttpClient, Method } from '../../support/http-client';
import { Payer } from '../../support/outflows';
import { payNewLink } from '../../support/paid-links';
import { signIn, userWith } from '../../support/panel';
import { TestService, type Merchant } from '../../support/service';

const PREFIX = '/api/v1/clients';
const LINK = { amount: 15000, currency: 'ARS', currency_destiny: 'ARS', description: 'Order 1001' };

describe('Endpoints, Panel operations', () => {
  let service: TestService;
  let merchant: Merchant;

  beforeAll(async () => {
    service = await TestService.start();
    merchant = await service.merchant({ usd: true });
    await payNewLink(service, merchant);
  });

  afterAll(() => service.stop());

  /** Calls the operation, on a new link if it takes one. */
  async function call(operation: string, by: HttpClient) {
    const [method, path] = operation.replace(PREFIX, '').split(' ') as [Method, string];
    const id = path.includes('{id}') ? await service.createLink(merchant) : '';
    return by.send(method, path.replace('{id}', id), method === 'POST' ? LINK : undefined);
  }

  const item = (fields: object) => expect.objectContaining(fields) as object;
  const BALANCES = { balance: '14265.00', reserved_balance: '0.00', available_balance: '14265.00' };

  it.each<[string, string | null, number, unknown]>([
    [
      'GET /api/v1/clients/virtual-wallets',
      null,
      200,
      expect.arrayContaining([item({ currency: 'ARS', ...BALANCES })]),
    ],
    ['GET /api/v1/clients/usd-wallet', null, 200, item({ currency: 'USD', bank_account: expect.any(Object) })],
    [
      'GET /api/v1/clients/balance-movements',
      'view_balance_movements',
      200,
      [item({ direction: 'in', amount: '14265.00', label: 'Payment received' })],
    ],
    [
      'GET /api/v1/clients/balance-movements/stats',
      'view_balance_movements',
      200,
      item({ total_in: '14265.00', total_out: '0.00' }),
    ],
    ['POST /api/v1/clients/payment-links', 'create_payins', 201, item({ status: 'active', currency_destiny: 'ARS' })],
    ['GET /api/v1/clients/payment-links', 'view_payins', 200, expect.arrayContaining([item({ status: 'completed' })])],
    ['GET /api/v1/clients/payment-links/{id}', 'view_payins', 200, item({ status: 'active' })],
    ['PATCH /api/v1/clients/payment-links/{id}/cancel', 'create_payins', 200, item({ status: 'cancelled' })],
    [
      'GET /api/v1/clients/payouts/fee-configuration',
      'view_payouts',
      200,
      item({ payout: { percentage: '1', fixed: '0', minimum: '100', maximum: null, currency: 'ARS' } }),
    ],
  ])(
    '%s: works with only the permission %s, and returns %i with its data (rule 14.1)',
    async (operation, needed, ...wanted) => {
      const by = await userWith(service, merchant, ...(needed === null ? ['manage_webhooks'] : [needed]));

      const { status, body } = await call(operation, by);
      expect([status, body.data]).toEqual(wanted);
    },
  );

  it.each([
    ['GET /api/v1/clients/balance-movements', 'view_balance_movements'],
    ['GET /api/v1/clients/balance-movements/stats', 'view_balance_movements'],
  ])('%s: is denied without %s (rule 14.1)', async (operation) => {
    const by = await userWith(service, merchant, 'view_payins', 'view_payouts');

    const { status, body } = await call(operation, by);
    expect([status, body.code]).toEqual([403, 'PERMISSION_DENIED']);
  });

  it('PATCH /api/v1/clients/payment-links/{id}/cancel: has the two conditions of the external API (rule 14.2)', async () => {
    const { panel } = await signIn(service, merchant);
    const cancel = async (id: string) => (await panel.send('PATCH', `/payment-links/${id}/cancel`)).body;
    const [paid, used] = [await payNewLink(service, merchant), await service.createLink(merchant)];
    await service.sql('UPDATE payment_links SET current_uses = 1 WHERE id = $1', [used]);

    expect(await cancel(paid)).toMatchObject({ code: 'PAYMENT_LINK_NOT_ACTIVE', errors: { status: 'completed' } });
    expect(await cancel(used)).toMatchObject({ code: 'PAYMENT_LINK_CANNOT_CANCEL', errors: { current_uses: 1 } });
  });

  describe('outflows', () => {
    let payer: Payer;
    let by: HttpClient;
    beforeAll(async () => {
      payer = await Payer.ofTransfers(service);
      by = await userWith(service, payer.merchant, 'create_payouts');
    });

    const begun = async () => (await payer.initiate({}, by)).body.data.transfer_verification_id as string;

    it('POST /api/v1/clients/payouts: creates a payout, and with type transfer it starts a verification (rule 11.4)', async () => {
      const payout = await by.post('/payouts', await payer.payout());
      const transfer = await payer.initiate({}, by);

      expect([payout.status, payout.body.data]).toEqual([201, item({ type: 'payout', status: 'requested' })]);
      expect([transfer.status, transfer.body.data]).toEqual([201, item({ status: 'pending_verification' })]);
    });

    it('POST /api/v1/clients/payouts/verify-otp: confirms with the code (rule 11.4)', async () => {
      const { status, body } = await payer.verify(await begun(), await payer.code(), by);

      expect([status, body.data]).toEqual([201, item({ type: 'transfer', status: 'requested' })]);
    });

    it('POST /api/v1/clients/payouts/resend-otp: sends another code (rule 11.4)', async () => {
      const { status, body } = await payer.resend(await begun(), by);

      expect([status, body.data]).toEqual([200, item({ status: 'pending_verification' })]);
      expect((await payer.mails(payer.merchant.email)).length).toBeGreaterThanOrEqual(2);
    });

    it.each(['', '/verify-otp', '/resend-otp'])(
      'POST /api/v1/clients/payouts%s: is denied without create_payouts (rule 14.1)',
      async (path) => {
        const other = await userWith(service, payer.merchant, 'view_payouts', 'view_payins');
        const { status, body } = await other.post(`/payouts${path}`, await payer.payout());

        expect([status, body.code]).toEqual([403, 'PERMISSION_DENIED']);
      },
    );
  });

  describe('the minimum and the terms of transfers, for which no permission is listed', () => {
    let by: HttpClient;
    beforeAll(async () => {
      by = await userWith(service, merchant, 'manage_webhooks');
    });

    it('GET /api/v1/clients/payouts/transfer-min-amount: returns 200 with the floor of 5 USD (rule 12.6)', async () => {
      const { status, body } = await by.get('/payouts/transfer-min-amount?origin_currency=ARS');

      expect([status, body.data]).toEqual([200, item({ amount: '5000.00', currency: 'ARS', route_minimum: null })]);
    });

    it('GET /api/v1/clients/transfers/terms-status: returns 200 whether terms are accepted (rule 12.5)', async () => {
      const { status, body } = await by.get('/transfers/terms-status');

      expect([status, body.data]).toEqual([200, item({ accepted: expect.any(Boolean) })]);
    });

    it('POST /api/v1/clients/transfers/accept-terms: returns 200, and the terms are accepted then (rule 12.5)', async () => {
      const { current_version: version } = (await by.get('/transfers/terms-status')).body.data as Record<
        string,
        string
      >;
      const { status, body } = await by.post('/transfers/accept-terms', { version });

      expect([status, body.data]).toEqual([200, item({ accepted: true, version })]);
      expect((await by.get('/transfers/terms-status')).body.data).toMatchObject({ accepted: true, version });
    });
  });
});
