import { UnitOfWork } from '@app/kernel';
import { LedgerService } from '@app/ledger';
import { TestService, type Merchant } from '../support/service';

describe('GET /v1/wallets (Wallet 2)', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await TestService.start();
  });

  afterAll(() => service.stop());

  async function currenciesOf({ api }: Merchant): Promise<string[]> {
    const { body } = await api.get('/v1/wallets');
    return (body.data as { currency: string }[]).map(({ currency }) => currency).sort();
  }

  it('answers an array of items with only a currency', async () => {
    const { api } = await service.merchant({ localCurrency: 'CLP' });

    const { status, body } = await api.get('/v1/wallets');
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, message: expect.any(String), data: [{ currency: 'CLP' }] });
  });

  it('has each wallet’s currency', async () => {
    expect(await currenciesOf(await service.merchant({ usd: true }))).toEqual(['ARS', 'USD']);
  });

  it('has a currency once, however many wallets share it', async () => {
    expect(await currenciesOf(await service.merchant({ localCurrency: 'USD', usd: true }))).toEqual(['USD']);
  });

  it('leaves internal wallets out', async () => {
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

  it('is empty for an account without wallets', async () => {
    expect(await currenciesOf(await service.merchant({ localCurrency: null }))).toEqual([]);
  });

  it('shows nothing of another account', async () => {
    await service.merchant({ localCurrency: 'MXN' });

    expect(await currenciesOf(await service.merchant({ localCurrency: 'BOB' }))).toEqual(['BOB']);
  });
});
