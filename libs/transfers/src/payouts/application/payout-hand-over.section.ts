import type { Actor } from '@app/accounts';
import { expectBooksBalanced } from '@app/books/testing';
import { Money } from '@app/kernel';
import type { DataSource } from 'typeorm';
import { createDataSource } from '@app/platform';
import { RecordedSpans } from '@app/platform/testing';
import { until } from '../../../../../test/support/conditions';
import { createScratchDatabase } from '../../../../../test/support/test-database';
import { postgresPayouts } from '../../testing/payouts-harness';
import type { Payout } from '../domain/payout';

const HELD = { balance: '100000.00', reserved: '10000.00' };
const PAID = { balance: '90000.00', reserved: '0.00' };
const FREE = { balance: '100000.00', reserved: '0.00' };
/** The request that ordered the payout. */
const ORDER = 'order-1';
const STAFF: Actor = { type: 'staff', name: 'ana' };
const TEXT: unknown = expect.stringMatching(/./);

/** Gives up calls to the rail after 20 ms instead of 10 s. */
const beImpatient = () => {
  const { setTimeout: real } = globalThis;
  const quick = (call: () => void, ms?: number, ...more: []) => real(call, ms === 10_000 ? 20 : ms, ...more);
  jest.spyOn(globalThis, 'setTimeout').mockImplementation(quick as typeof setTimeout);
};

