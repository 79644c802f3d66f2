import { Payer, wrong } from '../../support/outflows';
import { ids } from '../../support/panel-money';
import { TestService } from '../../support/service';

const MINUTE = 60_000;

describe('Limits of transfers', () => {
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

  const codeOf = async (response: Promise<{ body: { code?: string } }>) => (await response).body.code;
  const fail = async (id: string, code: string, times: number) => {
    for (let failures = 0; failures < times; failures++) await payer.verify(id, wrong(code));
  };
  /** Makes the code as old as if it had been mailed that long ago. */
  const age = (id: string, ms: number) =>
    service.sql(`UPDATE transfer_verifications SET expires_at = expires_at - $2 * interval '1 ms' WHERE id = $1`, [
      id,
      ms,
    ]);

  it('Transfer verification code: has six digits (rule 12.10)', async () => {
    expect((await payer.start()).code).toMatch(/^\d{6}$/);
  });

  it('Transfer verification code: is valid for ten minutes (rule 12.10)', async () => {
    const early = await payer.start();
    await age(early.id, 9.5 * MINUTE);
    expect((await payer.verify(early.id, early.code)).status).toBe(201);

    const late = await payer.start();
    await age(late.id, 10 * MINUTE);
    expect(await codeOf(payer.verify(late.id, late.code))).toBe('OTP_EXPIRED');
  });

  it('Transfer verification code: is closed by five failures (rule 12.14)', async () => {
    const open = await payer.start();
    await fail(open.id, open.code, 4);
    expect((await payer.verify(open.id, open.code)).status).toBe(201);

    const { id, code } = await payer.start();
    await fail(id, code, 5);
    expect(await codeOf(payer.verify(id, code))).toBe('OTP_ATTEMPTS_EXHAUSTED');
  });

  it('Transfer verification code: is sent again three times, each with all attempts and ten minutes (rule 12.13)', async () => {
    const { id } = await payer.start();
    for (let resent = 0; resent < 3; resent++) {
      await fail(id, await payer.code(), 4);
      await age(id, 9 * MINUTE);
      const before = Date.now();
      const { status, body } = await payer.resend(id);

      expect([status, body.data.attempts_left]).toEqual([200, 5]);
      expect(Date.parse(body.data.expires_at as string)).toBeGreaterThanOrEqual(before + 10 * MINUTE);
    }
    expect(await codeOf(payer.resend(id))).toBe('OTP_RESENDS_EXHAUSTED');
  });

  it('Transfer verification code: one verification of a person is pending at a time (rule 12.11)', async () => {
    const [first, second] = [await payer.start(), await payer.start()];

    expect(await codeOf(payer.verify(first.id, first.code))).toBe('OTP_EXPIRED');
    expect((await payer.verify(second.id, second.code)).status).toBe(201);
  });

  it.each([
    [undefined, 422],
    ['Rent', 422],
    ['Rents', 201],
    ['x'.repeat(50), 201],
    ['x'.repeat(51), 422],
  ])('Transfer comment: %s gets %i (rule 12.16)', async (comment, status) => {
    expect((await payer.initiate({ comment })).status).toBe(status);
  });

  it.each([
    ['the floor of 5 USD at the route’s dollar price', { dollarPrice: '1500' }, '7500.00'],
    ['the minimum of the route', { minimum: '8000.00' }, '8000.00'],
  ])('Transfer minimum: is %s when that is higher (rule 12.6)', async (_what, route, minimum) => {
    await payer.setRoute('AR', route);
    const { id, code } = await payer.start({ amount: minimum });

    expect((await payer.verify(id, code)).body).toMatchObject({ code: 'AMOUNT_BELOW_MINIMUM', meta: { minimum } });
    expect((await payer.order({ amount: '10000.00' })).type).toBe('transfer');
  });

  it.each([
    ['9840.00', 201],
    ['9840.01', 422],
  ])(
    'Transfer minimum: is compared with what fees leave of 10,000: %s gets %i (rule 12.6)',
    async (minimum, status) => {
      await payer.setRoute('AR', { minimum });
      const { id, code } = await payer.start();

      expect((await payer.verify(id, code)).status).toBe(status);
    },
  );

  it('a transfer needs the available balance at its start, and reserves it when it is confirmed (rule 12.17)', async () => {
    await payer.orderPayout({ amount: '60000.00' });
    expect(await codeOf(payer.initiate({ amount: '40000.01' }))).toBe('INSUFFICIENT_AVAILABLE_BALANCE');
    const { id, code } = await payer.start({ amount: '40000.00' });

    expect(await payer.balances()).toEqual(['100000.00', '60000.00', '40000.00']);
    expect((await payer.verify(id, code)).status).toBe(201);
    expect(await payer.balances()).toEqual(['100000.00', '100000.00', '0.00']);
    expect(await ids(payer.panel, '/payouts')).toHaveLength(2);
  });
});
