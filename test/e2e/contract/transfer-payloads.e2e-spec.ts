import { readLink } from '../../support/paid-links';
import { TestService } from '../../support/service';

describe('Endpoints, Transfer payloads', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await TestService.start();
  });

  afterAll(() => service.stop());

  it.each(['wallet_currency', 'currency_destiny', 'virtual_wallet_id'])(
    'rule 6b: a link of the external API has no field for its wallet, such as %s: sent, it changes nothing',
    async (field) => {
      const merchant = await service.merchant({ usd: true });
      const linkId = await service.createLink(merchant, { [field]: field.endsWith('id') ? merchant.usd!.id : 'USD' });

      expect(await readLink(merchant, linkId)).toMatchObject({ currency: 'ARS', currency_destiny: 'ARS' });
    },
  );
});
