import { Money, newId, RetryTransactionError } from '@app/kernel';
import { expectBooksBalanced } from '@app/books/testing';
import type { DataSource } from 'typeorm';
import { createDataSource } from '@app/platform';
import { until } from '../../../../../test/support/conditions';
import { createScratchDatabase } from '../../../../../test/support/test-database';
import { postgresPayouts } from '../../testing/payouts-harness';
import type { Payout } from '../domain/payout';

const HELD = { balance: '100000.00', reserved: '10000.00' };
const PAID = { balance: '90000.00', reserved: '0.00' };
const ars = (amount: string) => Money.of(amount, 'ARS');
const FREE = { balance: '100000.00', reserved: '0.00' };

describe('PayoutSettlement', () => {
  // A separate database: a hand-over claims every payout that is due.
  let database: Awaited<ReturnType<typeof createScratchDatabase>>;
  let source: DataSource;
  let system: ReturnType<typeof postgresPayouts>;
  let payout: Payout;

  beforeAll(async () => {
    database = await createScratchDatabase();
    source = await createDataSource(database.url, 10, 'test').initialize();
  });

  beforeEach(async () => {
    system = postgresPayouts(source);
    payout = await system.ordered();
  });

  afterEach(async () => {
    await expectBooksBalanced(source);
    await source.query('UPDATE payouts SET next_attempt_at = NULL');
  });

  afterAll(async () => {
    await source.destroy();
    await database.drop();
  });

  const state = () => system.stateOf(payout);
  const entries = () => system.entriesOf(payout);
  const eventsOf = () => system.events.published.map(({ type }) => type);

  describe('a change of a payout', () => {
    const write = (from: Payout, to: Payout) =>
      system.uow.run((tx) => system.payoutsRepository.save(tx, [{ from, to, history: null }]));
    const isRetried = (work: Promise<unknown>) => expect(work).rejects.toThrow(RetryTransactionError);

    it('is retried when the payout has another status than was read, or was returned', async () => {
      const processing: Payout = { ...payout, status: 'processing' };
      await write(payout, processing);
      await isRetried(write(payout, processing));
      expect(await state()).toMatchObject({ status: 'processing', ...HELD });
      await system.notified(payout, 'payout.completed');
      await system.notified(payout, 'payout.returned');
      const completed: Payout = { ...payout, status: 'completed' };
      await isRetried(write(completed, completed));
    });
  });

  describe('a fact of a provider that does not pay the payout', () => {
    it.each(['before it is claimed', 'after'])('is rejected as unknown, and moves nothing: %s', async (when) => {
      if (when === 'after') await system.turn();
      const before = await state();
      await expect(system.reported(payout, 'payout.completed', 'another')).rejects.toMatchObject({
        code: 'PAYOUT_NOT_FOUND',
      });
      expect(await state()).toEqual(before);
    });

    it('is no obstacle for its own provider', async () => {
      await system.turn();
      await system.reported(payout, 'payout.completed');
      expect(system.events.published.map(({ requestId }) => requestId)).toEqual(['request-1']);
      expect(await state()).toMatchObject({ status: 'completed', ...PAID });
    });
  });

  describe('the provider of a payout', () => {
    it('is fixed when it is first claimed, whatever the routes say later (rule 6.7)', async () => {
      await system.turn();
      await system.makeDue(payout);
      const elsewhere = [{ country: 'AR', currency: 'ARS', provider: 'another' }];
      const [claimed] = await system.uow.once((tx) => system.queue.claimDue(tx, 1, 60_000, elsewhere));
      expect(claimed?.payout).toMatchObject({ id: payout.id, provider: system.rail.provider });
    });

    it('is missing where no provider pays out to the country: the hold stays, and staff see why (rule 11.7)', async () => {
      const [claimed] = await system.uow.once((tx) => system.queue.claimDue(tx, 1, 60_000, []));
      expect(claimed?.payout.provider).toBeNull();
      expect(() => system.rails.of(claimed!.payout)).toThrow('no provider pays out to AR in ARS');
      expect(await state()).toMatchObject(HELD);
    });
  });

  describe('facts', () => {
    beforeEach(() => system.turn());

    it.each([
      [['payout.completed', 'payout.processing'], ['payout.completed', 'superseded'], 'completed'],
      [['payout.completed', 'payout.completed'], ['payout.completed', 'superseded'], 'completed'],
      [['payout.failed', 'payout.failed'], ['payout.failed', 'superseded'], 'failed'],
      [['payout.failed', 'payout.processing'], ['payout.failed', 'superseded'], 'failed'],
      [['payout.failed', 'payout.completed'], ['payout.failed', 'exception:contradiction (contradiction)'], 'failed'],
      [['payout.failed', 'payout.returned'], ['payout.failed', 'exception:contradiction (contradiction)'], 'failed'],
      [
        ['payout.completed', 'payout.failed'],
        ['payout.completed', 'exception:contradiction (contradiction)'],
        'completed',
      ],
    ] as const)('%j: the second one changes nothing (rule 19.6)', async ([first, second], outcomes, status) => {
      const settled = await system.notified(payout, first);
      const { length: sent } = system.mail.sent;
      settled.push(...(await system.notified(payout, second)));

      expect(settled).toEqual(outcomes);
      expect(await state()).toMatchObject({ status, ...(status === 'failed' ? FREE : PAID) });
      expect(await entries()).toEqual(status === 'failed' ? [] : ['payout']);
      expect([system.mail.sent.length, eventsOf()]).toEqual([sent, [`payout.${status}`]]);
    });

    it('that name another amount need staff and change nothing', async () => {
      const amount = payout.figures.amount;
      expect(await system.notified(payout, 'payout.completed', { amount })).toEqual([
        'exception:amount_mismatch (contradiction)',
      ]);
      expect(await state()).toMatchObject({ status: 'processing', ...HELD });
      await system.notified(payout, 'payout.completed');
    });

    it('of a return refund the net amount, once', async () => {
      await system.notified(payout, 'payout.completed');
      const about = { id: newId(), reason: 'Account closed.' };
      const returned = await system.notified(payout, 'payout.returned', about);
      system.forget();
      const repeated = await system.notified(payout, 'payout.returned', about);

      expect([returned, repeated]).toEqual([['payout.returned'], ['superseded']]);
      expect(await state()).toMatchObject({
        status: 'completed',
        reason: 'Account closed.',
        returned: '9840.00',
        balance: '99840.00',
        reserved: '0.00',
        history: ['requested', 'processing', 'completed', 'returned'],
      });
      expect(await entries()).toEqual(['payout', 'payout_return']);
      expect(system.events.published.map(({ type, data }) => [type, data['status'], data['returned_at']])).toEqual([
        ['payout.completed', 'completed', null],
        ['payout.failed', 'completed', system.clock.now().toISOString()],
      ]);
    });

    it('of returns in parts refund each once, up to the net amount, with a mail and an event each (rule 11.8)', async () => {
      await system.notified(payout, 'payout.completed');
      const { length: sent } = system.mail.sent;
      for (const part of ['840', '4000', '5000']) {
        expect(await system.notified(payout, 'payout.returned', { amount: ars(part) })).toEqual(['payout.returned']);
      }

      expect(await state()).toMatchObject({
        status: 'completed',
        returned: '9840.00',
        balance: '99840.00',
        history: ['requested', 'processing', 'completed', 'returned', 'returned', 'returned'],
      });
      expect(await entries()).toEqual(['payout', 'payout_return', 'payout_return', 'payout_return']);
      expect(eventsOf()).toEqual(['payout.completed', 'payout.failed', 'payout.failed', 'payout.failed']);
      const mails = system.mail.sent
        .slice(sent)
        .map(({ text, dedupeKey }) => [text.match(/Devuelto: (.*)/)?.[1], dedupeKey]);
      expect(mails.map(([amount]) => amount)).toEqual(['840.00 ARS', '4000.00 ARS', '5000.00 ARS']);
      expect(new Set(mails.map(([, key]) => key)).size).toBe(3);
      expect(await system.casesOf(payout)).toEqual([]);
    });

    it('of a return above what is left refund what is left, and leave the rest to staff (rule 11.8)', async () => {
      await system.notified(payout, 'payout.completed');
      await system.notified(payout, 'payout.returned', { amount: ars('9000') });
      const surplus = await system.notified(payout, 'payout.returned', { amount: ars('1000') });
      const more = await system.notified(payout, 'payout.returned', { amount: ars('5') });

      expect([surplus, more]).toEqual(Array(2).fill(['exception:exceeds_payout (payout_returned)']));
      expect(await state()).toMatchObject({ returned: '9840.00', balance: '99840.00' });
      const cases = await system.casesOf(payout);
      expect(cases.map(({ kind, amount, proposal }) => [kind, amount, proposal])).toEqual([
        ['payout_returned', '160.00', 'adjust_wallet'],
        ['payout_returned', '5.00', 'adjust_wallet'],
      ]);
    });

    it.each([
      [Money.of('10', 'BRL'), 'exception:currency_mismatch (payout_returned)'],
      [{ amount: '10.001', currency: 'ARS' }, 'exception:unsupported_amount (payout_returned)'],
    ])('of a return of %j refund nothing, and are a case (rule 11.8)', async (amount, outcome) => {
      await system.notified(payout, 'payout.completed');
      expect(await system.notified(payout, 'payout.returned', { amount })).toEqual([outcome]);
      expect(await state()).toMatchObject({ returned: null, ...PAID });
      expect(await system.casesOf(payout)).toMatchObject([{ kind: 'payout_returned' }]);
    });

    it('of 12 parts at once, of which 10 fit, refund what fits and no more', async () => {
      await system.notified(payout, 'payout.completed');
      const part = { amount: ars('984') };
      await Promise.all(Array.from({ length: 12 }, () => system.notified(payout, 'payout.returned', part)));
      expect(await state()).toMatchObject({ returned: '9840.00', balance: '99840.00' });
      expect((await system.casesOf(payout)).map(({ kind, amount }) => `${kind} ${amount}`)).toEqual(
        Array(2).fill('payout_returned 984.00'),
      );
    });

    it('of a return before the completion wait for it, also in one batch', async () => {
      expect(await system.notified(payout, 'payout.returned')).toEqual([]);
      expect(await state()).toMatchObject({ status: 'processing', ...HELD });
      expect(await system.notified(payout, 'payout.completed')).toEqual(['payout.completed', 'payout.returned']);
      expect(await state()).toMatchObject({
        status: 'completed',
        balance: '99840.00',
        history: ['requested', 'processing', 'completed', 'returned'],
      });
    });

    it('may name the payout in capital letters', async () => {
      const reference = payout.id.toUpperCase();

      expect(await system.notified(payout, 'payout.completed', { reference })).toEqual(['payout.completed']);
    });

    it('give the payout its reference and its reason', async () => {
      await system.notified(payout, 'payout.failed', { providerReference: 'bank-7', reason: 'Wrong holder.' });
      expect(await state()).toMatchObject({ reference: 'bank-7', reason: 'Wrong holder.' });
    });
  });

  describe('what a provider says about a payout that it failed or returned', () => {
    beforeEach(async () => {
      system = postgresPayouts(source, { isSimulated: false });
      payout = await system.ordered();
      await system.turn();
    });
    const shown = async () => {
      const { payout: read } = await system.payouts.read(payout.accountId, payout.id);
      return [read.failureReason, read.providerReason];
    };
    const told = () => JSON.stringify([system.mail.sent, system.events.published]);

    it('is for staff: the merchant reads why in our words and the language of the account (rule 11.20)', async () => {
      await system.notified(payout, 'payout.failed', { reason: 'R03 no_account, contact your account manager' });
      expect(await shown()).toEqual([
        'El banco o el proveedor de pagos no aceptó el pago. Revisa los datos del destinatario.',
        'R03 no_account, contact your account manager',
      ]);
      expect(told()).not.toContain('R03');
      expect(told()).toContain('Revisa los datos del destinatario.');
    });

    it('also of a return (rule 11.20)', async () => {
      await system.notified(payout, 'payout.completed');
      await system.notified(payout, 'payout.returned', { reason: 'AC04' });
      expect(await shown()).toEqual([
        'El banco del destinatario devolvió el dinero. Revisa los datos del destinatario.',
        'AC04',
      ]);
      expect(told()).not.toContain('AC04');
    });

    it('is not what staff say: the merchant reads that (rule 11.20)', async () => {
      await system.uow.run(async (tx) => {
        const steps = await system.postings.begin(tx, [payout.id]);
        steps.take(payout.id, { event: 'fail', reason: 'We closed it.', isOurs: true, providerReference: null });
        await system.postings.write(tx, steps);
      });
      expect(await shown()).toEqual(['We closed it.', null]);
    });
  });

  describe('a payout that failed and was paid', () => {
    beforeEach(async () => {
      await system.turn();
      await system.notified(payout, 'payout.failed', { reason: 'Closed.' });
    });

    it('moves nothing, and its case says what the provider says (rule 11.19)', async () => {
      await system.notified(payout, 'payout.completed');
      expect(await state()).toMatchObject({ status: 'failed', ...FREE });
      expect(await system.casesOf(payout)).toMatchObject([
        { kind: 'contradiction', amount: '9840.00', expected: '9840.00', proposal: 'book_paid' },
      ]);
    });

    it('leaves the wallet when staff book that it was paid, also more than is available (rule 11.19)', async () => {
      const rest = { walletId: payout.walletId, amount: ars('-95000'), reason: 'Spent', occurredAt: new Date() };
      await system.uow.run((tx) => system.ledger.adjust(tx, rest));
      await system.notified(payout, 'payout.completed');
      const [found] = await system.casesOf(payout);
      await expect(system.resolved(found!, 'returned')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
      await system.resolved(found!, 'paid');

      expect(await state()).toMatchObject({
        status: 'completed',
        reason: null,
        balance: '-5000.00',
        reserved: '0.00',
        history: ['requested', 'processing', 'failed', 'completed'],
      });
      expect([await entries(), eventsOf()]).toEqual([['payout'], ['payout.failed', 'payout.completed']]);
      expect(await system.casesOf(payout)).toEqual([]);
    });

    it('is booked once, by however many staff and however many cases (rule 19.9)', async () => {
      await system.notified(payout, 'payout.completed');
      await system.notified(payout, 'payout.completed');
      const cases = await system.casesOf(payout);
      expect(cases).toHaveLength(2);
      const tries = await Promise.allSettled([...cases, ...cases, ...cases].map((one) => system.resolved(one, 'paid')));

      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect([await entries(), await state()]).toMatchObject([['payout'], { status: 'completed', ...PAID }]);
      expect(await system.casesOf(payout)).toHaveLength(1);
    });

    it('can come back after that', async () => {
      await system.notified(payout, 'payout.completed');
      await system.resolved((await system.casesOf(payout))[0]!, 'paid');
      expect(await system.notified(payout, 'payout.returned')).toEqual(['payout.returned']);
      expect(await state()).toMatchObject({ status: 'completed', returned: '9840.00', balance: '99840.00' });
    });

    it('and came back is neither booked as paid nor as returned before staff know both', async () => {
      await system.notified(payout, 'payout.returned');
      const [found] = await system.casesOf(payout);
      await expect(system.resolved(found!, 'returned')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
      await system.resolved(found!);
      expect(await state()).toMatchObject({ status: 'failed', ...FREE });
    });
  });

  describe('a payout that was completed and failed', () => {
    beforeEach(async () => {
      await system.turn();
      await system.notified(payout, 'payout.completed');
    });

    it('refunds the whole rest when staff book that it came back, once (rule 11.19)', async () => {
      await system.notified(payout, 'payout.returned', { amount: ars('840') });
      await system.notified(payout, 'payout.failed');
      const [found] = await system.casesOf(payout);
      expect(found).toMatchObject({ kind: 'contradiction', amount: '9000.00', proposal: 'book_returned' });
      expect(await state()).toMatchObject({ status: 'completed', returned: '840.00', balance: '90840.00' });
      const tries = await Promise.allSettled(Array.from({ length: 5 }, () => system.resolved(found!, 'returned')));

      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await state()).toMatchObject({ status: 'completed', returned: '9840.00', balance: '99840.00' });
      expect(await entries()).toEqual(['payout', 'payout_return', 'payout_return']);
    });

    it('and came back whole in the meantime offers nothing to book', async () => {
      await system.notified(payout, 'payout.failed');
      await system.notified(payout, 'payout.returned');
      const [found] = await system.casesOf(payout);
      await expect(system.resolved(found!, 'returned')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
      expect(await system.notified(payout, 'payout.failed')).toEqual(['superseded']);
      expect(await state()).toMatchObject({ returned: '9840.00', balance: '99840.00' });
    });
  });

  describe('a read while the payout is settled', () => {
    // Two statements read a payout as completed, with a history that did not say so.
    it.each([
      ['the merchant', () => system.payouts.read(payout.accountId, payout.id)],
      [
        'staff',
        async () => {
          const { order, history } = await system.admin.show(payout.id);
          return { payout: order, history };
        },
      ],
    ])('shows %s a state and a history of one moment', async (_reader, read) => {
      const settling = source.createQueryRunner();
      await settling.startTransaction();
      await settling.query('LOCK TABLE payout_history');
      const reading = read();
      await until('the read waits', async () => {
        await settling.query('SELECT pg_stat_clear_snapshot()');
        const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
        return ((await settling.query(waiting)) as unknown[]).length > 0;
      });
      await settling.query(`UPDATE payouts SET status = 'processing' WHERE id = $1`, [payout.id]);
      const line = `INSERT INTO payout_history (payout_id, position, status, at) VALUES ($1, 2, 'processing', now())`;
      await settling.query(line, [payout.id]);
      await settling.commitTransaction();
      await settling.release();

      const { payout: found, history } = await reading;
      expect(history.map(({ status }) => status)).toEqual(['requested', 'processing']);
      expect(found.status).toBe('processing');
    });
  });
});
