import { Clock, DomainError, Money, newId, UnitOfWork, WrittenAmount } from '@app/kernel';
import { LedgerService } from '@app/ledger';
import { Metrics } from '@app/platform';
import { RecordedLog, RecordedSpans } from '@app/platform/testing';
import { Cases, FactInbox, type Booking, type Case } from '@app/rails';
import { aProvider, registryOf } from '@app/rails/testing';
import { foundAfter } from '../../../../../test/support/planted-corruption';
import { CollectionSystem, type Merchant } from '../../../../../test/support/collection-system';
import { InMemoryRefundRail } from '../../testing/in-memory-refund.rail';
import type { Refund } from '../domain/refund';
import { RefundHandOver, RefundWork } from './refund-hand-over';
import { RefundPostings } from './refund-postings';
import { RefundRails } from './refund-rails';
import { toRefundFact, type RefundFactType } from './refund-facts';
import { Refunds } from './refunds';
import { RefundQueue } from './ports';

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (!(error instanceof DomainError)) throw error;
      const { meta } = (error.details ?? {}) as { meta?: { reason?: string } };
      return meta?.reason ?? error.code;
    },
  );

describe('Refunds', () => {
  let system: CollectionSystem;
  let merchant: Merchant;
  let rail: InMemoryRefundRail;
  let log: RecordedLog;

  beforeAll(async () => {
    system = await CollectionSystem.shared();
  });
  beforeEach(async () => {
    // A worker takes whatever is due.
    await system.query('UPDATE refunds SET next_attempt_at = NULL');
    merchant = await system.merchant();
    rail = new InMemoryRefundRail('sandbox');
    log = new RecordedLog();
  });
  afterEach(() => system.expectBooksBalanced());

  /** The id of a credited payment of 15000 ARS, less a fee of 735; or of the link that is named. */
  async function aPayment(
    link: Parameters<CollectionSystem['link']>[1] = {},
    method = 'ars_transfer',
  ): Promise<string> {
    const made = await system.link(merchant, link);
    await system.pay(await system.choose(made, method));
    return system.paymentOf(made);
  }

  const by = () => system.refunder(merchant);
  const refund = (paymentId: string, amount?: string) =>
    system
      .get(Refunds)
      .request(by(), paymentId, { amount: amount === undefined ? undefined : WrittenAmount.of(amount), reason: null });

  const figures = async () => {
    const { balance, reserved } = (await system.get(LedgerService).findWallet(merchant.wallet.id))!.balances;
    return [balance.toFixed(), reserved.toFixed()];
  };
  const payment = async (id: string) => {
    const [row] = await system.query<{ status: string; refunded_amount: string }>(
      'SELECT status, refunded_amount FROM received_payments WHERE id = $1',
      [id],
    );
    return row;
  };
  const read = ({ id }: Refund) => system.get(Refunds).read(merchant.account.id, id);
  const worker = () => {
    const { providers } = registryOf(aProvider({ adapters: [rail] }));
    const work = new RefundWork(system.get(RefundQueue), new RefundRails(providers), system.get(RefundPostings));
    return new RefundHandOver(
      work,
      system.get(UnitOfWork),
      system.get(Clock),
      log,
      new Metrics('test', false),
      system.get(Cases),
    );
  };
  /** Lets one worker hand over what is due, and waits for it. */
  const turn = async () => {
    const handOver = worker();
    await handOver.turn(() => undefined);
    await handOver.drain(60_000);
  };
  const again = async ({ id }: Refund) => {
    const past = `now() - interval '1 second'`;
    await system.query(`UPDATE refunds SET next_attempt_at = ${past}, leased_until = NULL WHERE id = $1`, [id]);
    await turn();
  };
  /** What the provider notifies. */
  const notified = (made: Refund, type: RefundFactType, provider = 'sandbox') => {
    const amount = type === 'refund.completed' ? made.amount : null;
    const fact = toRefundFact({
      provider,
      id: newId(),
      type,
      reference: made.id,
      amount,
      providerReference: null,
      reason: null,
    });
    return system.get(FactInbox).take({ fact, body: '{}', requestId: 'request-1' });
  };

  describe('a refund', () => {
    beforeEach(async () => {
      // The payment alone leaves less than its whole, since the fee stays with the platform.
      await aPayment();
    });

    it('of a whole payment holds the wallet’s share, and takes it when the provider has paid', async () => {
      const id = await aPayment();
      const made = await refund(id);
      expect([made.status, made.amount.toFixed(), await figures()]).toEqual([
        'requested',
        '15000.00',
        ['28530.00', '15000.00'],
      ]);
      await turn();
      expect([(await read(made)).status, await payment(id)]).toMatchObject(['processing', { status: 'credited' }]);
      rail.complete({ refundId: made.id, amount: made.amount });
      await again(made);

      expect(await read(made)).toMatchObject({ status: 'completed', providerReference: `ref_${made.id}` });
      expect([await figures(), await payment(id)]).toEqual([
        ['13530.00', '0.00'],
        { status: 'refunded', refunded_amount: '15000.00' },
      ]);
    });

    it('stays open while the provider’s account is empty, and is sent again as another submission (rule 17.13)', async () => {
      const made = await refund(await aPayment(), '5000');
      rail.onSubmit('empty_account');
      await turn();
      expect(await read(made)).toMatchObject({ status: 'requested', failureReason: null });
      expect((await figures())[1]).toBe('5000.00');
      await again(made);

      const submissions = rail.calls.flatMap(({ submission }) => submission ?? []);
      expect([(await read(made)).status, submissions]).toEqual(['processing', [1, 2]]);
      await notified(made, 'refund.completed');
    });

    it('that fails after the lease of its attempt stays open, and one that is accepted counts (rule 17.15)', async () => {
      const made = await refund(await aPayment(), '5000');
      const submit = rail.submit.bind(rail);
      jest.spyOn(rail, 'submit').mockImplementation(async (...of) => {
        const submitted = await submit(...of);
        await system.query(`UPDATE refunds SET leased_until = now() - interval '1 second' WHERE id = $1`, [made.id]);
        return submitted;
      });
      rail.onSubmit('declines');
      await turn();
      expect([(await read(made)).status, (await figures())[1]]).toEqual(['requested', '5000.00']);
      rail.forget(made.id);
      await again(made);
      expect((await read(made)).status).toBe('processing');
      await notified(made, 'refund.completed');
    });

    it('is left to staff when the provider has none 12 hours after the first call (rule 17.14)', async () => {
      const made = await refund(await aPayment(), '5000');
      rail.forgetsKeys = true;
      rail.onSubmit('down');
      await turn();
      await system.query(`UPDATE refunds SET key_used_at = now() - interval '13 hours' WHERE id = $1`, [made.id]);
      await again(made);
      expect(rail.calls.map(({ method }) => method)).toEqual(['submit', 'find']);
      expect((await read(made)).status).toBe('requested');
      expect(log.lines.at(-1)).toMatchObject({ level: 'error', fields: { refund_id: made.id } });
      await notified(made, 'refund.failed');
    });

    it('of a part leaves the payment credited, and the rest refundable', async () => {
      const id = await aPayment();
      const made = await refund(id, '5000');
      await notified(made, 'refund.completed');

      expect(await payment(id)).toEqual({ status: 'credited', refunded_amount: '5000.00' });
      expect((await refund(id)).amount.toFixed()).toBe('10000.00');
    });

    it('at a converted payment takes the payment’s own rate, whatever the rate is now', async () => {
      await aPayment({ amount: '200000' });
      const id = await aPayment({ currency: 'BRL', amount: '500', amountType: 'charge' }, 'brl_pix');
      const made = await refund(id, '100');

      expect([made.walletAmount.toString(), made.exchangeRate]).toEqual(['20000.00 ARS', '200']);
      await notified(made, 'refund.completed');
    });

    it('names the request of the provider’s notification in its event (rule 13.20)', async () => {
      const id = await aPayment({ webhookUrl: 'http://127.0.0.1:9/hook' });
      await notified(await refund(id, '5000'), 'refund.completed');
      const events = await system.query(
        `SELECT request_id FROM webhook_events WHERE account_id = $1 AND type = 'payment.returned'`,
        [merchant.account.id],
      );
      expect(events).toEqual([{ request_id: 'request-1' }]);
    });

    it('keeps the request that ordered it, for its event, its trace and its log (rules 13.20 and 16.24)', async () => {
      const spans = RecordedSpans.start();
      const id = await aPayment({ webhookUrl: 'http://127.0.0.1:9/hook' });
      const made = await refund(id, '5000');
      rail.onSubmit('down');
      await turn();
      rail.complete({ refundId: made.id, amount: made.amount });
      await again(made);
      await spans.stop();

      expect(await read(made)).toMatchObject({ status: 'completed', requestId: 'order-1' });
      const handedOver = spans.started.filter(({ name }) => name === 'hand over refund');
      expect(handedOver.map(({ requestId }) => requestId)).toEqual(['order-1', 'order-1']);
      expect(log.lines).toMatchObject([{ fields: { refund_id: made.id, request_id: 'order-1' } }]);
      const sql = `SELECT request_id FROM webhook_events WHERE account_id = $1 AND type = 'payment.returned'`;
      expect(await system.query(sql, [merchant.account.id])).toEqual([{ request_id: 'order-1' }]);
    });

    it('publishes payment.returned with what it gave back, and the link stays completed', async () => {
      const id = await aPayment({ webhookUrl: 'http://127.0.0.1:9/hook' });
      const made = await refund(id, '5000');
      await notified(made, 'refund.completed');
      const [row] = await system.query<{ body: string }>(
        `SELECT body FROM webhook_events WHERE account_id = $1 AND type = 'payment.returned'`,
        [merchant.account.id],
      );

      expect(JSON.parse(row!.body)).toMatchObject({
        data: {
          status: 'completed',
          return: { type: 'refund', id: made.id, amount: '5000.00', currency: 'ARS', wallet_amount: '5000.00' },
        },
      });
    });

    it('that the provider declines releases the hold, and leaves the payment as it was', async () => {
      const id = await aPayment();
      const made = await refund(id);
      rail.onSubmit('declines');
      await turn();

      expect(await read(made)).toMatchObject({ status: 'failed', failureReason: 'The card is closed.' });
      expect([await figures(), await payment(id)]).toEqual([
        ['28530.00', '0.00'],
        { status: 'credited', refunded_amount: '0.00' },
      ]);
      expect((await refund(id)).amount.toFixed()).toBe('15000.00');
    });

    it('is not submitted again when only the response was lost (rule 17.11)', async () => {
      const made = await refund(await aPayment());
      rail.onSubmit('accepts_but_throws');
      await turn();
      expect((await read(made)).status).toBe('requested');
      await again(made);

      expect([(await read(made)).status, rail.calls.map(({ method }) => method)]).toEqual([
        'processing',
        ['submit', 'find'],
      ]);
    });

    it('changes nothing when the same fact arrives on many connections', async () => {
      const id = await aPayment();
      const made = await refund(id, '5000');
      await Promise.all(Array.from({ length: 20 }, () => notified(made, 'refund.completed')));

      expect([await figures(), await payment(id)]).toMatchObject([
        ['23530.00', '0.00'],
        { refunded_amount: '5000.00' },
      ]);
    });

    it('is settled by its own provider only', async () => {
      const made = await refund(await aPayment(), '5000');
      expect(await codeOf(notified(made, 'refund.completed', 'sandbox_cards'))).toBe('REFUND_NOT_FOUND');
      expect((await read(made)).status).toBe('requested');
    });
  });

  describe('a refund that its provider reports otherwise than it ended', () => {
    const casesOf = async ({ id }: Refund) =>
      (await system.get(Cases).list({ status: 'open', limit: 500 })).filter(({ subject }) => subject.id === id);
    const resolve = ({ id }: Case, book?: Booking) =>
      system.get(UnitOfWork).run((tx) => system.get(Cases).resolve(tx, id, { reason: 'Case 118', book, by: 'ana' }));
    const mails = async ({ id }: Refund) => {
      const sql = `SELECT dedupe_key FROM mail_messages WHERE dedupe_key LIKE $1 ORDER BY created_at, id`;
      const rows = await system.query<{ dedupe_key: string }>(sql, [`reversal:${id}:%`]);
      return rows.map(({ dedupe_key }) => dedupe_key.split(':')[2]);
    };
    let made: Refund;
    let id: string;

    beforeEach(async () => {
      await aPayment();
      id = await aPayment();
      made = await refund(id);
      await system.query(`UPDATE accounts SET email = 'shop@example.com' WHERE id = $1`, [merchant.account.id]);
    });

    it('failed after it had succeeded: moves nothing, is a case, and the merchant gets one mail (rule 17.12)', async () => {
      await notified(made, 'refund.completed');
      await notified(made, 'refund.failed');
      await notified(made, 'refund.failed');

      expect(await read(made)).toMatchObject({
        status: 'completed',
        failureReason: expect.stringContaining('falló después'),
      });
      expect([await figures(), await payment(id)]).toMatchObject([['13530.00', '0.00'], { status: 'refunded' }]);
      const opened = await casesOf(made);
      const about = { kind: 'refund_reversed', amount: '15000.00', proposal: 'book_returned', paymentId: id };
      expect(opened).toMatchObject([about, about]);
      expect(await mails(made)).toEqual(['refund_completed', 'refund_doubted']);
    });

    it('and was booked as returned, is failed, and the payment can be refunded again (rule 17.12)', async () => {
      await notified(made, 'refund.completed');
      await notified(made, 'refund.failed');
      const [found] = await casesOf(made);
      const tries = await Promise.allSettled(Array.from({ length: 5 }, () => resolve(found!, 'returned')));

      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await read(made)).toMatchObject({
        status: 'failed',
        completedAt: null,
        failureReason: expect.any(String),
      });
      expect([await figures(), await payment(id)]).toEqual([
        ['28530.00', '0.00'],
        { status: 'credited', refunded_amount: '0.00' },
      ]);
      expect(await mails(made)).toEqual(['refund_completed', 'refund_doubted', 'refund_reversed']);
      const second = await refund(id);
      await notified(second, 'refund.completed');
      expect([await figures(), await payment(id)]).toMatchObject([['13530.00', '0.00'], { status: 'refunded' }]);
    });

    it('and is resolved without an entry, stays completed, and is in doubt no more (rule 17.12)', async () => {
      await notified(made, 'refund.completed');
      await notified(made, 'refund.failed');
      await resolve((await casesOf(made))[0]!);
      expect(await read(made)).toMatchObject({ status: 'completed', failureReason: null });
      expect([await figures(), await payment(id)]).toMatchObject([['13530.00', '0.00'], { status: 'refunded' }]);
    });

    it('of a part at a converted payment gives exactly its share back (rule 17.12)', async () => {
      await aPayment({ amount: '200000' });
      const brl = await aPayment({ currency: 'BRL', amount: '500', amountType: 'charge' }, 'brl_pix');
      const [before] = await figures();
      const [first, rest] = [await refund(brl, '100'), await refund(brl)];
      await notified(first, 'refund.completed');
      await notified(rest, 'refund.completed');
      await notified(first, 'refund.failed');
      await resolve((await casesOf(first))[0]!, 'returned');
      expect((await refund(brl)).walletAmount.toFixed()).toBe(first.walletAmount.toFixed());
      expect(Money.of(before!, 'ARS').minus(rest.walletAmount).toFixed()).toBe((await figures())[0]);
    });

    it('made after it had failed: moves nothing until staff book it, whatever is available (rule 19.6)', async () => {
      await notified(made, 'refund.failed');
      await notified(made, 'refund.completed');
      expect([await figures(), await payment(id)]).toMatchObject([['28530.00', '0.00'], { status: 'credited' }]);
      const spent = { walletId: merchant.wallet.id, amount: Money.of('-20000', 'ARS'), reason: 'Spent' };
      await system
        .get(UnitOfWork)
        .run((tx) => system.get(LedgerService).adjust(tx, { ...spent, occurredAt: new Date() }));
      const [found] = await casesOf(made);
      expect(found).toMatchObject({ kind: 'contradiction', proposal: 'book_paid', amount: '15000.00' });
      await resolve(found!, 'paid');

      expect(await read(made)).toMatchObject({ status: 'completed', failedAt: null, failureReason: null });
      expect([await figures(), await payment(id)]).toMatchObject([['-6470.00', '0.00'], { status: 'refunded' }]);
    });

    it('made after it had failed and the payment was refunded otherwise, offers nothing to book (rule 17.18)', async () => {
      await notified(made, 'refund.failed');
      await notified(await refund(id, '10000'), 'refund.completed');
      await notified(made, 'refund.completed');
      const [found] = await casesOf(made);
      expect(found).toMatchObject({ kind: 'contradiction', proposal: 'adjust_wallet' });
      await expect(resolve(found!, 'paid')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
      expect(await payment(id)).toEqual({ status: 'credited', refunded_amount: '10000.00' });
    });

    describe('and is reversed or corrected: books:verify sees', () => {
      const seen = async (sql: string, refundId: string) => {
        const violations = await foundAfter(system.source, (forger) => forger.sql(sql, refundId));
        return violations.map((violation) => violation.split(' ', 1)[0]);
      };
      const reversed = async () => {
        await notified(made, 'refund.completed');
        await notified(made, 'refund.failed');
        await resolve((await casesOf(made))[0]!, 'returned');
      };
      const corrected = async () => {
        await notified(made, 'refund.failed');
        await notified(made, 'refund.completed');
        await resolve((await casesOf(made))[0]!, 'paid');
      };

      it.each<[string, string, string[]]>([
        [
          'a reversed refund without its entry',
          `DELETE FROM journal_entries WHERE idempotency_key = 'refund-reversal:' || $1`,
          ['reversed_refund_has_an_entry'],
        ],
        [
          'a reversal of a refund that is only failed',
          'UPDATE refunds SET corrected_at = NULL WHERE id = $1',
          ['entry_has_a_record', 'refund_status_fits_its_hold'],
        ],
        [
          'a reversed refund that is completed',
          `UPDATE refunds SET status = 'completed', completed_at = now(), failed_at = NULL WHERE id = $1`,
          ['entry_has_a_record', 'payment_knows_its_refunds', 'refund_status_fits_its_hold'],
        ],
        [
          'a reversal of another amount',
          'UPDATE refunds SET wallet_amount = 14000 WHERE id = $1',
          ['entry_moves_what_its_record_says', 'refund_has_its_hold'],
        ],
      ])('%s (rule 17.12)', async (_what, sql, rules) => {
        await reversed();
        expect(await seen(sql, made.id)).toEqual(expect.arrayContaining(rules));
      });

      it.each<[string, string, string[]]>([
        [
          'a corrected refund without its entry',
          `DELETE FROM journal_entries WHERE idempotency_key = 'refund:' || $1`,
          ['completed_refund_has_an_entry'],
        ],
        [
          'a refund that was completed without its hold and not corrected',
          'UPDATE refunds SET corrected_at = NULL WHERE id = $1',
          ['refund_status_fits_its_hold'],
        ],
        [
          'a corrected refund that is open',
          `UPDATE refunds SET status = 'processing', completed_at = NULL WHERE id = $1`,
          ['refund_was_corrected_once', 'payment_knows_its_refunds', 'entry_has_a_record'],
        ],
      ])('%s (rule 17.18)', async (_what, sql, rules) => {
        await corrected();
        expect(await seen(sql, made.id)).toEqual(expect.arrayContaining(rules));
      });
    });

    it('refused for want of funds is one case until the provider takes it (rule 17.17)', async () => {
      rail.onSubmit('empty_account');
      await turn();
      const [found, ...others] = await casesOf(made);
      expect([found, others]).toMatchObject([{ kind: 'provider_funds', proposal: 'fill_account', paymentId: id }, []]);
      await again(made);
      expect([(await read(made)).status, await casesOf(made)]).toEqual(['processing', []]);
    });
  });

  describe('a refund is rejected', () => {
    it('beyond what is left of the payment, and says what that is', async () => {
      await aPayment();
      const id = await aPayment();
      await refund(id, '10000');

      await expect(refund(id, '5000.01')).rejects.toMatchObject({
        code: 'REFUND_EXCEEDS_PAYMENT',
        details: { meta: { refundable: '5000.00', currency: 'ARS' } },
      });
    });

    it('beyond what the wallet has available', async () => {
      expect(await codeOf(refund(await aPayment()))).toBe('INSUFFICIENT_AVAILABLE_BALANCE');
    });

    it('of a payment that was refunded, is in process or was returned', async () => {
      await aPayment();
      const id = await aPayment();
      await notified(await refund(id), 'refund.completed');
      expect(await codeOf(refund(id))).toBe('refunded');
      await system.query(`UPDATE received_payments SET status = 'credited', refunded_amount = 0 WHERE id = $1`, [id]);
      expect(await codeOf(refund(id))).toBe('refunded');
      await system.query(`UPDATE received_payments SET status = 'refunded', refunded_amount = 15000 WHERE id = $1`, [
        id,
      ]);
    });

    it('of a payment of another account', async () => {
      const id = await aPayment();
      merchant = await system.merchant();
      expect(await codeOf(refund(id))).toBe('RECEIVED_PAYMENT_NOT_FOUND');
    });

    it.each(['0', '-1'])('of %s', async (amount) => {
      expect(await codeOf(refund(await aPayment(), amount))).toBe('VALIDATION_FAILED');
    });
  });

  describe('refunds of one payment at the same moment', () => {
    it('never take more than the payment, nor more than the wallet has (rule 17.1)', async () => {
      await aPayment();
      const id = await aPayment();
      const codes = await Promise.all(Array.from({ length: 12 }, () => codeOf(refund(id, '4000'))));

      expect(codes.filter((code) => code === 'done')).toHaveLength(3);
      expect(new Set(codes)).toEqual(new Set(['done', 'REFUND_EXCEEDS_PAYMENT']));
      expect(await figures()).toEqual(['28530.00', '12000.00']);
    });

    it('and of others never take more than the wallet has', async () => {
      const ids = [await aPayment(), await aPayment(), await aPayment()];
      const codes = await Promise.all(ids.flatMap((id) => [codeOf(refund(id, '8000')), codeOf(refund(id, '7000'))]));

      expect(codes.filter((code) => code === 'done').length).toBeLessThan(6);
      const [balance, reserved] = (await figures()) as [string, string];
      expect(Money.of(reserved, 'ARS').isGreaterThan(Money.of(balance, 'ARS'))).toBe(false);
    });
  });
});
