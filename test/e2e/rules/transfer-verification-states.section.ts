import { Payer, wrong } from '../../support/outflows';
import { userWith } from '../../support/panel';
import { ids } from '../../support/panel-money';
import { TestService } from '../../support/service';

const MINUTE = 60_000;
const UNTOUCHED = [['100000.00', '0.00', '100000.00'], [], []];

type Condition = [what: string, code: string, change: () => Promise<unknown>, body: object];
type Ending = [state: string, end: (id: string, code: string) => Promise<unknown>];

describe('States, Transfer verification', () => {
  let service: TestService;
  let payer: Payer;

  beforeAll(async () => {
    service = await TestService.start();
  });

  beforeEach(async () => {
    payer = await Payer.ofTransfers(service);
  });

  afterAll(() => service.stop());

  /** What a transfer would leave: a reservation, a transfer and a movement. */
  const traces = async () => [await payer.balances(), await ids(payer.panel, '/payouts'), await payer.movements()];
  const statusOf = async (id: string) =>
    (await service.sql<{ status: string }>('SELECT status FROM transfer_verifications WHERE id = $1', [id]))[0]?.status;
  const account = async (change: string) => {
    await service.sql(`UPDATE accounts SET ${change} WHERE id = $1`, [payer.merchant.account.id]);
    await payer.signInAgain();
  };

  it.each<Condition>([
    ['a registered e-mail address', 'REGISTERED_EMAIL_MISSING', () => account('email = NULL'), {}],
    ['accepted terms', 'TRANSFER_TERMS_NOT_ACCEPTED', async () => (payer = await Payer.on(service)), {}],
    [
      'an active beneficiary',
      'BENEFICIARY_INACTIVE',
      async () => {
        const { beneficiary_id: id } = await payer.transfer();
        await payer.panel.send('PATCH', `/beneficiaries/${id as string}`, { active: false });
      },
      {},
    ],
    [
      'a sufficient available balance',
      'INSUFFICIENT_AVAILABLE_BALANCE',
      async () => undefined,
      { amount: '100000.01' },
    ],
  ])('none → pending_verification: needs %s (rule 12.11)', async (_what, code, change, body) => {
    await change();

    expect((await payer.initiate(body)).body.code).toBe(code);
    expect(
      await service.sql('SELECT id FROM transfer_verifications WHERE user_id = $1', [payer.merchant.userId]),
    ).toEqual([]);
  });

  it('none → pending_verification: mails a code of six digits, and reserves nothing (rule 12.11)', async () => {
    const { status, body } = await payer.initiate();

    expect([status, body.data.status]).toEqual([201, 'pending_verification']);
    expect(await payer.code()).toMatch(/^\d{6}$/);
    expect(await traces()).toEqual(UNTOUCHED);
  });

  it('none → pending_verification: expires the open verification of the same person, and of no other (rule 12.11)', async () => {
    const colleague = await userWith(service, payer.merchant, 'create_payouts');
    const other = (await payer.initiate({}, colleague)).body.data.transfer_verification_id as string;
    const earlier = await payer.start();
    const later = await payer.start();

    expect((await payer.verify(earlier.id, earlier.code)).body.code).toBe('OTP_EXPIRED');
    expect(await statusOf(other)).toBe('pending_verification');
    expect((await payer.verify(later.id, later.code)).status).toBe(201);
  });

  it('pending_verification → transfer created: with the right code, the amount is reserved (rule 12.12)', async () => {
    const { id, code } = await payer.start();
    const { status, body } = await payer.verify(id, code);

    expect([status, body.data.type, body.data.amount]).toEqual([201, 'transfer', '10000.00']);
    expect(await payer.balances()).toEqual(['100000.00', '10000.00', '90000.00']);
  });

  it('pending_verification → transfer created: within ten minutes (rule 12.12)', async () => {
    const before = Date.now();
    const until = Date.parse((await payer.initiate()).body.data.expires_at as string);

    expect(until).toBeGreaterThanOrEqual(before + 10 * MINUTE);
    expect(until).toBeLessThanOrEqual(Date.now() + 10 * MINUTE);
  });

  it('pending_verification → transfer created: after four failures (rule 12.12)', async () => {
    const { id, code } = await payer.start();
    for (let failures = 0; failures < 4; failures++) await payer.verify(id, wrong(code));

    expect((await payer.verify(id, code)).status).toBe(201);
  });

  it('pending_verification → transfer created: fees are those of that moment (rule 12.12)', async () => {
    const { id, code } = await payer.start();
    await service.sql(`UPDATE fee_schedules SET schedule = schedule || '{"outflow_tax":{"percentage":"2"}}'
      WHERE account_id = '${payer.merchant.account.id}'`);

    expect((await payer.verify(id, code)).body.data).toMatchObject({ fees: { tax: '200.00' }, net_amount: '9700.00' });
  });

  it('pending_verification → pending_verification: a resend gives a new code and ten minutes more (rule 12.13)', async () => {
    const { id, code } = await payer.start();
    await service.sql(
      `UPDATE transfer_verifications SET expires_at = expires_at - interval '9 minutes' WHERE id = $1`,
      [id],
    );
    const before = Date.now();
    const { status, body } = await payer.resend(id);

    expect([status, body.data.status]).toEqual([200, 'pending_verification']);
    expect(Date.parse(body.data.expires_at as string)).toBeGreaterThanOrEqual(before + 10 * MINUTE);
    // One new code in a million is the old one.
    const next = await payer.code();
    if (next !== code) expect((await payer.verify(id, code)).body.code).toBe('OTP_INVALID');
    expect((await payer.verify(id, next)).status).toBe(201);
  });

  it('pending_verification → pending_verification: a resend resets the failures to zero (rule 12.13)', async () => {
    const { id, code } = await payer.start();
    for (let failures = 0; failures < 4; failures++) await payer.verify(id, wrong(code));
    await payer.resend(id);

    expect((await payer.verify(id, wrong(await payer.code()))).body.meta).toEqual({ attempts_left: 4 });
  });

  it('pending_verification → pending_verification: three times, and no fourth (rule 12.13)', async () => {
    const { id } = await payer.start();
    const responses = [];
    for (let resent = 0; resent < 4; resent++) responses.push((await payer.resend(id)).status);

    expect(responses).toEqual([200, 200, 200, 429]);
    expect(await statusOf(id)).toBe('pending_verification');
  });

  it('pending_verification → expired: when ten minutes have passed, with nothing left behind (rule 12.14)', async () => {
    const { id, code } = await payer.start();
    await payer.letPass(id);

    expect((await payer.verify(id, code)).body.code).toBe('OTP_EXPIRED');
    expect(await statusOf(id)).toBe('expired');
    expect(await traces()).toEqual(UNTOUCHED);
  });

  it('pending_verification → closed: by the fifth wrong code; only a new transfer can be confirmed (rule 12.14)', async () => {
    const { id, code } = await payer.start();
    for (let failures = 0; failures < 5; failures++) await payer.verify(id, wrong(code));

    expect(await statusOf(id)).toBe('closed');
    expect((await payer.verify(id, code)).status).toBe(429);
    expect((await payer.resend(id)).status).toBe(429);
    expect((await payer.order()).type).toBe('transfer');
  });

  it.each<Ending>([
    ['expired', (id) => payer.letPass(id)],
    [
      'exhausted',
      async (id, code) => {
        for (let failures = 0; failures < 5; failures++) await payer.verify(id, wrong(code));
      },
    ],
    ['abandoned', async () => undefined],
  ])('no trace: an %s verification leaves no transfer, reservation or movement (rule 12.14)', async (_state, end) => {
    const { id, code } = await payer.start();
    await end(id, code);

    expect(await traces()).toEqual(UNTOUCHED);
  });

  it('minimum: an amount below it is accepted when started, and rejected when verified (rule 12.15)', async () => {
    const { id, code } = await payer.start({ amount: '1.00' });

    expect((await payer.verify(id, code)).body.code).toBe('AMOUNT_BELOW_MINIMUM');
    expect(await ids(payer.panel, '/payouts')).toEqual([]);
  });
});
