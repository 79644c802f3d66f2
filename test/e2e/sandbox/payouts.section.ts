import { newId } from '@app/kernel';
import { SANDBOX_PAYOUTS_PROVIDER, SandboxPayoutRail } from '@app/providers';
import { aRailPayoutOrder } from '@app/transfers/testing';
import { expectBooksBalanced } from '../../support/books';
import { TestService, type Merchant } from '../../support/service';
import { statusOf, storePayout } from '../../support/stored-payouts';

const { signal } = new AbortController();

describe('the simulation of payouts', () => {
  let service: TestService;
  let merchant: Merchant;
  let payoutId: string;

  beforeAll(async () => {
    service = await TestService.start();
    merchant = await service.merchant();
  });

  beforeEach(async () => {
    payoutId = await aPayout('HOLD');
  });

  afterAll(async () => {
    await expectBooksBalanced(service);
    await service.stop();
  });

  const aPayout = (holder?: string) =>
    storePayout(
      service.api.app,
      { accountId: merchant.account.id, walletId: merchant.local!.id, userId: merchant.userId },
      holder,
    );

  const simulate = (body: object | string, id = payoutId) =>
    service.anonymous().post(`/sandbox/payouts/${id}/simulate`, body);

  async function expectError(body: object, field = 'event'): Promise<void> {
    const before = await atTheRail();
    const { status, body: response } = await simulate(body);
    expect(response).toMatchObject({ code: 'VALIDATION_FAILED', errors: { [field]: [expect.any(String)] } });
    expect(status).toBe(422);
    expect(await atTheRail()).toEqual(before);
  }

  const atTheRail = () =>
    service.sql('SELECT state, reason, submissions, paid_count FROM sandbox_payouts WHERE id = $1', [payoutId]);

  it.each`
    events                     | status          | rail            | paid
    ${['process']}             | ${'processing'} | ${'processing'} | ${0}
    ${['complete']}            | ${'completed'}  | ${'completed'}  | ${1}
    ${['process', 'complete']} | ${'completed'}  | ${'completed'}  | ${1}
    ${['fail']}                | ${'failed'}     | ${'failed'}     | ${0}
    ${['process', 'fail']}     | ${'failed'}     | ${'failed'}     | ${0}
    ${['complete', 'return']}  | ${'completed'}  | ${'returned'}   | ${1}
  `('plays $events', async ({ events, status, rail, paid }) => {
    let last: unknown;
    for (const event of events as string[]) {
      const { status: code, body } = await simulate({ event });
      expect(code).toBe(200);
      expect(body.data).toMatchObject({ payout_id: payoutId, event, notification_id: expect.any(String) });
      last = body.data.status;
    }
    expect([last, await statusOf(service.api.app, payoutId)]).toEqual([status, status]);
    expect(await atTheRail()).toMatchObject([{ state: rail, submissions: 0, paid_count: paid }]);
  });

  it('of a return reaches the payout', async () => {
    await simulate({ event: 'complete' });
    await simulate({ event: 'return', reason: 'Closed account.' });
    const [row] = await service.sql('SELECT returned_at FROM payouts WHERE id = $1', [payoutId]);
    expect(row!['returned_at']).toBeInstanceOf(Date);
    expect(await atTheRail()).toMatchObject([{ state: 'returned', reason: 'Closed account.' }]);
  });

  it('of a return in part reaches the payout, part by part, and the rest without an amount (rule 11.8)', async () => {
    const [payout] = await service.sql('SELECT wallet_id FROM payouts WHERE id = $1', [payoutId]);
    const returned = async () => {
      const sql = 'SELECT returned_amount::text, returned_at IS NOT NULL AS at FROM payouts WHERE id = $1';
      return (await service.sql(sql, [payoutId]))[0];
    };
    await simulate({ event: 'complete' });
    await simulate({ event: 'return', amount: '840.00', reason: 'A part.' });
    expect(await returned()).toEqual({ returned_amount: '840.00', at: true });
    const second = await simulate({ event: 'return', amount: '1000' });
    expect(second.body.data.notification_id).toBe(`${payoutId}:payout.returned:2`);
    const rest = await simulate({ event: 'return' });
    expect(await returned()).toEqual({ returned_amount: '9840.00', at: true });
    expect((await simulate({ event: 'return' })).body).toEqual(rest.body);

    const rows = `SELECT p.amount::text FROM postings p JOIN journal_entries e ON e.id = p.entry_id
      WHERE p.wallet_id = $1 AND p.movement_type = 'refund' AND e.reference_id = $2 ORDER BY p.wallet_version`;
    const amounts = (await service.sql(rows, [payout!['wallet_id'], payoutId])).map(({ amount }) => amount);
    expect(amounts).toEqual(['840.00', '1000.00', '8000.00']);
  });

  it('rejects an amount for what does not come back, and one that is none', async () => {
    await expectError({ event: 'complete', amount: '1' }, 'amount');
    await simulate({ event: 'complete' });
    for (const amount of ['0', '-1', '1.001']) await expectError({ event: 'return', amount }, 'amount');
  });

  it('may be repeated: the notification is the same and changes nothing', async () => {
    const first = await simulate({ event: 'complete' });
    const second = await simulate({ event: 'complete' });
    expect(second.body).toEqual(first.body);
    const sql = 'SELECT count(*)::int AS count FROM provider_notifications WHERE provider = $1 AND reference = $2';
    expect(await service.sql(sql, [SANDBOX_PAYOUTS_PROVIDER, payoutId])).toEqual([{ count: 1 }]);
    expect(await atTheRail()).toMatchObject([{ paid_count: 1 }]);
  });

  it('of 20 testers at once pays once', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => simulate({ event: 'complete' })));
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect(await atTheRail()).toMatchObject([{ state: 'completed', paid_count: 1 }]);
  });

  it('leaves nothing due at the rail once the service has the notification', async () => {
    await simulate({ event: 'complete' });
    expect(await service.sql('SELECT due_at FROM sandbox_payouts WHERE id = $1', [payoutId])).toEqual([
      { due_at: null },
    ]);
  });

  it.each([
    ['complete', 'fail'],
    ['complete', 'process'],
    ['fail', 'complete'],
    ['fail', 'return'],
  ])('after %s rejects %s', async (first, second) => {
    await simulate({ event: first });
    await expectError({ event: second });
  });

  it('rejects the return of a payout that was not completed', async () => {
    await expectError({ event: 'return' });
  });

  it('rejects every event about a payout that was closed before it reached the rail', async () => {
    await simulate({ event: 'fail' });
    await service.sql('DELETE FROM sandbox_payouts WHERE id = $1', [payoutId]);
    for (const event of ['process', 'complete', 'fail', 'return']) await expectError({ event });
    expect(await atTheRail()).toEqual([]);
  });

  it.each([
    ['event', { event: 'pay' }],
    ['event', {}],
    ['reason', { event: 'fail', reason: 'x'.repeat(256) }],
    ['reason', { event: 'fail', reason: 7 }],
  ])('rejects a wrong %s: %j', async (field, body) => {
    await expectError(body, field);
  });

  it('requires an existing payout', async () => {
    const { status, body } = await simulate({ event: 'complete' }, newId());
    expect([status, body.code]).toEqual([404, 'PAYOUT_NOT_FOUND']);
    expect((await simulate({ event: 'complete' }, 'no-id')).body.code).toBe('RESOURCE_NOT_FOUND');
  });

  it('continues a payout that the worker has submitted', async () => {
    const order = { ...aRailPayoutOrder(), payoutId };
    await service.get(SandboxPayoutRail).submit(order, signal);
    await simulate({ event: 'complete' });
    await service.get(SandboxPayoutRail).submit(order, signal);
    expect(await atTheRail()).toMatchObject([{ state: 'completed', submissions: 2, paid_count: 1 }]);
  });

  it('accepts what curl sends without a content type', async () => {
    const { status } = await service.anonymous().post(`/sandbox/payouts/${payoutId}/simulate`, '{"event":"complete"}', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(status).toBe(200);
  });

  it('settles a completion and the return of it that arrive together', async () => {
    const rail = service.get(SandboxPayoutRail);
    const about = { reference: payoutId, amount: '9840.00', currency: 'ARS' };
    const responses = await Promise.all(
      (['payout.returned', 'payout.completed'] as const).map((type) => {
        const { headers, body } = rail.message({ ...about, id: `${payoutId}:${type}`, type }, new Date());
        return service.anonymous().post(`/providers/${rail.provider}/notifications`, body.toString(), headers);
      }),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    const sql = 'SELECT status, returned_at IS NOT NULL AS returned FROM payouts WHERE id = $1';
    expect(await service.sql(sql, [payoutId])).toEqual([{ status: 'completed', returned: true }]);
  });

  it('a notification for an unknown payout is rejected', async () => {
    const rail = service.get(SandboxPayoutRail);
    const { headers, body } = rail.message({ id: newId(), type: 'payout.failed', reference: newId() }, new Date());
    const response = await service
      .anonymous()
      .post(`/providers/${rail.provider}/notifications`, body.toString(), headers);
    expect([response.status, response.body.code]).toEqual([404, 'PAYOUT_NOT_FOUND']);
  });
});
