import { paymentIdOf, paymentOf, paymentsOf, payNewLink } from '../../support/paid-links';
import { signIn } from '../../support/panel';
import { TestService, type Merchant } from '../../support/service';

describe('Resources, Received payment', () => {
  let service: TestService;
  let merchant: Merchant;

  beforeAll(async () => {
    service = await TestService.start();
    merchant = await service.merchant();
  });

  afterAll(() => service.stop());

  it('record: is created when the link is paid, and not before (rule 10.1)', async () => {
    const linkId = await service.createLink(merchant);
    await service.openOrder(linkId);
    expect(await paymentsOf(service, linkId)).toEqual([]);

    await service.simulate(linkId, { event: 'pay' });
    expect(await paymentsOf(service, linkId)).toMatchObject([{ status: 'credited', payment_method: 'ars_transfer' }]);
  });

  it('components: of the fees are stored separately (rule 10.2)', async () => {
    const linkId = await payNewLink(service, merchant, { currency: 'BRL', amount: 500, amount_type: 'charge' });

    expect(await paymentOf(service, linkId)).toMatchObject({
      fee_percentage_amount: '2900.00',
      fee_fixed_amount: '300.00',
      fee_fixed_amount_usd: '0.30',
      collection_fee: '3200.00',
      fee_bounded_by: null,
      fee_borne_by: 'merchant',
      conversion_fee: '1000.00',
    });
  });

  it('panel read: has the breakdown by component (rule 10.2)', async () => {
    const linkId = await payNewLink(service, merchant, { currency: 'BRL', amount: 500, amount_type: 'charge' });
    const { panel } = await signIn(service, merchant);

    const { body } = await panel.get(`/received-payments/${await paymentIdOf(service, linkId)}`);
    expect(body.data).toMatchObject({
      payment_link_id: linkId,
      payer_amount: '500.00',
      gross_amount: '100000.00',
      collection_fee: {
        percentage_amount: '2900.00',
        fixed_amount: '300.00',
        fixed_amount_usd: '0.30',
        total: '3200.00',
        bounded_by: null,
        borne_by: 'merchant',
      },
      conversion_fee: '1000.00',
      credited_amount: '95800.00',
    });
  });
});
