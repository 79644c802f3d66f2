import { newId } from '@app/kernel';
import { userInfo } from 'node:os';
import { expectBooksBalanced } from '../../support/books';
import { until } from '../../support/conditions';
import { movementsOf, paymentsOf, readLink } from '../../support/paid-links';
import { signIn } from '../../support/panel';
import { data } from '../../support/panel-money';
import type { Merchant, TestService } from '../../support/service';
import { staffSystem, StaffTool } from '../../support/staff-tool';

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;

/** The fields of a printed exception that the tests read. */
interface ExceptionJson {
  id: string;
  reference: string;
}

describe('exceptions: the staff’s commands for payment exceptions', () => {
  let service: TestService;
  let staff: StaffTool;
  let databaseUrl: string;
  let merchant: Merchant;
  let linkId: string;

  beforeAll(async () => {
    ({ service, staff, databaseUrl } = await staffSystem());
  });

  beforeEach(async () => {
    merchant = await service.merchant({ usd: true });
    linkId = await service.createLink(merchant);
  });

  afterAll(() => expectBooksBalanced(service));

  const expectError = (code: string, ...args: string[]) => staff.expectError(code, ...args);

  const listed = async (...args: string[]) =>
    (await staff.run('exceptions:list', ...args)).json.exceptions as readonly ExceptionJson[];

  const credit = (id: string, ...args: string[]) => staff.run('exceptions:credit', id, '--reason', 'Case 118', ...args);
  const refund = (id: string, tool = staff) => tool.run('exceptions:refund', id, '--reason', 'Case 118');

  /** The payer pays the wrong amount for the link; returns the exception's id. */
  async function paidWrongly(amount: string): Promise<string> {
    await service.simulate(linkId, { event: 'pay', amount });
    return exceptionOf(linkId);
  }

  /** The payer pays the right amount for a link that was cancelled in the meantime; returns the exception's id. */
  async function paidTooLate(): Promise<string> {
    const order = await service.openOrder(linkId);
    await merchant.api.delete(`/v1/payment-links/${linkId}`);
    await service.rail.paid(order);
    return exceptionOf(linkId);
  }

  /** The rail reports a payment for an order that was never opened. */
  async function paidForUnknownOrder(
    amount = '15000.00',
    currency = 'ARS',
  ): Promise<{ id: string; reference: string }> {
    const reference = `sbx_${newId()}`;
    expect((await service.rail.paid({ reference, amount, currency })).status).toBe(404);
    const [row] = await service.sql<{ id: string }>('SELECT id FROM payment_exceptions WHERE reference = $1', [
      reference,
    ]);
    return { id: row!.id, reference };
  }

  async function exceptionOf(link: string): Promise<string> {
    const [row] = await service.sql<{ id: string }>('SELECT id FROM payment_exceptions WHERE payment_link_id = $1', [
      link,
    ]);
    return row!.id;
  }

  const balance = () => service.balance(merchant.local!.id);
  const auditedOf = (id: string) => service.sql('SELECT * FROM audit_log WHERE object_id = $1', [id]);

  /** The ARS in the books that belong to no wallet yet. */
  async function unallocated(): Promise<string> {
    const [row] = await service.sql<{ sum: string }>(
      `SELECT coalesce(sum(amount), 0.00) AS sum FROM postings
        WHERE platform_account = 'unallocated_receipts' AND currency = 'ARS'`,
    );
    return row!.sum;
  }

  describe('exceptions:list', () => {
    it('shows each exception, with the merchant, the expected amount and all that staff need to look it up', async () => {
      const id = await paidWrongly('100.00');
      const [order] = await service.sql<{ id: string; provider_reference: string }>(
        'SELECT id, provider_reference FROM checkout_orders WHERE link_id = $1',
        [linkId],
      );

      expect((await listed()).find((each) => each.id === id)).toEqual({
        id,
        reason: 'amount_mismatch',
        status: 'open',
        amount: '100.00',
        currency: 'ARS',
        expected_amount: '15000.00',
        expected_currency: 'ARS',
        account: merchant.account.slug,
        provider: 'sandbox',
        notification_id: expect.any(String),
        reference: order!.provider_reference,
        payment_link_id: linkId,
        order_id: order!.id,
        wallet_id: null,
        resolution: null,
        created_at: TIME,
        resolved_at: null,
      });
    });

    it('shows a payment for an unknown order with the rail’s reference', async () => {
      const { id, reference } = await paidForUnknownOrder();

      expect((await listed()).find((each) => each.id === id)).toMatchObject({
        reason: 'unknown_order',
        reference,
        payment_link_id: null,
        order_id: null,
      });
    });

    it('shows the newest first, up to the limit', async () => {
      const first = await paidWrongly('100.00');
      const { id: second } = await paidForUnknownOrder();

      expect((await listed('--limit', '2')).map(({ id }) => id)).toEqual([second, first]);
    });

    it('shows resolved exceptions only on request', async () => {
      const id = await paidWrongly('100.00');
      await refund(id);
      const asked = [[], ['--status', 'credited'], ['--status', 'refunded'], ['--status', 'all']];
      const shown = asked.map(async (args) => (await listed(...args)).some((each) => each.id === id));

      expect(await Promise.all(shown)).toEqual([false, false, true, true]);
    });

    it('prints a table without --json', async () => {
      const id = await paidWrongly('100.00');
      const { stdout } = await staff.print('exceptions:list', '--limit', '1');

      expect(stdout).toMatch(/^ID +CREATED +STATUS +REASON +RECEIVED +EXPECTED +MERCHANT +PAYMENT LINK\n/);
      expect(stdout).toContain(`${id}  `);
      expect(stdout).toMatch(
        new RegExp(
          `  open    amount_mismatch  100\\.00 ARS  15000\\.00 ARS  .+\\(${merchant.account.slug}\\) +${linkId}\n$`,
        ),
      );
    });

    it.each([
      ['a limit of 0', ['--limit', '0']],
      ['a limit beyond 500', ['--limit', '501']],
      ['a limit that is not a number', ['--limit', 'ten']],
      ['an unknown status', ['--status', 'lost']],
    ])('rejects %s', async (_what, args) => {
      expect(await expectError('VALIDATION_FAILED', 'exceptions:list', ...args)).toContain(args[0]);
    });
  });

  describe('exceptions:credit', () => {
    it('completes a link that can still be paid, with the fees of the account', async () => {
      const { exitCode, json } = await credit(await paidWrongly('10000.00'));

      expect(exitCode).toBe(0);
      expect(json.exception).toMatchObject({
        status: 'credited',
        wallet_id: merchant.local!.id,
        resolution: 'Case 118',
        resolved_at: TIME,
      });
      // 2.9 % and 300 ARS of 10,000.
      expect(await balance()).toBe('9410.00');
      expect(await readLink(merchant, linkId)).toMatchObject({
        status: 'completed',
        current_uses: 1,
        payment_method: 'ars_transfer',
      });
      expect(await movementsOf(service, merchant.local!.id)).toEqual([
        { label: 'Payment received', direction: 'in', amount: '9410.00', balanceAfter: '9410.00' },
      ]);
    });

    it('sends an event for a link that it completes', async () => {
      await merchant.api.post('/v1/webhooks', { url: 'https://shop.example/hook' });
      await credit(await paidWrongly('10000.00'));

      const events = await service.sql<{ type: string; body: string }>(
        'SELECT type, body FROM webhook_events WHERE account_id = $1',
        [merchant.account.id],
      );
      expect(events.map(({ type }) => type)).toEqual(['payment.completed']);
      expect(JSON.parse(events[0]!.body).data).toMatchObject({
        status: 'completed',
        payer_amount: '10000.00',
        credited_amount: '9410.00',
      });
    });

    it('credits the whole amount with --without-fees', async () => {
      await credit(await paidWrongly('10000.00'), '--without-fees');

      expect(await balance()).toBe('10000.00');
    });

    it('credits a link that was cancelled, and leaves it cancelled', async () => {
      await credit(await paidTooLate());

      expect([await balance(), (await readLink(merchant, linkId)).status]).toEqual(['14265.00', 'cancelled']);
    });

    it('credits a second payment for a link as a separate received payment', async () => {
      const order = await service.openOrder(linkId);
      await service.rail.paid(order);
      await service.rail.paid(order, 'again');
      await credit(await exceptionOf(linkId));

      expect(await balance()).toBe('28530.00');
      expect(await paymentsOf(service, linkId)).toMatchObject([{ status: 'credited' }, { status: 'credited' }]);
    });

    it('credits another wallet of the account when it is named, converted at today’s rate, and completes the link', async () => {
      await credit(await paidWrongly('10000.00'), '--wallet', merchant.usd!.id, '--without-fees');

      expect([await balance(), await service.balance(merchant.usd!.id)]).toEqual(['0.00', '10.00']);
      expect((await readLink(merchant, linkId)).status).toBe('completed');
    });

    it('requires a wallet for a payment of an unknown order', async () => {
      const { id } = await paidForUnknownOrder();

      expect(await expectError('PAYMENT_EXCEPTION_NOT_CREDITABLE', 'exceptions:credit', id, '--reason', 'x')).toContain(
        'wallet',
      );
      expect((await credit(id, '--wallet', merchant.local!.id)).json.exception).toMatchObject({
        status: 'credited',
        wallet_id: merchant.local!.id,
      });
      expect(await balance()).toBe('14265.00');
    });

    it('takes the whole amount out of the unallocated receipts', async () => {
      const before = await unallocated();
      const id = await paidWrongly('10000.00');
      expect(Number(await unallocated()) - Number(before)).toBe(10_000);
      await credit(id);

      expect(await unallocated()).toBe(before);
    });

    it('records the wallet and the reason in the audit log, and nothing about the payer', async () => {
      const payer = { name: 'Ana Pérez', email: 'ana@example.com', document: '20-12345678-6' };
      await service.simulate(linkId, { event: 'pay', amount: '10000.00', payer });
      const id = await exceptionOf(linkId);
      await credit(id);

      const entries = await auditedOf(id);
      expect(entries).toMatchObject([
        {
          actor_type: 'staff',
          actor: userInfo().username,
          action: 'payment_exception.credited',
          object_type: 'payment_exception',
          account_id: merchant.account.id,
        },
      ]);
      expect(entries[0]!.details).toEqual({
        exception: 'amount_mismatch',
        amount: '10000.00',
        currency: 'ARS',
        payment_link_id: linkId,
        wallet_id: merchant.local!.id,
        reason: 'Case 118',
        without_fees: false,
      });
    });

    it('rejects an amount below the fees, unless the fees are waived', async () => {
      const id = await paidWrongly('100.00');
      await expectError('PAYMENT_EXCEPTION_NOT_CREDITABLE', 'exceptions:credit', id, '--reason', 'x');
      await credit(id, '--without-fees');

      expect(await balance()).toBe('100.00');
    });

    it('rejects the wallet of another account', async () => {
      const other = await service.merchant();
      const args = ['--reason', 'x', '--wallet', other.local!.id];
      await expectError('PAYMENT_EXCEPTION_NOT_CREDITABLE', 'exceptions:credit', await paidWrongly('1.00'), ...args);

      expect(await service.balance(other.local!.id)).toBe('0.00');
    });

    it.each([
      ['an unknown wallet', 'VIRTUAL_WALLET_NOT_FOUND', () => ['--reason', 'x', '--wallet', newId()]],
      ['a wallet that is not a UUID', 'VALIDATION_FAILED', () => ['--reason', 'x', '--wallet', 'local']],
      ['no reason', 'VALIDATION_FAILED', () => []],
      ['an empty reason', 'VALIDATION_FAILED', () => ['--reason', '']],
    ])('rejects %s', async (_what, code, args) => {
      const id = await paidWrongly('10000.00');
      await expectError(code, 'exceptions:credit', id, ...args());

      expect((await listed()).map((each) => each.id)).toContain(id);
    });
  });

  describe('for a bank debit that settles with another amount', () => {
    async function settledWrongly(): Promise<string> {
      linkId = await service.createLink(merchant, { currency: 'USD', amount: 50 });
      for (const event of ['debit_confirm', 'debit_submit']) await service.simulate(linkId, { event });
      await service.simulate(linkId, { event: 'debit_settle', amount: '40.00' });
      return exceptionOf(linkId);
    }

    it('exceptions:credit completes the link', async () => {
      await credit(await settledWrongly());

      expect(await readLink(merchant, linkId)).toMatchObject({ status: 'completed', current_uses: 1 });
      expect(await service.balance(merchant.usd!.id)).toBe('39.60');
      expect(await paymentsOf(service, linkId)).toMatchObject([{ status: 'credited', payer_amount: '40.00' }]);
    });
  });

  describe('exceptions:refund', () => {
    it('takes the money off the books, and changes neither link nor wallet', async () => {
      const before = await unallocated();
      const { exitCode, json } = await refund(await paidTooLate());

      expect(exitCode).toBe(0);
      expect(json.exception).toMatchObject({ status: 'refunded', wallet_id: null, resolution: 'Case 118' });
      expect([await balance(), (await readLink(merchant, linkId)).status]).toEqual(['0.00', 'cancelled']);
      expect(await unallocated()).toBe(before);
    });

    it('needs no wallet for a payment of an unknown order', async () => {
      const { id } = await paidForUnknownOrder('70.00', 'BRL');

      expect((await refund(id)).json.exception).toMatchObject({ status: 'refunded', amount: '70.00', currency: 'BRL' });
      expect(await auditedOf(id)).toMatchObject([{ action: 'payment_exception.refunded', account_id: null }]);
    });

    it('is recorded in the audit log', async () => {
      const id = await paidTooLate();
      await refund(id);

      expect(await auditedOf(id)).toMatchObject([
        {
          actor_type: 'staff',
          action: 'payment_exception.refunded',
          object_type: 'payment_exception',
          account_id: merchant.account.id,
          details: { exception: 'link_not_payable', amount: '15000.00', payment_link_id: linkId, reason: 'Case 118' },
        },
      ]);
    });

    it('requires a reason', async () => {
      await expectError('VALIDATION_FAILED', 'exceptions:refund', await paidWrongly('1.00'));
    });
  });

  describe('exceptions:credit and exceptions:refund', () => {
    const COMMANDS = ['exceptions:credit', 'exceptions:refund'];

    it.each(COMMANDS)('%s rejects a resolved exception, and changes nothing', async (command) => {
      const id = await paidWrongly('10000.00');
      await credit(id);
      await expectError('PAYMENT_EXCEPTION_RESOLVED', command, id, '--reason', 'again');

      expect(await balance()).toBe('9410.00');
      expect(await auditedOf(id)).toHaveLength(1);
    });

    it('resolve an exception once when they run at the same time', async () => {
      const id = await paidWrongly('10000.00');
      const colleague = await StaffTool.open(databaseUrl);
      const codes = (await Promise.all([credit(id), refund(id, colleague)])).map(
        ({ json }) => json.error?.code as string,
      );

      await colleague.close();
      expect(codes.filter((code) => code !== undefined)).toEqual(['PAYMENT_EXCEPTION_RESOLVED']);
      expect(await auditedOf(id)).toHaveLength(1);
    });

    it.each(COMMANDS)('%s rejects an unknown id, and an id that is not a UUID', async (command) => {
      for (const id of [newId(), linkId, 'latest']) {
        await expectError('PAYMENT_EXCEPTION_NOT_FOUND', command, id, '--reason', 'x');
      }
    });
  });

  describe('for a payment that comes late, when the exchange rate has moved', () => {
    /** Opened at 200 ARS a BRL, and paid after its deadline, when it is 50: it was credited four times its worth. */
    async function paidWhenTheRateHadMoved(): Promise<string> {
      linkId = await service.createLink(merchant, { currency: 'BRL', amount: 500, amount_type: 'charge' });
      const order = await service.openOrder(linkId, 'brl_pix');
      await staff.run('rates:set', 'USD', 'ARS', '250', '--force');
      await service.rail.lapsed(order);
      await until('the rate is known', async () => {
        const { body } = await merchant.api.post('/v1/conversions/rate', { origin: 'BRL', destination: 'ARS' });
        return body.data.rate === '50';
      });
      await service.rail.paid(order);
      return exceptionOf(linkId);
    }

    afterEach(() => staff.run('rates:set', 'USD', 'ARS', '1000', '--force'));

    it.each([
      ['order', '95800.00'],
      ['current', '23950.00'],
    ])('exceptions:credit --rate %s credits it, and nothing does before', async (rate, credited) => {
      const id = await paidWhenTheRateHadMoved();
      expect(await balance()).toBe('0.00');
      const { panel } = await signIn(service, merchant);
      expect(await data(panel, '/payment-exceptions')).toMatchObject([
        { id, reason: 'rate_moved', state: 'open', amount: '500.00', currency: 'BRL' },
      ]);
      await expectError('PAYMENT_EXCEPTION_NOT_CREDITABLE', 'exceptions:credit', id, '--reason', 'x');
      await expectError('VALIDATION_FAILED', 'exceptions:credit', id, '--reason', 'x', '--rate', 'best');
      await credit(id, '--rate', rate);

      expect([await balance(), (await readLink(merchant, linkId)).status]).toEqual([credited, 'completed']);
      expect((await auditedOf(id))[0]!.details).toMatchObject({ exception: 'rate_moved', rate });
    });
  });

  it('returns the exception of an unknown order whose money the rail takes back, so that it cannot be credited', async () => {
    const before = await unallocated();
    const { id, reference } = await paidForUnknownOrder();
    const order = { reference, amount: '15000.00', currency: 'ARS' };
    expect((await service.rail.returned(order)).status).toBe(200);
    await expectError(
      ...(['PAYMENT_EXCEPTION_RESOLVED', 'exceptions:credit', id, '--reason', 'x'] as const),
      '--wallet',
      merchant.local!.id,
    );

    expect((await listed('--status', 'returned')).map((each) => each.id)).toContain(id);
    expect([await unallocated(), await balance()]).toEqual([before, '0.00']);
  });

  it('keeps a payment in an unknown currency, which waits for staff to name the amount', async () => {
    const order = await service.openOrder(linkId);
    expect((await service.rail.paid({ ...order, currency: 'ARX' })).status).toBe(200);
    const id = await exceptionOf(linkId);
    expect((await listed()).find((each) => each.id === id)).toMatchObject({
      reason: 'unsupported_amount',
      amount: '15000.00',
      currency: 'ARX',
    });
    await expectError('PAYMENT_EXCEPTION_NOT_CREDITABLE', 'exceptions:credit', id, '--reason', 'x');
    await credit(id, '--amount', '15000', '--currency', 'ARS');

    expect([await balance(), (await readLink(merchant, linkId)).status]).toEqual(['14265.00', 'completed']);
  });

  it('a repeated notification of an unknown order opens no second exception', async () => {
    const { reference } = await paidForUnknownOrder();
    await service.rail.paid({ reference, amount: '15000.00', currency: 'ARS' });

    expect((await listed('--limit', '500')).filter((each) => each.reference === reference)).toHaveLength(1);
  });

  it('the unallocated receipts in the books equal the open exceptions', async () => {
    await paidWrongly('100.00');
    await paidForUnknownOrder('70.00', 'BRL');
    const held = await service.sql(
      `SELECT currency, sum(amount) AS sum FROM postings WHERE platform_account = 'unallocated_receipts'
        GROUP BY currency HAVING sum(amount) <> 0 ORDER BY currency`,
    );

    expect(held).toEqual(
      await service.sql(
        `SELECT currency, sum(amount) AS sum FROM payment_exceptions WHERE status = 'open'
          GROUP BY currency ORDER BY currency`,
      ),
    );
  });
});
