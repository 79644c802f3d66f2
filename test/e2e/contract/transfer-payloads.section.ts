import { payNewCardLink, payNewLink, readLink } from '../../support/paid-links';
import { signIn } from '../../support/panel';
import { TestService } from '../../support/service';

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

  it('rule 5a: virtual_wallet_id selects the wallet; by default it is one of the account’s wallets', async () => {
    const { merchant, movements } = await paidInBoth();

    expect((await movements(`virtual_wallet_id=${merchant.local!.id}`)).data).toMatchObject([{ amount: '14265.00' }]);
    expect((await movements(`virtual_wallet_id=${merchant.usd!.id}`)).data).toMatchObject([{ amount: '50.00' }]);
    expect((await movements('')).data).toHaveLength(1);
  });

  it('rule 5b: the list accepts a type, a start_date and an end_date', async () => {
    const { movements } = await paidInBoth();
    const day = new Date().toISOString().slice(0, 10);

    expect((await movements('type=payment')).data).toHaveLength(1);
    expect((await movements('type=payout')).data).toEqual([]);
    expect((await movements(`start_date=${day}`)).data).toHaveLength(1);
    expect((await movements('end_date=2020-01-01')).data).toEqual([]);
  });

  it('rule 5c: the list is in pages, newest first', async () => {
    const { merchant, movements } = await paidInBoth();
    await payNewLink(service, merchant, { amount: 20000 });

    expect(await movements('per_page=1')).toMatchObject({
      data: [{ amount: '19120.00' }],
      meta: { per_page: 1, next_cursor: expect.any(String) },
    });
  });

  it('rule 5d: the totals cover the lifetime of the wallet, and ignore dates', async () => {
    const { panel } = await paidInBoth();
    const totals = async (query: string) => (await panel.get(`/balance-movements/stats?${query}`)).body.data as object;

    expect(await totals('')).toMatchObject({ total_in: '14265.00', count_in: 1 });
    expect(await totals('end_date=2020-01-01')).toEqual(await totals(''));
  });

  it.each([undefined, 'USD', 'BRL'])(
    'rule 6a: a link of the panel is refused with currency_destiny %s when its wallet is in ARS',
    async (currency_destiny) => {
      const { panel } = await signIn(service, await service.merchant({ usd: true }));
      const link = { amount: 50000, currency: 'BRL', description: 'Order 1001' };
      const refused = await panel.post('/payment-links', { ...link, currency_destiny });
      const taken = await panel.post('/payment-links', { ...link, currency_destiny: 'ARS' });

      expect([refused.status, Object.keys(refused.body.errors as object)]).toEqual([422, ['currency_destiny']]);
      expect([taken.status, taken.body.data.currency_destiny]).toEqual([201, 'ARS']);
    },
  );

  it.each(['wallet_currency', 'currency_destiny', 'virtual_wallet_id'])(
    'rule 6b: a link of the external API has no field for its wallet: %s is ignored',
    async (field) => {
      const merchant = await service.merchant({ usd: true });
      const linkId = await service.createLink(merchant, { [field]: field.endsWith('id') ? merchant.usd!.id : 'USD' });

      expect(await readLink(merchant, linkId)).toMatchObject({ currency: 'ARS', currency_destiny: 'ARS' });
    },
  );
});
