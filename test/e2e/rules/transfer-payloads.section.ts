import { Payer } from '../../support/outflows';
import { payNewCardLink, payNewLink, readLink } from '../../support/paid-links';
import { signIn } from '../../support/panel';
import { TestService } from '../../support/service';
import { ISO, UUID } from '../../support/shapes';

describe('Endpoints, Transfer payloads', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await TestService.start();
  });

  afterAll(() => service.stop());

  /** A merchant with a payment in each of two wallets, signed in. */
  async function paidInBoth() {
    const merchant = await service.merchant({ usd: true, cards: true });
    await payNewLink(service, merchant);
    await payNewCardLink(service, merchant, { currency: 'USD', amount: 50 });
    const { panel } = await signIn(service, merchant);
    const movements = async (query: string) =>
      (await panel.get(`/balance-movements?${query}`)).body as { data: { amount: string }[]; meta: object };
    return { merchant, panel, movements };
  }

  describe('of transfers', () => {
    let payer: Payer;
    beforeEach(async () => {
      payer = await Payer.ofTransfers(service);
    });

    it('initiating responds with the verification, and with no transfer (rule 12.7)', async () => {
      const { status, body } = await payer.initiate();

      expect([status, body.data]).toEqual([
        201,
        {
          transfer_verification_id: expect.stringMatching(UUID),
          expires_at: expect.stringMatching(ISO),
          status: 'pending_verification',
        },
      ]);
    });

    it.each(['type', 'beneficiary_id', 'virtual_wallet_id', 'amount', 'comment'])(
      'initiating needs %s (rule 12.7)',
      async (field) => {
        const { status, body } = await payer.initiate({ [field]: undefined });

        expect([status, Object.keys(body.errors as object)]).toEqual([422, expect.arrayContaining([field])]);
      },
    );

    it.each([
      [4, 422],
      [5, 201],
      [50, 201],
      [51, 422],
    ])('a comment of %i characters gets %i (rule 12.7)', async (length, status) => {
      expect((await payer.initiate({ comment: 'é'.repeat(length) })).status).toBe(status);
    });

    it('verifying takes the verification and its code, and responds with the transfer (rule 12.8)', async () => {
      const { id, code } = await payer.start();
      const body = { transfer_verification_id: id, otp_code: code };
      const { status, body: response } = await payer.panel.post('/payouts/verify-otp', body);

      expect([status, response.data]).toEqual([201, expect.objectContaining({ type: 'transfer', amount: '10000.00' })]);
    });

    it('the minimum takes two currencies and a country, and without the country it is the floor (rule 12.6)', async () => {
      const path = '/payouts/transfer-min-amount?origin_currency=ARS&destination_currency=BRL';
      const data = async (query: string) => (await payer.panel.get(path + query)).body.data as object;

      expect(await data('')).toMatchObject({ amount: '5000.00', route_minimum: null });
      expect(await data('&destination_country=BR')).toMatchObject({ amount: '5000.00', route_minimum: '1000.00' });
    });

    it('transfers are listed and read like payouts; the filter takes transfer (rule 12.9)', async () => {
      const [{ id }] = [await payer.order(), await payer.orderPayout()];

      expect((await payer.panel.get('/payouts?type=transfer')).body.data).toMatchObject([{ id }]);
      expect((await payer.panel.get('/payouts')).body.data).toHaveLength(2);
      expect(await payer.read(id)).toMatchObject({ id, type: 'transfer' });
    });
  });

  it('virtual_wallet_id selects the wallet; by default it is one of the account’s wallets (rule 9.15)', async () => {
    const { merchant, movements } = await paidInBoth();

    expect((await movements(`virtual_wallet_id=${merchant.local!.id}`)).data).toMatchObject([{ amount: '14265.00' }]);
    expect((await movements(`virtual_wallet_id=${merchant.usd!.id}`)).data).toMatchObject([{ amount: '50.00' }]);
    expect((await movements('')).data).toHaveLength(1);
  });

  it('the list accepts a type, a start_date and an end_date (rule 9.15)', async () => {
    const { movements } = await paidInBoth();
    const day = new Date().toISOString().slice(0, 10);

    expect((await movements('type=payment')).data).toHaveLength(1);
    expect((await movements('type=payout')).data).toEqual([]);
    expect((await movements(`start_date=${day}`)).data).toHaveLength(1);
    expect((await movements('end_date=2020-01-01')).data).toEqual([]);
  });

  it('the list is in pages, newest first (rule 9.14)', async () => {
    const { merchant, movements } = await paidInBoth();
    await payNewLink(service, merchant, { amount: 20000 });

    expect(await movements('per_page=1')).toMatchObject({
      data: [{ amount: '19120.00' }],
      meta: { per_page: 1, next_cursor: expect.any(String) },
    });
  });

  it('the totals cover the lifetime of the wallet, and ignore dates (rule 9.15)', async () => {
    const { panel } = await paidInBoth();
    const totals = async (query: string) => (await panel.get(`/balance-movements/stats?${query}`)).body.data as object;

    expect(await totals('')).toMatchObject({ total_in: '14265.00', count_in: 1 });
    expect(await totals('end_date=2020-01-01')).toEqual(await totals(''));
  });

  it.each([undefined, 'USD', 'BRL'])(
    'a link of the panel is rejected with currency_destiny %s when its wallet is in ARS (rule 3.23)',
    async (currency_destiny) => {
      const { panel } = await signIn(service, await service.merchant({ usd: true }));
      const link = { amount: 50000, currency: 'BRL', description: 'Order 1001' };
      const rejected = await panel.post('/payment-links', { ...link, currency_destiny });
      const taken = await panel.post('/payment-links', { ...link, currency_destiny: 'ARS' });

      expect([rejected.status, Object.keys(rejected.body.errors as object)]).toEqual([422, ['currency_destiny']]);
      expect([taken.status, taken.body.data.currency_destiny]).toEqual([201, 'ARS']);
    },
  );

  it.each(['wallet_currency', 'currency_destiny', 'virtual_wallet_id'])(
    'a link of the external API has no field for its wallet: %s is ignored (rule 3.23)',
    async (field) => {
      const merchant = await service.merchant({ usd: true });
      const linkId = await service.createLink(merchant, { [field]: field.endsWith('id') ? merchant.usd!.id : 'USD' });

      expect(await readLink(merchant, linkId)).toMatchObject({ currency: 'ARS', currency_destiny: 'ARS' });
    },
  );
});
