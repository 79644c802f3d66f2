import { TestService, type Merchant } from '../../support/service';

describe('GET /v1/wallets', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await TestService.start();
  });

  afterAll(() => service.stop());

  async function currenciesOf({ api }: Merchant): Promise<string[]> {
    const { body } = await api.get('/v1/wallets');
    return (body.data as { currency: string }[]).map(({ currency }) => currency).sort();
  }

  it('is empty for an account without wallets', async () => {
    expect(await currenciesOf(await service.merchant({ localCurrency: null }))).toEqual([]);
  });

  it('shows nothing of another account', async () => {
    await service.merchant({ localCurrency: 'MXN' });

    expect(await currenciesOf(await service.merchant({ localCurrency: 'BOB' }))).toEqual(['BOB']);
  });
});
