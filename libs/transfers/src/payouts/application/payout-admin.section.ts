import type { Actor } from '@app/accounts';
import { newId } from '@app/kernel';
import { expectBooksBalanced } from '@app/books/testing';
import { createDataSource } from '@app/platform';
import type { DataSource } from 'typeorm';
import { createScratchDatabase } from '../../../../../test/support/test-database';
import { postgresPayouts } from '../../testing/payouts-harness';
import type { Payout } from '../domain/payout';

const STAFF: Actor = { type: 'staff', name: 'ana' };
const HELD = { balance: '100000.00', reserved: '10000.00' };
const FREE = { balance: '100000.00', reserved: '0.00' };
const REASON = 'Case 118';

const code = (text: string) => ({ code: text });

describe('PayoutAdmin', () => {
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
    await source.query(`UPDATE payouts SET next_attempt_at = NULL, last_error = NULL, created_at = now() + '1 day'`);
  });

  afterAll(async () => {
    await source.destroy();
    await database.drop();
  });

  const state = () => system.stateOf(payout);
  const fail = (reason = REASON) => system.admin.fail(payout.id, reason, STAFF);
  const retry = (id = payout.id) => system.admin.retry(id, STAFF);

  const audited = () => system.audit.entries.filter(({ actor }) => actor === STAFF);
  const entry = (action: string, details: object) => ({
    actor: STAFF,
    action,
    object: { type: 'payout', id: payout.id },
    accountId: payout.accountId,
    details,
  });
  /** As if so much time had passed since the last attempt and since the lease began. */
  const elapse = (minutes: number) =>
    source.query(
      `UPDATE payouts SET attempted_at = attempted_at - $2::interval, leased_until = leased_until - $2::interval,
       next_attempt_at = next_attempt_at - $2::interval WHERE id = $1`,
      [payout.id, `${minutes} minutes`],
    );
  const stuck = async () => (await system.admin.listStuck(50)).map(({ order: { id } }) => id);
  const age = (hours: number, { id } = payout) =>
    source.query(`UPDATE payouts SET created_at = now() - $2 * interval '1 hour' WHERE id = $1`, [id, hours]);

  describe('stuck', () => {
    it('lists open payouts with a failed attempt, or open for over an hour, the oldest first', async () => {
      system.rail.onSubmit('down', 'declines');
      await system.turn();
      const [closed, old, young] = [await system.ordered(), await system.ordered(), await system.ordered()];
      await system.notified(closed, 'payout.failed');
      for (const each of [closed, old]) await age(2, each);
      await age(0.9, young);

      expect(await stuck()).toEqual([old.id, payout.id]);
      expect(await system.admin.countStuck()).toBe(2);
      expect((await system.admin.listStuck(1)).map(({ order: { id } }) => id)).toEqual([old.id]);
    });

    it('shows the attempts and why the last one failed, until one succeeds', async () => {
      system.rail.onSubmit('down');
      await system.turn();
      expect(await system.admin.listStuck(1)).toMatchObject([{ attempts: 1, lastError: 'the rail is down' }]);
      await system.makeDue(payout);
      await system.turn();

      expect(await stuck()).toEqual([]);
      expect(await system.admin.show(payout.id)).toMatchObject({
        order: { id: payout.id, status: 'processing' },
        attempts: 2,
        lastError: null,
        history: [{ status: 'requested' }, { status: 'processing' }],
      });
    });
  });

  describe('retry', () => {
    it('makes an open payout due now, and is in the audit log', async () => {
      system.rail.onSubmit('down');
      await system.turn();
      await retry();
      await system.turn();

      expect(await state()).toMatchObject({ status: 'processing', attempts: 2, ...HELD });
      expect(audited()).toEqual([entry('payout.retried', {})]);
    });

    it('is rejected for a payout that does not exist, is closed or is being handed over', async () => {
      await expect(retry(newId())).rejects.toMatchObject(code('PAYOUT_NOT_FOUND'));
      await system.uow.once((tx) => system.queue.claimDue(tx, 1, 60_000, []));
      await expect(retry()).rejects.toMatchObject(code('VALIDATION_FAILED'));
      await system.notified(payout, 'payout.failed');
      await expect(retry()).rejects.toMatchObject(code('VALIDATION_FAILED'));
      expect(audited()).toEqual([]);
    });
  });

  describe('fail of a payout that no worker has claimed', () => {
    it('asks no provider, since none has it', async () => {
      expect(await fail()).toMatchObject({ status: 'failed', failureReason: REASON });
      expect(system.rail.calls).toEqual([]);
      expect(await state()).toMatchObject(FREE);
    });
  });

  describe('fail', () => {
    beforeEach(() => system.admin.assign(payout.id, system.rail.provider));

    it('fails what the rail does not know, releases the hold, and is in the audit log', async () => {
      expect(await fail()).toMatchObject({ status: 'failed', failureReason: REASON });

      expect(await state()).toMatchObject({ status: 'failed', reason: REASON, seconds: null, ...FREE });
      expect(audited()).toEqual([entry('payout.failed', { reason: REASON, rail: 'unknown' })]);
      expect(system.events.published.map(({ type }) => type)).toEqual(['payout.failed']);
      await system.turn();
      expect(system.rail.calls).toEqual([{ method: 'find', payoutId: payout.id }]);
    });

    it('fails what the rail has given up (rule 11.6)', async () => {
      await system.turn();
      system.rail.fail(payout.id);
      await fail();

      expect(await state()).toMatchObject({
        status: 'failed',
        history: ['requested', 'processing', 'failed'],
        ...FREE,
      });
      expect(audited()).toEqual([entry('payout.failed', { reason: REASON, rail: 'failed' })]);
    });

    it.each(['processing', 'completed'])('is rejected while the rail says that it is %s', async (known) => {
      await system.turn();
      if (known === 'completed') system.rail.complete(payout.id);
      await expect(fail()).rejects.toMatchObject(code('PAYOUT_NOT_FAILABLE'));

      expect(await state()).toMatchObject({ status: 'processing', ...HELD });
      expect(audited()).toEqual([]);
    });

    it('changes nothing while the rail cannot say', async () => {
      system.rail.onFind('down');
      await expect(fail()).rejects.toThrow('the rail is down');

      expect(await state()).toMatchObject({ status: 'requested', ...HELD });
      expect(audited()).toEqual([]);
    });

    it('is rejected while the payout is being handed over, without asking the rail', async () => {
      await system.uow.once((tx) => system.queue.claimDue(tx, 1, 60_000, []));
      await expect(fail()).rejects.toMatchObject(code('PAYOUT_NOT_FAILABLE'));
      expect([system.rail.calls, audited()]).toEqual([[], []]);
    });

    it('is rejected while the rail may still book the last submission, and keeps workers away until it cannot', async () => {
      system.rail.onSubmit('down');
      await system.turn();
      await expect(fail()).rejects.toMatchObject({
        ...code('PAYOUT_NOT_FAILABLE'),
        message: expect.stringMatching(/may still book the last submission; try again within 10 minutes after \d{4}-/),
      });
      expect(await state()).toMatchObject({ status: 'requested', seconds: 25 * 60, ...HELD });
      await elapse(15);
      await system.turn();
      await fail();

      expect(system.rail.calls.map(({ method }) => method)).toEqual(['submit', 'find', 'find']);
      expect(await state()).toMatchObject({ status: 'failed', attempts: 1, ...FREE });
      expect(audited()).toEqual([entry('payout.failed', { reason: REASON, rail: 'unknown' })]);
    });

    it('is rejected when the rail responds after the lease has run out', async () => {
      const find = system.rail.find.bind(system.rail);
      jest.spyOn(system.rail, 'find').mockImplementationOnce(async (...of) => {
        const response = await find(...of);
        await elapse(15);
        return response;
      });
      await expect(fail()).rejects.toMatchObject(code('PAYOUT_NOT_FAILABLE'));

      expect(await state()).toMatchObject({ status: 'requested', ...HELD });
      expect(audited()).toEqual([]);
    });

    it('is rejected when a worker took the payout after the lease had run out', async () => {
      const find = system.rail.find.bind(system.rail);
      jest.spyOn(system.rail, 'find').mockImplementationOnce(async (...of) => {
        const response = await find(...of);
        await elapse(25);
        await system.turn();
        return response;
      });
      await expect(fail()).rejects.toMatchObject(code('PAYOUT_NOT_FAILABLE'));

      expect(await state()).toMatchObject({ status: 'processing', ...HELD });
      expect(system.rail.countsOf(payout.id).submissions).toBe(1);
    });

    it('lets the worker continue at once when the rail has the payout', async () => {
      await system.turn();
      system.rail.complete(payout.id);
      await expect(fail()).rejects.toMatchObject(code('PAYOUT_NOT_FAILABLE'));
      await system.turn();

      expect(await state()).toMatchObject({ status: 'completed', reserved: '0.00' });
    });

    it('keeps the worker away while the rail is asked', async () => {
      const find = system.rail.find.bind(system.rail);
      jest.spyOn(system.rail, 'find').mockImplementationOnce(async (...of) => {
        await system.turn();
        await expect(retry()).rejects.toMatchObject(code('VALIDATION_FAILED'));
        return find(...of);
      });
      await fail();

      expect(system.rail.calls.map(({ method }) => method)).toEqual(['find']);
      expect(await state()).toMatchObject({ status: 'failed', attempts: 0 });
    });

    it('is rejected for a payout that a fact settles in the meantime', async () => {
      const find = system.rail.find.bind(system.rail);
      jest.spyOn(system.rail, 'find').mockImplementationOnce(async (...of) => {
        const response = await find(...of);
        await system.notified(payout, 'payout.completed');
        return response;
      });
      await expect(fail()).rejects.toMatchObject(code('PAYOUT_NOT_FAILABLE'));

      expect(await state()).toMatchObject({ status: 'completed', balance: '90000.00', reserved: '0.00' });
      expect(audited()).toEqual([]);
    });

    it('is rejected for a payout that does not exist or is closed, and without a reason', async () => {
      await expect(system.admin.fail(newId(), REASON, STAFF)).rejects.toMatchObject(code('PAYOUT_NOT_FOUND'));
      await expect(fail(' ')).rejects.toMatchObject(code('VALIDATION_FAILED'));
      await system.notified(payout, 'payout.completed');
      await expect(fail()).rejects.toMatchObject(code('PAYOUT_NOT_FAILABLE'));
      expect([system.rail.calls, audited()]).toEqual([[], []]);
    });
  });
});
