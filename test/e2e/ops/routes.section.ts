import { userInfo } from 'node:os';
import { signIn } from '../../support/panel';
import { TestService } from '../../support/service';
import { StaffTool } from '../../support/staff-tool';
import { createScratchDatabase } from '../../support/test-database';

const KEY = ['--origin', 'ARS', '--country', 'BR', '--currency', 'BRL'];
const TERMS = ['--minimum', '6000', '--dollar-price', '1050', '--lead-time', '2d'];
const ROUTE = {
  origin: 'ARS',
  country: 'BR',
  currency: 'BRL',
  minimum: '6000.00',
  dollar_price: '1050',
  lead_time: '2d',
  instant: false,
};

describe('the staff’s commands on routes', () => {
  let database: Awaited<ReturnType<typeof createScratchDatabase>>;
  let service: TestService;
  let staff: StaffTool;

  beforeAll(async () => {
    // Each test begins without routes, also those that other tests use.
    database = await createScratchDatabase();
    service = await TestService.start({ env: { DATABASE_URL: database.url } });
    staff = await StaffTool.open(database.url);
  });

  afterAll(async () => {
    await staff.close();
    await service.stop();
    await database.drop();
  });

  beforeEach(() => service.sql('DELETE FROM payout_routes'));

  const listed = async () => (await staff.run('routes:list')).json.routes as (typeof ROUTE & { is_default: boolean })[];

  async function minimumNow() {
    const { panel } = await signIn(service, await service.merchant());
    const query = 'origin_currency=ARS&destination_country=BR';
    return (await panel.get(`/payouts/transfer-min-amount?${query}`)).body;
  }

  it('set a route, which the running API uses at once', async () => {
    const { exitCode, json } = await staff.run('routes:set', ...KEY, ...TERMS);

    expect([exitCode, json]).toEqual([0, { route: ROUTE }]);
    expect((await minimumNow()).data).toEqual({
      amount: '6000.00',
      currency: 'ARS',
      usd_floor: '5.00',
      route_minimum: '6000.00',
    });
    expect((await listed()).filter(({ is_default }) => !is_default)).toEqual([{ ...ROUTE, is_default: false }]);
  });

  it('set a route with instant payouts', async () => {
    expect((await staff.run('routes:set', ...KEY, ...TERMS, '--instant')).json.route.instant).toBe(true);
  });

  it('list the 49 routes of a sandbox', async () => {
    const routes = await listed();

    expect(routes).toHaveLength(49);
    expect(routes[0]).toEqual({
      origin: 'ARS',
      country: 'AR',
      currency: 'ARS',
      minimum: '1000.00',
      dollar_price: '1000',
      lead_time: '1d',
      instant: false,
      is_default: true,
    });
  });

  it('list them for people, one per line', async () => {
    await staff.run('routes:set', ...KEY, ...TERMS, '--instant');
    const lines = (await staff.print('routes:list')).stdout.split('\n');

    expect(lines).toContain('ARS to AR in ARS: at least 1000.00 ARS, 1 USD = 1000 ARS, 1d (default)');
    expect(lines).toContain('ARS to BR in BRL: at least 6000.00 ARS, 1 USD = 1050 ARS, 2d instant');
  });

  it('remove a route, also a default one', async () => {
    expect((await staff.run('routes:remove', ...KEY)).json).toMatchObject({ route: { country: 'BR', removed: true } });
    expect((await minimumNow()).code).toBe('PAYOUT_ROUTE_UNAVAILABLE');
    expect(await listed()).toHaveLength(48);
    await staff.expectError('PAYOUT_ROUTE_NOT_FOUND', 'routes:remove', ...KEY);
    await staff.run('routes:set', ...KEY, ...TERMS);
    expect(await listed()).toHaveLength(49);
  });

  it('record each change in the audit log', async () => {
    const [last] = await service.sql<{ id: string }>('SELECT coalesce(max(id), 0) AS id FROM audit_log');
    await staff.run('routes:set', ...KEY, ...TERMS);
    await staff.run('routes:remove', ...KEY);
    const by = {
      actor_type: 'staff',
      actor: userInfo().username,
      object_type: 'payout_route',
      object_id: 'ARS/BR/BRL',
    };
    const details = { minimum: '6000.00', dollar_price: '1050', lead_time: '2d', instant: false };

    expect(await service.sql('SELECT * FROM audit_log WHERE id > $1 ORDER BY id', [last!.id])).toMatchObject([
      { ...by, action: 'payout_route.set', details },
      { ...by, action: 'payout_route.removed', details },
    ]);
  });

  it.each([
    ['origin', ['--origin', 'ZZZ', '--country', 'BR', '--currency', 'BRL', ...TERMS]],
    ['country', ['--origin', 'ARS', '--country', 'PE', '--currency', 'PEN', ...TERMS]],
    ['currency', ['--origin', 'ARS', '--country', 'BR', '--currency', 'ARS', ...TERMS]],
    ['minimum', [...KEY, ...TERMS, '--minimum', '-1']],
    ['dollar-price', [...KEY, ...TERMS, '--dollar-price', '0']],
    ['lead-time', [...KEY, '--minimum', '1', '--dollar-price', '1']],
  ])('reject a bad or missing --%s, naming it, and write nothing', async (flag, args) => {
    expect(await staff.expectError('VALIDATION_FAILED', 'routes:set', ...args)).toContain(flag);
    expect(await service.sql('SELECT 1 FROM payout_routes')).toEqual([]);
  });
});
