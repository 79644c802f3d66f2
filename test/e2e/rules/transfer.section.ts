import { expectBooksBalanced } from '../../support/books';
import { until } from '../../support/conditions';
import { Payer, type Outflow } from '../../support/outflows';
import { signIn } from '../../support/panel';
import { TestService } from '../../support/service';

/** A bank in Bolivia, for which the test sets a separate route. */
const BOLIVIAN = {
  bank_country: 'BO',
  document: { type: 'ci', number: '1234567' },
  bank: { name: 'Banco', code: '1', account_number: '123456789' },
};

describe('Resources, Transfer and beneficiary', () => {
  let service: TestService;
  let payer: Payer;

  beforeAll(async () => {
    service = await TestService.start({ worker: true });
  });

  beforeEach(async () => {
    payer = await Payer.ofTransfers(service);
  });

  afterEach(() => service.sql('DELETE FROM payout_routes'));

  afterAll(async () => {
    await expectBooksBalanced(service);
    await service.stop();
  });

  const settled = ({ id }: Outflow) =>
    until('it is completed', async () => {
      const outflow = await payer.read(id);
      return outflow.status === 'completed' && outflow;
    });
  const estimate = async (body: object) => (await payer.panel.post('/payouts/estimate', body)).body.data as Outflow;
  const minimum = async (query: string) =>
    (await payer.panel.get(`/payouts/transfer-min-amount?origin_currency=ARS${query}`)).body.data as Outflow;

  it('a transfer leaves the same wallet as a payout, reserves and passes the same states (rule 12.1)', async () => {
    const [payout, transfer] = [await payer.orderPayout(), await payer.order()];
    await payer.order({ beneficiary_id: await payer.addBeneficiary({ name: 'HOLD' }) });
    const ended = [await settled(payout), await settled(transfer)];
    const states = ended.map(({ history }) => (history as Outflow[]).map(({ status }) => status));

    expect([payout['virtual_wallet_id'], transfer['virtual_wallet_id']]).toEqual([payer.walletId, payer.walletId]);
    expect(states[1]).toEqual(states[0]);
    expect(await payer.balances()).toEqual(['80000.00', '10000.00', '70000.00']);
  });

  it('a transfer bears the same fees as a payout (rule 12.1)', async () => {
    const [payout, transfer] = [await payer.orderPayout(), await payer.order()];

    expect([transfer['fees'], transfer['net_amount']]).toEqual([payout['fees'], payout['net_amount']]);
  });

  it('it refers to a beneficiary that was registered before, and carries no bank data (rule 12.2)', async () => {
    const bank = { name: 'Banco', cbu: '2850590940090418135201' };

    expect((await payer.initiate({ beneficiary_id: undefined, bank })).status).toBe(422);
    const id = await payer.addBeneficiary();
    expect((await payer.order({ beneficiary_id: id }))['destination']).toMatchObject({ type: 'beneficiary', id });
  });

  it('a deactivated beneficiary is rejected with that reason (rule 12.2)', async () => {
    const id = await payer.addBeneficiary();
    await payer.panel.send('PATCH', `/beneficiaries/${id}`, { active: false });

    expect((await payer.initiate({ beneficiary_id: id })).body.code).toBe('BENEFICIARY_INACTIVE');
  });

  it('a beneficiary is active from its creation (rule 12.2)', async () => {
    const id = await payer.addBeneficiary();

    expect((await payer.panel.get(`/beneficiaries/${id}`)).body.data.active).toBe(true);
  });

  it('the bank’s country decides route, minimum and lead time, not the beneficiary’s (rule 12.3)', async () => {
    await payer.setRoute('BO', { minimum: '7777.00', leadTime: '3d' });
    const toBolivia = await payer.addBeneficiary({ ...BOLIVIAN, country: 'AR' });
    const toArgentina = await payer.addBeneficiary({ country: 'BO' });

    expect(await estimate(await payer.transfer({ beneficiary_id: toBolivia }))).toMatchObject({
      minimum: '7777.00',
      lead_time: '3d',
      destination_currency: 'BOB',
    });
    expect(await estimate(await payer.transfer({ beneficiary_id: toArgentina }))).toMatchObject({
      minimum: '5000.00',
      lead_time: '1d',
      destination_currency: 'ARS',
    });
  });

  it('a beneficiary needs an e-mail address (rule 12.4)', async () => {
    await expect(payer.addBeneficiary({ email: undefined })).rejects.toThrow('"email"');
  });

  describe('the terms', () => {
    let newcomer: Payer;

    beforeEach(async () => {
      newcomer = await Payer.on(service);
    });

    it('are accepted once, for the whole account (rule 12.5)', async () => {
      const colleague = (await signIn(service, await service.addUser(newcomer.merchant))).panel;
      await newcomer.acceptTerms();
      const first = (await newcomer.panel.get('/transfers/terms-status')).body.data as Outflow;
      await newcomer.acceptTerms();

      expect((await newcomer.panel.get('/transfers/terms-status')).body.data).toEqual(first);
      expect((await newcomer.initiate({}, colleague)).status).toBe(201);
    });

    it('until then a transfer is rejected with where to accept them (rule 12.5)', async () => {
      const { status, body } = await newcomer.initiate();

      expect([status, body.code]).toEqual([403, 'TRANSFER_TERMS_NOT_ACCEPTED']);
      const at = (body.meta as { accept_at: string }).accept_at.replace('/api/v1/clients', '');
      const { current_version: version } = (await newcomer.panel.get('/transfers/terms-status')).body.data as Outflow;
      expect((await newcomer.panel.post(at, { version })).status).toBe(200);
      expect((await newcomer.initiate()).status).toBe(201);
    });

    it('payouts do not need them (rule 12.5)', async () => {
      expect((await newcomer.orderPayout()).type).toBe('payout');
    });
  });

  it.each([
    ['the floor at the route’s own dollar price', { minimum: '1.00', dollarPrice: '1500' }, '7500.00'],
    ['the minimum of the route', { minimum: '7500.00', dollarPrice: '1200' }, '7500.00'],
  ])('the higher one applies: %s (rule 12.6)', async (_what, route, least) => {
    await payer.setRoute('BO', route);

    expect((await minimum('&destination_country=BO'))['amount']).toBe(least);
    const beneficiary_id = await payer.addBeneficiary(BOLIVIAN);
    const { id, code } = await payer.start({ beneficiary_id, amount: '7500.00' });
    expect((await payer.verify(id, code)).body).toMatchObject({
      code: 'AMOUNT_BELOW_MINIMUM',
      meta: { minimum: least },
    });
  });

  it('the minimum of the route is that of a payout on it (rule 12.6)', async () => {
    await payer.setRoute('AR', { minimum: '9000.00' });

    expect((await estimate(await payer.transfer()))['minimum']).toBe('9000.00');
    expect((await estimate(await payer.payout()))['minimum']).toBe('9000.00');
  });

  it('it is compared with what fees leave, in the wallet’s currency, before the conversion (rule 12.6)', async () => {
    const beneficiary_id = await payer.addBeneficiary(BOLIVIAN);
    const { net_amount: net } = await estimate(await payer.transfer({ beneficiary_id }));
    const verified = async () => {
      const { id, code } = await payer.start({ beneficiary_id });
      return (await payer.verify(id, code)).body.code as string | undefined;
    };

    await payer.setRoute('BO', { minimum: (Number(net) + 0.01).toFixed(2) });
    expect(await verified()).toBe('AMOUNT_BELOW_MINIMUM');
    await payer.setRoute('BO', { minimum: net as string });
    expect(await verified()).toBeUndefined();
  });

  it('without a destination’s country the minimum is only the floor (rule 12.6)', async () => {
    await payer.setRoute('BO', { minimum: '9000.00' });

    expect(await minimum('&destination_currency=BOB')).toMatchObject({ amount: '5000.00', route_minimum: null });
  });
});
