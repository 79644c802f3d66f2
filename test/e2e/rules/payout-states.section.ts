import { expectBooksBalanced } from '../../support/books';
import { until } from '../../support/conditions';
import { Payer, type Outflow } from '../../support/outflows';
import { TestService } from '../../support/service';

const TYPES = ['payout', 'transfer'] as const;

describe('States, Payout and transfer states', () => {
  let service: TestService;
  let payer: Payer;

  beforeAll(async () => {
    service = await TestService.start({ worker: true });
  });

  beforeEach(async () => {
    payer = await Payer.ofTransfers(service);
  });

  afterAll(async () => {
    await expectBooksBalanced(service);
    await service.stop();
  });

  /** An outflow to a recipient of that name, which decides how it ends in a sandbox. */
  async function ordered(type: (typeof TYPES)[number], name = 'Ana'): Promise<Outflow> {
    if (type === 'payout')
      return payer.orderPayout({ bank_account_id: await payer.addBankAccount({ holder_name: name }) });
    return payer.order({ beneficiary_id: await payer.addBeneficiary({ name }) });
  }

  const settled = ({ id }: Outflow, status: string) =>
    until(`it is ${status}`, async () => {
      const outflow = await payer.read(id);
      return outflow.status === status && outflow;
    });
  const statesOf = ({ history }: Outflow) => (history as Outflow[]).map(({ status }) => status);

  it.each(TYPES)('states: of a %s are Requested, Processing, Completed and Failed (rule 11.1)', async (type) => {
    const paid = await settled(await ordered(type), 'completed');
    const failed = await settled(await ordered(type, 'FAIL'), 'failed');

    expect([statesOf(paid), statesOf(failed)]).toEqual([
      ['requested', 'processing', 'completed'],
      ['requested', 'processing', 'failed'],
    ]);
  });

  it.each(TYPES)('created: a %s reserves the amount in that instant (rule 11.2)', async (type) => {
    await ordered(type, 'HOLD');

    expect(await payer.balances()).toEqual(['100000.00', '10000.00', '90000.00']);
    expect(await payer.movements()).toEqual([]);
  });

  it.each(TYPES)(
    'completed: the amount of a %s leaves the balance, and a movement is written (rule 11.3)',
    async (type) => {
      await settled(await ordered(type), 'completed');

      expect(await payer.balances()).toEqual(['90000.00', '0.00', '90000.00']);
      expect(await payer.movements()).toMatchObject([{ direction: 'out', balance_after: '90000.00' }]);
    },
  );

  it.each(TYPES)(
    'failed: the amount of a %s is available again, and there is no movement (rule 11.3)',
    async (type) => {
      await settled(await ordered(type, 'FAIL'), 'failed');

      expect(await payer.balances()).toEqual(['100000.00', '0.00', '100000.00']);
      expect(await payer.movements()).toEqual([]);
    },
  );

  it.each(TYPES)('not cancellable: no operation cancels a %s (rule 11.1)', async (type) => {
    const { id } = await ordered(type, 'HOLD');
    const { paths } = (await service.anonymous().get('/docs/openapi.json')).body as { paths: Record<string, object> };
    const operations = Object.entries(paths).filter(([path]) => path.includes('/payouts/{id}'));

    expect(operations.map(([path, methods]) => [path, Object.keys(methods)])).toEqual([
      ['/api/v1/clients/payouts/{id}', ['get']],
    ]);
    expect((await payer.panel.delete(`/payouts/${id}`)).status).toBe(404);
    expect((await payer.panel.send('PATCH', `/payouts/${id}/cancel`)).status).toBe(404);
    expect(await payer.balances()).toEqual(['100000.00', '10000.00', '90000.00']);
  });
});
