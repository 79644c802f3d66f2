import { UnitOfWork } from '@app/kernel';
import { LedgerService } from '@app/ledger';
import { paymentOf, payNewCardLink, payNewLink } from '../../support/paid-links';
import { signIn } from '../../support/panel';
import { TestService, type Merchant } from '../../support/service';

describe('Resources, Wallet', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await TestService.start();
  });

  afterAll(() => service.stop());

  async function currenciesOf({ api }: Merchant): Promise<string[]> {
    const { body } = await api.get('/v1/wallets');
    return (body.data as { currency: string }[]).map(({ currency }) => currency).sort();
  }

  it('a wallet holds one currency, and payments in another currency are converted (rule 9.1)', async () => {
    const merchant = await service.merchant();
    await payNewLink(service, merchant, { currency: 'BRL' });

    const currencies = await service.sql('SELECT DISTINCT currency FROM postings WHERE wallet_id = $1', [
      merchant.local!.id,
    ]);
    expect(currencies).toEqual([{ currency: 'ARS' }]);
  });

  it('two wallets of an account may hold the same currency, with separate money (rule 9.2)', async () => {
    const merchant = await service.merchant({ localCurrency: 'USD', usd: true, cards: true, fees: {} });
    await payNewCardLink(service, merchant, { currency: 'USD', amount: 50 });
    await payNewLink(service, merchant, { currency: 'ARS', amount: 20 });

    expect([await service.balance(merchant.usd!.id), await service.balance(merchant.local!.id)]).toEqual([
      '50.00',
      '20.00',
    ]);
  });

  it('GET /v1/wallets returns an array of items with only a currency (rule 9.3)', async () => {
    const { api } = await service.merchant({ localCurrency: 'CLP' });

    expect((await api.get('/v1/wallets')).body.data).toEqual([{ currency: 'CLP' }]);
  });

  it('the array has the currency of every wallet (rule 9.3)', async () => {
    expect(await currenciesOf(await service.merchant({ usd: true }))).toEqual(['ARS', 'USD']);
  });

  it('the array has each currency once, also when several wallets share it (rule 9.3)', async () => {
    expect(await currenciesOf(await service.merchant({ localCurrency: 'USD', usd: true }))).toEqual(['USD']);
  });

  it('the array does not have internal wallets (rule 9.3)', async () => {
    const merchant = await service.merchant();
    await service
      .get(UnitOfWork)
      .run((tx) =>
        service
          .get(LedgerService)
          .createWallet(tx, { accountId: merchant.account.id, currency: 'USDT', lane: 'internal' }),
      );

    expect(await currenciesOf(merchant)).toEqual(['ARS']);
  });

  it.each(['wallet_id', 'virtual_wallet_id', 'wallet', 'currency_destiny', 'lane'])(
    'no field of a link selects the wallet: %s changes nothing (rule 3.23)',
    async (field) => {
      const merchant = await service.merchant({ usd: true });
      const values: Record<string, string> = { currency_destiny: 'USD', lane: 'usd' };
      const linkId = await payNewLink(service, merchant, { [field]: values[field] ?? merchant.usd!.id });

      expect((await paymentOf(service, linkId)).wallet_id).toBe(merchant.local!.id);
    },
  );

  it.each([
    ['local', 'BRL'],
    ['usd', 'USD'],
  ] as const)('the payer’s currency decides: the %s wallet for %s (rule 3.23)', async (lane, currency) => {
    const merchant = await service.merchant({ usd: true, cards: true });
    const linkId = await payNewCardLink(service, merchant, { currency, amount: 5000 });

    expect((await paymentOf(service, linkId)).wallet_id).toBe(merchant[lane]!.id);
  });

  it('the panel has an entry for each wallet that can be credited, with its currency and balances (rule 9.4)', async () => {
    const merchant = await service.merchant({ usd: true });
    await service
      .get(UnitOfWork)
      .run((tx) =>
        service
          .get(LedgerService)
          .createWallet(tx, { accountId: merchant.account.id, currency: 'USDT', lane: 'internal' }),
      );
    await payNewLink(service, merchant);
    const { panel } = await signIn(service, merchant);

    expect((await panel.get('/virtual-wallets')).body.data).toMatchObject([
      { currency: 'ARS', balance: '14265.00', reserved_balance: '0.00', available_balance: '14265.00' },
      { currency: 'USD', balance: '0.00', reserved_balance: '0.00', available_balance: '0.00' },
    ]);
  });

  it('the panel has the USD bank account and its balance only if USD is enabled (rule 9.4)', async () => {
    const [enabled, other] = [await service.merchant({ usd: true, cards: true }), await service.merchant()];
    await payNewCardLink(service, enabled, { currency: 'USD', amount: 50 });
    const read = async (merchant: Merchant) => (await signIn(service, merchant)).panel.get('/usd-wallet');

    expect((await read(enabled)).body.data).toMatchObject({
      currency: 'USD',
      balance: '49.50',
      bank_account: {
        routing_number: expect.stringMatching(/^\d{9}$/),
        account_number: expect.stringMatching(/^\d+$/),
      },
    });
    expect((await read(other)).body.code).toBe('USD_ACCOUNT_NOT_ENABLED');
  });
});
