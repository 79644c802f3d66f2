import { newId } from '@app/kernel';
import { SandboxPayoutRail, type SandboxNotification } from '@app/providers';
import { FAKE_APP_ID, FakeWoovi } from '@app/providers/testing';
import { expectBooksBalanced } from '../../support/books';
import { until } from '../../support/conditions';
import type { HttpClient } from '../../support/http-client';
import { Payer } from '../../support/outflows';
import { paymentIdOf, payNewLink } from '../../support/paid-links';
import { signIn } from '../../support/panel';
import { adjust, data, type Item } from '../../support/panel-money';
import { TestService, type Merchant } from '../../support/service';
import { StaffTool } from '../../support/staff-tool';
import { createScratchDatabase } from '../../support/test-database';

/** Payouts and refunds that end otherwise than they were reported, until staff have decided. */
describe('money that comes back, and orders that a provider reports otherwise', () => {
  let database: Awaited<ReturnType<typeof createScratchDatabase>>;
  let fake: FakeWoovi;
  let service: TestService;
  let staff: StaffTool;

  beforeAll(async () => {
    [database, fake] = [await createScratchDatabase(), await FakeWoovi.start()];
    const env = {
      DATABASE_URL: database.url,
      SANDBOX_PAYOUT_DELAY: '1h',
      PROVIDERS: 'sandbox,woovi',
      COLLECTION_ROUTES: 'brl_pix:woovi,*:sandbox',
      PAYOUT_ROUTES: 'BR/BRL:woovi,*:sandbox',
      WOOVI_APP_ID: FAKE_APP_ID,
      WOOVI_API_BASE: fake.url,
      WOOVI_PUBLIC_KEYS: fake.publicKeyPem,
    };
    service = await TestService.start({ worker: true, env });
    staff = await StaffTool.open(database.url, env);
  }, 60_000);

  afterEach(() => expectBooksBalanced(service));

  afterAll(async () => {
    await staff.close();
    await service.stop();
    await fake.stop();
    await database.drop();
  });

  const simulate = (kind: 'payouts' | 'refunds', id: string, event: string, more: object = {}) =>
    service.anonymous().post(`/sandbox/${kind}/${id}/simulate`, { event, ...more });
  const cases = async (id: string, ...filter: string[]): Promise<Item[]> => {
    const listed = (await staff.run('cases:list', '--limit', '100', ...filter)).json.cases as Item[];
    return listed.filter((each) => (each['subject'] as { id: string }).id === id);
  };
  const balanceOf = async (panel: HttpClient, id: string) =>
    (await data<Item[]>(panel, '/virtual-wallets')).find((wallet) => wallet['id'] === id)!['balance'];
  const refundRows = async (panel: HttpClient, id: string) => {
    const rows = await data<Item[]>(panel, `/balance-movements?virtual_wallet_id=${id}`);
    return rows.filter(({ label }) => label === 'Refund').map(({ amount, direction }) => [direction, amount].join(' '));
  };
  const resolve = (id: string, ...book: string[]) => staff.run('cases:resolve', id, '--reason', 'Case 118', ...book);

  describe('a payout', () => {
    let payer: Payer;
    let id: string;

    beforeEach(async () => {
      payer = await Payer.on(service);
      id = (await payer.orderPayout()).id;
    });

    const read = () => payer.read(id);
    /** What the sandbox says, whatever it has said before. */
    const reported = (type: SandboxNotification['type']) => {
      const rail = service.get(SandboxPayoutRail);
      const about = { id: newId(), type, reference: id, amount: '9840.00', currency: 'ARS' };
      const { headers, body } = rail.message(about, new Date());
      return service.anonymous().post(`/providers/${rail.provider}/notifications`, body.toString(), headers);
    };

    it('comes back in parts: a row, a mail and an event each, and its page says how much (rule 11.8)', async () => {
      await simulate('payouts', id, 'complete');
      await simulate('payouts', id, 'return', { amount: '840', reason: 'Wrong branch.' });
      expect(await read()).toMatchObject({
        status: 'completed',
        returned_amount: '840.00',
        failure_reason: 'Wrong branch.',
      });
      await simulate('payouts', id, 'return', { reason: 'Account closed.' });

      expect(await read()).toMatchObject({
        status: 'completed',
        returned_amount: '9840.00',
        returned_at: expect.any(String),
        failure_reason: 'Account closed.',
      });
      expect((await read()).history!.map(({ status }) => status).slice(-3)).toEqual([
        'completed',
        'returned',
        'returned',
      ]);
      expect(await refundRows(payer.panel, payer.walletId)).toEqual(['in 9000.00', 'in 840.00']);
      const events = `SELECT body::json->'data'->>'returned_at' AS at FROM webhook_events
        WHERE account_id = $1 AND type = 'payout.failed'`;
      const mails = await payer.mails(payer.merchant.email);
      expect(mails.filter(({ subject }) => subject.includes('devuelto'))).toHaveLength(2);
      for (const { at } of await service.sql(events, [payer.merchant.account.id])) expect(at).not.toBeNull();
      expect((await staff.run('payouts:show', id)).json.payout).toMatchObject({ returned_amount: '9840.00' });
      expect(await cases(id)).toEqual([]);
    });

    it('fails and was paid after all: staff book it, once (rule 19.9)', async () => {
      await simulate('payouts', id, 'fail');
      expect((await reported('payout.completed')).status).toBe(200);
      expect([(await read()).status, await balanceOf(payer.panel, payer.walletId)]).toEqual(['failed', '100000.00']);
      const [found, ...others] = await cases(id, '--kind', 'contradiction');
      expect([found, others]).toMatchObject([{ amount: '9840.00', proposal: 'book_paid' }, []]);
      await resolve(found!['id'], '--book', 'paid');

      expect(await read()).toMatchObject({ status: 'completed', failed_at: null, failure_reason: null });
      expect(await balanceOf(payer.panel, payer.walletId)).toBe('90000.00');
      await staff.expectError('CASE_RESOLVED', 'cases:resolve', found!['id'], '--reason', 'x', '--book', 'paid');
    });
  });

  it('a completed refund that failed is booked as returned, and the payment refunded again (rule 17.12)', async () => {
    const merchant = await service.merchant();
    const { panel } = await signIn(service, merchant);
    await adjust(service, merchant, '100000.00');
    const paymentId = await paymentIdOf(service, await payNewLink(service, merchant));
    const refund = async (key: string) => {
      const { body } = await panel.post(
        `/received-payments/${paymentId}/refunds`,
        { full: true },
        { 'idempotency-key': key },
      );
      return body.data as Item;
    };
    const before = await balanceOf(panel, merchant.local!.id);
    const made = await refund('first');
    const id = made['id'];
    await simulate('refunds', id, 'complete');
    const about = { id: newId(), type: 'refund.failed', reference: id, reason: 'The card is closed.' };
    expect((await service.rail.notify(about)).status).toBe(200);

    expect(await data(panel, `/refunds/${id}`)).toMatchObject({
      status: 'completed',
      failure_reason: 'The card is closed.',
    });
    const [found] = await cases(id, '--kind', 'refund_reversed');
    await resolve(found!['id'], '--book', 'returned');
    expect(await data(panel, `/refunds/${id}`)).toMatchObject({ status: 'failed', completed_at: null });
    expect(await balanceOf(panel, merchant.local!.id)).toBe(before);
    expect(await data(panel, `/received-payments/${paymentId}`)).toMatchObject({
      status: 'credited',
      refunded_amount: '0.00',
    });

    const again = await refund('second');
    await simulate('refunds', again['id'], 'complete');
    expect(await data(panel, `/received-payments/${paymentId}`)).toMatchObject({ status: 'refunded' });
  });

  it('a refund from an empty account waits in process, until the account is filled (rule 17.17)', async () => {
    const merchant: Merchant = await service.merchant({ localCurrency: 'BRL' });
    const { panel } = await signIn(service, merchant);
    const { reference } = await service.openOrder(
      await service.createLink(merchant, { amount: 100, currency: 'BRL' }),
      'brl_pix',
    );
    const { body, headers } = fake.message(fake.account.pay(reference));
    await service.anonymous().post('/providers/woovi/notifications', body.toString('utf8'), headers);
    const payments = () => data<Item[]>(panel, '/received-payments');
    await until('the payment is credited', async () => (await payments()).length > 0);
    fake.account.balance = 0;
    const path = `/received-payments/${(await payments())[0]!.id}/refunds`;
    const id = ((await panel.post(path, { amount: '10.00' }, { 'idempotency-key': 'r-1' })).body.data as Item)['id'];
    await until('the refund is a case', async () => (await cases(id, '--kind', 'provider_funds')).length === 1);

    const shown = await data(panel, `/refunds/${id}`);
    expect(shown).toMatchObject({ status: 'requested', failure_reason: null });
    const wallets = await data<Item[]>(panel, '/virtual-wallets');
    expect(wallets.find((wallet) => wallet['id'] === merchant.local!.id)).toMatchObject({ reserved_balance: '10.00' });
    fake.account.balance = Infinity;
    await staff.run('refunds:retry', id);
    await until('Woovi has it', () => Promise.resolve(fake.account.charge(reference).refunds.length === 1));
    await until('the case is closed', async () => (await cases(id, '--kind', 'provider_funds')).length === 0);
    expect(await cases(id, '--kind', 'provider_funds', '--status', 'closed')).toMatchObject([
      { resolved_by: null, reason: 'The refund is processing.' },
    ]);
  }, 30_000);
});
