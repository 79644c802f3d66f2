import { userWith, signIn } from '../../support/panel';
import { data, owner, watchDocumented } from '../../support/panel-money';
import { expectError } from '../../support/expect-error';
import { TestService } from '../../support/service';

const PATH = '/payouts/fee-configuration';
const FEES = {
  collection: { percentage: '2.9', fixed_usd: '0.30', minimum: '10', maximum: '5000.5' },
  methods: { ars_qr: { percentage: '0.8' } },
  cards: { percentage: '4.5' },
  conversion: { percentage: '1' },
  payout: { percentage: '1', fixed: '25', minimum: '100' },
  instant_payout: { percentage: '0.5' },
  outflow_tax: { percentage: '0.6' },
};

describe('the fee configuration in the panel', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await TestService.start();
    await watchDocumented(service);
  });

  afterAll(() => service.stop());

  it('has every fee of the account, as staff set it', async () => {
    const part = { fixed_usd: '0.00', minimum: null, maximum: null };

    expect(await data(await owner(service, { fees: FEES }), PATH)).toEqual({
      payout: { percentage: '1', fixed: '25', minimum: '100', maximum: null, currency: 'ARS' },
      instant_payout: { percentage: '0.5' },
      outflow_tax: { percentage: '0.6' },
      collection: { percentage: '2.9', fixed_usd: '0.30', minimum: '10', maximum: '5000.5' },
      methods: { ars_qr: { ...part, percentage: '0.8' } },
      usd_collection: null,
      cards: { ...part, percentage: '4.5' },
      conversion: { percentage: '1' },
    });
  });

  it('is all zero where no fee was set, without a currency where there is no local wallet', async () => {
    expect(await data(await owner(service, { fees: {}, localCurrency: null, usd: true }), PATH)).toMatchObject({
      payout: { percentage: '0', fixed: '0', minimum: null, maximum: null, currency: null },
      collection: { percentage: '0', fixed_usd: '0.00' },
      methods: {},
    });
  });

  it('is for users who may see payouts or collections', async () => {
    const merchant = await service.merchant();
    const statusFor = async (permission: string) =>
      (await (await userWith(service, merchant, permission)).get(PATH)).status;

    expect([await statusFor('view_payouts'), await statusFor('view_payins')]).toEqual([200, 200]);
    expectError(await (await userWith(service, merchant, 'create_payouts')).get(PATH), 403, 'PERMISSION_DENIED');
  });

  it('is that of the user’s own account', async () => {
    const other = await owner(service, { fees: FEES });
    const { panel } = await signIn(service, await service.merchant());

    expect(await data(panel, PATH)).not.toEqual(await data(other, PATH));
  });
});
