import { Payer } from '../../support/outflows';
import { EXAMPLE_FEES, TestService } from '../../support/service';

const BRAZILIAN = {
  document: { type: 'cpf', number: '111.444.777-35' },
  bank: { name: 'Banco', pix_key: 'caixa@example.com' },
};

describe('Resources, Fees of outflows', () => {
  let service: TestService;
  let payer: Payer;

  beforeAll(async () => {
    service = await TestService.start();
  });

  beforeEach(async () => {
    payer = await Payer.ofTransfers(service);
  });

  afterEach(() => service.sql('DELETE FROM payout_routes'));

  afterAll(() => service.stop());

  const payerWith = (fees: object) => Payer.ofTransfers(service, { fees: { ...EXAMPLE_FEES, ...fees } });
  const inBrazil = () => payer.addBankAccount({ ...BRAZILIAN, country: 'BR', currency: 'BRL' });

  it('Payout: the payout fee is taken from the amount that leaves (rule 7.10)', async () => {
    expect(await payer.orderPayout()).toMatchObject({
      amount: '10000.00',
      net_amount: '9840.00',
      destination_amount: '9840.00',
      fees: { payout: { total: '100.00' }, instant: '0.00' },
    });
  });

  it('Payout: an instant one has the additional percentage (rule 7.10)', async () => {
    payer = await payerWith({ instant_payout: { percentage: '0.5' } });
    await payer.setRoute('AR', { instant: true });

    expect(await payer.orderPayout({ instant: true })).toMatchObject({
      fees: { payout: { total: '100.00' }, instant: '50.00' },
      net_amount: '9790.00',
    });
    expect(await payer.orderPayout()).toMatchObject({ fees: { instant: '0.00' }, net_amount: '9840.00' });
  });

  it.each([
    ['1', '100.00'],
    ['2', '200.00'],
  ])('Transfer: uses the payout fee: of %s % it is %s (rule 7.10)', async (percentage, total) => {
    payer = await payerWith({ payout: { percentage } });

    expect(await payer.order()).toMatchObject({ fees: { payout: { total } } });
  });

  it.each([
    ['0.6', '60.00', '9840.00'],
    ['0', '0.00', '9900.00'],
  ])(
    'a tax of %s % is deducted from the same amount, apart from the fees (rule 7.11)',
    async (percentage, tax, net) => {
      payer = await payerWith({ outflow_tax: { percentage } });

      expect(await payer.orderPayout()).toMatchObject({
        fees: { payout: { total: '100.00' }, tax },
        net_amount: net,
      });
    },
  );

  it('the ordered amount is what leaves the wallet; the recipient receives less (rule 7.12)', async () => {
    const orders = [await payer.orderPayout(), await payer.order()];

    expect(orders).toMatchObject([{ destination_amount: '9840.00' }, { destination_amount: '9840.00' }]);
    expect(await payer.balances()).toEqual(['100000.00', '20000.00', '80000.00']);
  });

  it('the conversion fee is deducted before the conversion (rule 7.13)', async () => {
    expect(await payer.orderPayout({ bank_account_id: await inBrazil() })).toMatchObject({
      fees: { conversion: '98.40' },
      net_amount: '9741.60',
      exchange_rate: '0.005',
      destination_amount: '48.70',
    });
  });

  it('there is none without a conversion (rule 7.13)', async () => {
    expect(await payer.orderPayout()).toMatchObject({ fees: { conversion: '0.00' }, exchange_rate: null });
  });
});