describe('PayoutHandOver', () => {
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
    payout = await system.ordered(ORDER);
  });

  afterEach(async () => {
    jest.restoreAllMocks();
    await expectBooksBalanced(source);
    await source.query('UPDATE payouts SET next_attempt_at = NULL');
  });

  afterAll(async () => {
    await source.destroy();
    await database.drop();
  });

  const state = () => system.stateOf(payout);
  const entries = () => system.entriesOf(payout);
  const calls = () => system.rail.calls.filter(({ payoutId }) => payoutId === payout.id).map(({ method }) => method);
  const eventsOf = () => system.events.published.map(({ type }) => type);
  /** The next attempt, now. */
  const again = async () => {
    await system.makeDue(payout);
    await system.turn();
  };

  describe('the first attempt', () => {
    it('submits what the recipient gets, and keeps the hold until the rail has paid', async () => {
      await system.turn();

      expect(system.rail.orderOf(payout.id)).toMatchObject({
        amount: payout.figures.destinationAmount,
        instant: false,
        comment: null,
        email: payout.notices.beneficiary ?? payout.notices.merchant,
        destination: { name: 'Ana Suárez', country: 'AR', bank: { cbu: '2850590940090418135201' } },
      });
      expect(await state()).toMatchObject({
        status: 'processing',
        reference: `mem_${payout.id}`,
        history: ['requested', 'processing'],
        ...HELD,
        attempts: 1,
        error: null,
        seconds: 60,
      });
      expect([calls(), await entries(), eventsOf()]).toEqual([['submit'], [], []]);
    });

    it('fails a payout that the rail declines: the hold is released and nothing is posted', async () => {
      system.rail.onSubmit('declines');
      await system.turn();

      expect(await state()).toMatchObject({
        status: 'failed',
        reason: 'The account is closed.',
        history: ['requested', 'failed'],
        ...FREE,
        attempts: 1,
        error: null,
        seconds: null,
      });
      expect([await entries(), eventsOf()]).toEqual([[], ['payout.failed']]);
      expect(system.events.published).toMatchObject([{ requestId: ORDER }]);
    });

    it('keeps a payout open whose rail has an empty account, and the next is another submission (rule 11.13)', async () => {
      system.rail.onSubmit('empty_account', 'down');
      await system.turn();
      const error = 'the account is empty';
      expect(await state()).toMatchObject({ status: 'requested', history: ['requested'], ...HELD, attempts: 1, error });
      await again();
      await again();

      expect(await state()).toMatchObject({ status: 'processing', ...HELD, error: null });
      const submissions = system.rail.calls.flatMap(({ submission }) => submission ?? []);
      expect(submissions).toEqual([1, 2, 2]);
    });

    describe('that its rail refuses for want of funds', () => {
      const refusedFor = (days: number) =>
        source.query(`UPDATE payouts SET case_opened_at = now() - $2 * interval '1 day' WHERE id = $1`, [
          payout.id,
          days,
        ]);

      it('is tried again after 1, 5 and 30 minutes, 2 hours, and then every 6 hours (rule 11.17)', async () => {
        system.rail.onSubmit(...Array<'empty_account'>(6).fill('empty_account'));
        const delays: (number | null)[] = [];
        await system.turn();
        delays.push((await state()).seconds);
        for (let more = 0; more < 5; more++) {
          await again();
          delays.push((await state()).seconds);
        }
        expect(delays.map((seconds) => Math.round((seconds ?? 0) / 60))).toEqual([1, 5, 30, 120, 360, 360]);
      });

      it('is tried again a minute after the first refusal, however many calls failed before (rule 11.17)', async () => {
        system.rail.onSubmit('down', 'empty_account');
        await system.turn();
        await again();
        expect((await state()).seconds).toBe(60);
      });

      it('is one case, and not a stuck payout besides, until the rail takes it (rule 11.17)', async () => {
        system.rail.onSubmit('empty_account', 'empty_account');
        await system.turn();
        await again();
        const about = { kind: 'provider_funds', amount: '9840.00', outcome: 'the account is empty' };
        expect(await system.casesOf(payout)).toMatchObject([
          { ...about, proposal: 'fill_account', accountId: payout.accountId },
        ]);
        expect(await system.admin.listStuck(10)).toEqual([]);
        await again();

        expect(await state()).toMatchObject({ status: 'processing', ...HELD });
        expect(await system.casesOf(payout)).toEqual([]);
      });

      it('waits for staff after 7 days, who try again or fail it at once (rule 11.17)', async () => {
        system.rail.onSubmit('empty_account', 'empty_account', 'empty_account');
        await system.turn();
        await refusedFor(6);
        await again();
        expect((await state()).seconds).toBeGreaterThan(0);
        await refusedFor(8);
        await again();
        expect(await state()).toMatchObject({ status: 'requested', ...HELD, seconds: null });
        await system.admin.fail(payout.id, 'We could not pay it.', STAFF);

        expect(await state()).toMatchObject({ status: 'failed', balance: '100000.00', reserved: '0.00' });
        expect(await system.casesOf(payout)).toEqual([]);
      });

      it('is shown to the merchant as requested, without the words of the rail', async () => {
        system.rail.onSubmit('empty_account');
        await system.turn();
        const { payout: shown } = await system.payouts.read(payout.accountId, payout.id);
        expect(shown).toMatchObject({ status: 'requested', failureReason: null });
        expect(JSON.stringify([shown, system.mail.sent, system.events.published])).not.toContain('empty');
      });

      it('opens no case when another worker has taken it', async () => {
        const [claimed] = await system.uow.once((tx) => system.queue.claimDue(tx, 1, 1, []));
        const lost = { id: payout.id, lease: new Date(0), inMs: 1, error: 'empty', isRefused: true };
        expect(claimed?.payout.id).toBe(payout.id);
        expect(await system.uow.run((tx) => system.queue.leaveToStaff(tx, lost))).toBe(false);
        expect(await state()).toMatchObject({ error: null });
      });
    });

    it('belongs to the trace of the request that ordered the payout, and so does the next (rule 16.24)', async () => {
      const spans = RecordedSpans.start();
      system.rail.onSubmit('down');
      await system.turn();
      await again();
      await spans.stop();

      const handedOver = spans.started.filter(({ name }) => name === 'hand over payout');
      expect(handedOver).toMatchObject(
        [1, 2].map((attempt) => ({ requestId: ORDER, attributes: { payout_id: payout.id, attempt } })),
      );
    });

    it('does not tell the rail which request ordered the payout', async () => {
      await system.turn();
      expect(JSON.stringify(system.rail.orderOf(payout.id))).not.toContain(ORDER);
    });

    it('is the last one for a closed payout, even if it becomes due', async () => {
      system.rail.onSubmit('declines');
      await system.turn();
      await again();
      expect(calls()).toEqual(['submit']);
    });

    it.each(['down', 'slow', 'accepts_but_throws', 'accepts_but_slow'] as const)(
      'decides nothing when the rail fails (%s)',
      async (trouble) => {
        beImpatient();
        system.rail.onSubmit(trouble);
        await system.turn();

        const { error, ...rest } = await state();
        expect(rest).toMatchObject({ status: 'requested', history: ['requested'], ...HELD, attempts: 1, seconds: 5 });
        expect(error).toMatch(/down|in time|lost/);
        expect([await entries(), eventsOf()]).toEqual([[], []]);
        const fields = { payout_id: payout.id, request_id: ORDER, attempt: 1 };
        expect(system.log.lines).toMatchObject([{ level: 'warn', fields }]);
      },
    );

    it('does not submit once a suspended process has lost half of its lease', async () => {
      const worker = system.handOver();
      const claim = system.queue.claimDue.bind(system.queue);
      jest.spyOn(system.queue, 'claimDue').mockImplementation(async (...of) => {
        const claimed = await claim(...of);
        system.clock.advance(30_001);
        return claimed;
      });
      await system.turn(worker);

      expect(calls()).toEqual([]);
      expect(await state()).toMatchObject({ status: 'requested', error: 'the lease of the payout is nearly over' });
    });
  });

  describe('a rail that ignores the signal', () => {
    it('is given up, and what it accepted is found by the next attempt (rule 6.10)', async () => {
      beImpatient();
      const submit = system.rail.submit.bind(system.rail);
      jest.spyOn(system.rail, 'submit').mockImplementationOnce(async (order) => {
        await submit(order, new AbortController().signal);
        return new Promise(() => undefined);
      });
      await system.turn();
      expect(await state()).toMatchObject({
        status: 'requested',
        error: 'the provider did not respond in time',
        ...HELD,
      });
      await again();

      expect(await state()).toMatchObject({ status: 'processing', attempts: 2, ...HELD });
      expect(system.rail.countsOf(payout.id).submissions).toBe(1);
    });
  });

  describe('a destination that the key cannot decrypt', () => {
    it('fails its own hand-over, and no other of the batch', async () => {
      const other = await system.ordered();
      await source.query(`UPDATE payouts SET destination_sealed = '\\x00' WHERE id = $1`, [payout.id]);
      await system.turn();

      expect(await state()).toMatchObject({ status: 'requested', attempts: 1, error: TEXT, ...HELD });
      expect(await system.stateOf(other)).toMatchObject({ status: 'processing', error: null });
    });
  });

  describe('the second attempt', () => {
    it.each(['accepts_but_throws', 'accepts_but_slow'] as const)(
      'asks before it submits, and finds what the rail accepted (%s) (rule 11.5)',
      async (trouble) => {
        beImpatient();
        system.rail.onSubmit(trouble);
        await system.turn();
        await again();

        expect(calls()).toEqual(['submit', 'find']);
        expect(system.rail.countsOf(payout.id).submissions).toBe(1);
        expect(await state()).toMatchObject({
          status: 'processing',
          reference: `mem_${payout.id}`,
          attempts: 2,
          error: null,
          ...HELD,
        });
      },
    );

    it('submits again what the rail does not know', async () => {
      system.rail.onSubmit('down');
      await system.turn();
      await again();

      expect(calls()).toEqual(['submit', 'find', 'submit']);
      expect(await state()).toMatchObject({ status: 'processing', attempts: 2, error: null, ...HELD });
    });

    it('submits the same id again when the rail has lost the payout, which pays it once', async () => {
      system.rail.onSubmit('accepts_but_throws').onFind('unknown');
      await system.turn();
      await again();
      system.rail.complete(payout.id);
      await again();

      expect(calls()).toEqual(['submit', 'find', 'submit', 'find']);
      expect(system.rail.countsOf(payout.id)).toEqual({ submissions: 2, paid: 1 });
      expect(await state()).toMatchObject({ status: 'completed', ...PAID });
    });

    it('submits nothing while the rail cannot say, and waits longer each time', async () => {
      beImpatient();
      system.rail.onSubmit('accepts_but_throws').onFind('down', 'slow', 'down');
      await system.turn();
      const delays: (number | null)[] = [];
      for (let attempt = 2; attempt <= 4; attempt += 1) {
        await again();
        delays.push((await state()).seconds);
      }

      expect(calls()).toEqual(['submit', 'find', 'find', 'find']);
      expect(delays).toEqual([10, 20, 40]);
      expect(await state()).toMatchObject({ status: 'requested', attempts: 4, error: 'the rail is down', ...HELD });
    });

    it('applies a payment that the rail has made in the meantime', async () => {
      system.rail.onSubmit('accepts_but_throws');
      await system.turn();
      system.rail.complete(payout.id);
      await again();

      expect(await state()).toMatchObject({
        status: 'completed',
        history: ['requested', 'completed'],
        reference: `mem_${payout.id}`,
        ...PAID,
        seconds: null,
        error: null,
      });
      expect([await entries(), eventsOf()]).toEqual([['payout'], ['payout.completed']]);
    });

    it('keeps the hold when the rail paid another amount, and notifies staff', async () => {
      system.rail.onSubmit('accepts_but_throws');
      await system.turn();
      system.rail.complete(payout.id, Money.of('9839.99', 'ARS'));
      await again();

      const error = 'the provider paid 9839.99 ARS instead of 9840.00 ARS';
      expect(await state()).toMatchObject({ status: 'requested', attempts: 2, error, ...HELD });
      expect([await entries(), eventsOf()]).toEqual([[], []]);
      expect((await system.admin.listStuck(50)).map(({ lastError }) => lastError)).toContain(error);
    });

    it('applies a failure that the rail has decided in the meantime', async () => {
      system.rail.onSubmit('accepts_but_throws');
      await system.turn();
      system.rail.fail(payout.id, 'No such account.');
      await again();

      expect(await state()).toMatchObject({ status: 'failed', reason: 'No such account.', ...FREE, error: null });
      expect([await entries(), eventsOf()]).toEqual([[], ['payout.failed']]);
    });
  });

  describe('a response that arrives after its lease', () => {
    /** The lease runs out while the rail responds. */
    const respondLate = () => {
      const submit = system.rail.submit.bind(system.rail);
      jest.spyOn(system.rail, 'submit').mockImplementationOnce(async (order, signal) => {
        const submitted = await submit(order, signal);
        await source.query(`UPDATE payouts SET leased_until = now() - interval '1 second' WHERE id = $1`, [payout.id]);
        return submitted;
      });
    };

    it('fails nothing, since another worker may have submitted the payout since (rule 11.14)', async () => {
      system.rail.onSubmit('declines');
      respondLate();
      await system.turn();
      expect([await state(), eventsOf()]).toMatchObject([{ status: 'requested', ...HELD }, []]);
      await again();
      expect(await state()).toMatchObject({ status: 'processing', ...HELD });
    });

    it.each([
      ['processing', []],
      ['completed', [{ kind: 'contradiction', proposal: 'book_paid' }]],
    ] as const)(
      'that says %s of a payout which has failed since is a case where it was paid (rule 19.6)',
      async (state, cases) => {
        system.rail.onSubmit('down');
        await system.turn();
        jest.spyOn(system.rail, 'find').mockImplementationOnce(async () => {
          await system.notified(payout, 'payout.failed');
          return { state, reference: 'late', amount: payout.figures.destinationAmount };
        });
        await again();

        expect(await system.stateOf(payout)).toMatchObject({ status: 'failed', ...FREE });
        expect(await system.casesOf(payout)).toMatchObject(cases);
      },
    );

    it('counts when the rail accepted the payout (rule 11.14)', async () => {
      respondLate();
      await system.turn();
      expect(await state()).toMatchObject({ status: 'processing', reference: `mem_${payout.id}`, ...HELD });
    });
  });

  describe('a rail that forgets keys', () => {
    const elapse = (interval: string) =>
      source.query('UPDATE payouts SET key_used_at = key_used_at - $2::interval WHERE id = $1', [payout.id, interval]);
    beforeEach(() => {
      system.rail.forgetsKeys = true;
      system.rail.onSubmit('down');
    });

    it('gets nothing more when it has none of a payout 12 hours after the first call (rule 11.15)', async () => {
      await system.turn();
      await elapse('12 hours 1 second');
      await again();
      await again();

      expect(calls()).toEqual(['submit', 'find', 'find']);
      expect(await state()).toMatchObject({
        status: 'requested',
        ...HELD,
        error: expect.stringMatching('key_expired'),
      });
      expect(system.log.lines.at(-1)).toMatchObject({ level: 'error', fields: { payout_id: payout.id } });
      expect(await system.casesOf(payout)).toMatchObject([{ kind: 'key_expired', proposal: 'use_command' }]);
      await system.notified(payout, 'payout.completed');
      expect(await system.casesOf(payout)).toEqual([]);
    });

    it('is a case of its own beside that of an empty account before (rule 11.15)', async () => {
      system.rail.onSubmit('empty_account', 'down');
      await system.turn();
      await again();
      await again();
      await elapse('12 hours 1 second');
      await again();
      const kinds = (await system.casesOf(payout)).map(({ kind }) => kind);
      expect(kinds.toSorted()).toEqual(['key_expired', 'provider_funds']);
    });

    it('gets the payout again until then, and what it has is taken at any time', async () => {
      await system.turn();
      await elapse('11 hours');
      await again();
      await elapse('11 hours');
      await again();
      expect(calls()).toEqual(['submit', 'find', 'submit', 'find']);
      expect(await state()).toMatchObject({ status: 'processing', error: null });
    });

    it('gets it under a new key after it refused the last one, however long ago that was (rule 11.13)', async () => {
      system.rail.onSubmit('empty_account');
      await system.turn();
      await again();
      await elapse('2 days');
      await source.query(`UPDATE payouts SET created_at = created_at - interval '2 days' WHERE id = $1`, [payout.id]);
      await again();
      expect(calls()).toEqual(['submit', 'find', 'submit', 'find', 'submit']);
      expect(await state()).toMatchObject({ status: 'processing', error: null });
    });
  });

  describe('a rail that is silent after it has accepted', () => {
    it('is asked with growing delays, and the history has one line for it', async () => {
      const delays: (number | null)[] = [];
      await system.turn();
      for (let attempt = 1; attempt <= 8; attempt += 1) {
        delays.push((await state()).seconds);
        await again();
      }

      expect(delays).toEqual([60, 120, 240, 480, 960, 1920, 3600, 3600]);
      expect(calls()).toEqual(['submit', ...Array.from({ length: 8 }, () => 'find')]);
      expect(await state()).toMatchObject({ status: 'processing', history: ['requested', 'processing'], ...HELD });
    });

    it('is not asked before that', async () => {
      await system.turn();
      await system.turn();
      expect(calls()).toEqual(['submit']);
    });

    it('has paid without a fact: the payout completes', async () => {
      await system.turn();
      system.rail.complete(payout.id);
      await again();

      expect(await state()).toMatchObject({
        status: 'completed',
        history: ['requested', 'processing', 'completed'],
        ...PAID,
      });
      expect(await system.notified(payout, 'payout.completed')).toEqual(['superseded']);
      expect(await entries()).toEqual(['payout']);
    });
  });

  describe('a fact that arrives before the hand-over has written its own record', () => {
    it.each([
      ['payout.completed', { status: 'completed', history: ['requested', 'completed'], ...PAID }],
      ['payout.failed', { status: 'failed', history: ['requested', 'failed'], ...FREE }],
    ] as const)('%s stands', async (type, expected) => {
      const submit = system.rail.submit.bind(system.rail);
      const outcomes: string[] = [];
      jest.spyOn(system.rail, 'submit').mockImplementation(async (...of) => {
        const response = await submit(...of);
        outcomes.push(...(await system.notified(payout, type)));
        return response;
      });
      await system.turn();

      expect(outcomes).toEqual([type]);
      expect(await state()).toMatchObject({ ...expected, seconds: null });
    });
  });

  describe('hand-overs at the same time', () => {
    it('claim each of 60 payouts once', async () => {
      const ids = [payout.id];
      while (ids.length < 60) ids.push((await system.ordered()).id);
      const workers = [system.handOver(), system.handOver()];
      const work = async (worker: (typeof workers)[number]) => {
        while (await worker.turn(() => undefined)) await worker.drain(60_000);
        await worker.drain(60_000);
      };
      await Promise.all(workers.map(work));

      expect(system.rail.calls).toHaveLength(60);
      expect(new Set(system.rail.calls.map(({ payoutId }) => payoutId))).toEqual(new Set(ids));
    });

    it('skip a payout that another worker has leased', async () => {
      const { worker, giveUp } = await suspended();
      await system.turn();
      expect((await state()).attempts).toBe(1);
      giveUp();
      await worker.drain(60_000);

      expect(await state()).toMatchObject({ status: 'requested', attempts: 1, seconds: 5 });
    });

    it('do not end the lease of another worker that took over', async () => {
      const { worker, giveUp } = await suspended();
      await system.makeDue(payout);
      const second = await suspended();
      giveUp();
      await worker.drain(60_000);
      expect(await state()).toMatchObject({ status: 'requested', attempts: 2, seconds: 60, error: null });
      second.giveUp();
      await second.worker.drain(60_000);

      expect(await state()).toMatchObject({ status: 'requested', attempts: 2, seconds: 10, error: 'gave up' });
    });

    /** A worker in the middle of a call to the rail, which fails on request. */
    async function suspended() {
      let giveUp: (() => void) | undefined;
      const call = () => new Promise<never>((_, reject) => (giveUp = () => reject(new Error('gave up'))));
      jest.spyOn(system.rail, 'submit').mockImplementationOnce(call);
      const worker = system.handOver();
      await worker.turn(() => undefined);
      return { worker, giveUp: await until('the rail is called', () => giveUp) };
    }
  });
});
