import { newId, SystemClock, type UnitOfWork } from '@app/kernel';
import { createDataSource, PostgresDatabase, PostgresUnitOfWork } from '@app/platform';
import { createScratchDatabase } from '../../../../test/support/test-database';
import type { DataSource } from 'typeorm';
import { Cases, type CaseSource } from '../application/cases';
import type { Case, NewCase } from '../domain/case';
import { aCase } from '../testing';
import { PostgresCasesRepository } from './postgres-cases.repository';

const aNewCase = (changes: Partial<NewCase> = {}): NewCase => ({
  ...aCase(),
  provider: 'bank',
  key: newId(),
  providerReference: 'p-1',
  amount: '100.00',
  currency: 'ARS',
  expected: null,
  outcome: 'exception:contradiction',
  reportedAt: new Date('2030-01-01T00:00:00.000Z'),
  ...changes,
});

describe('cases', () => {
  let scratch: Awaited<ReturnType<typeof createScratchDatabase>>;
  let source: DataSource;
  let cases: Cases;
  let uow: UnitOfWork;

  beforeAll(async () => {
    // The list and the counts are of all cases of a database.
    scratch = await createScratchDatabase();
    source = await createDataSource(scratch.url, 5, 'test').initialize();
  });
  beforeEach(async () => {
    await source.query('DELETE FROM cases');
    cases = new Cases(new PostgresCasesRepository(new PostgresDatabase(source), new SystemClock()));
    uow = new PostgresUnitOfWork(source);
  });
  afterAll(async () => {
    await source.destroy();
    await scratch.drop();
  });

  async function opened(changes: Partial<NewCase> = {}): Promise<Case> {
    await uow.run((tx) => cases.open(tx, [aNewCase(changes)]));
    const open = await cases.list({ status: 'open', limit: 50 });
    return open.at(-1) as Case;
  }

  const resolve = (id: string, changes = {}) =>
    uow.run((tx) => cases.resolve(tx, id, { reason: 'Case 118', by: 'ana', ...changes }));

  it('are opened once for each key of a provider, also at the same moment (rule 19.2)', async () => {
    const one = aNewCase();
    await Promise.all(Array.from({ length: 8 }, () => uow.run((tx) => cases.open(tx, [one]))));
    await uow.run((tx) => cases.open(tx, [{ ...one, provider: 'other' }]));

    expect(await cases.list({ status: 'open', limit: 50 })).toHaveLength(2);
  });

  it('are listed by kind, account and status (rule 19.1)', async () => {
    const { id } = await opened({ kind: 'deposit' });
    await opened({ kind: 'contradiction' });
    const ids = async (query: object) =>
      (await cases.list({ status: 'open', limit: 50, ...query })).map((one) => one.id);

    expect(await ids({ kind: 'deposit' })).toEqual([id]);
    expect(await ids({ accountId: newId() })).toEqual([]);
    await resolve(id);
    expect(await ids({ kind: 'deposit' })).toEqual([]);
    expect(await ids({ kind: 'deposit', status: 'closed' })).toEqual([id]);
  });

  it('are counted by kind, with the age of the oldest (rule 19.3)', async () => {
    await opened({ kind: 'deposit' });
    await opened({ kind: 'deposit' });
    await source.query(
      `UPDATE cases SET opened_at = now() - interval '1 hour' WHERE id = (SELECT min(id::text)::uuid FROM cases)`,
    );

    const [backlog, ...others] = await cases.backlog();
    expect([backlog, others]).toMatchObject([{ kind: 'deposit', open: 2 }, []]);
    expect(backlog!.oldestSeconds).toBeGreaterThanOrEqual(3_600);
  });

  it('are resolved once, by a person with a reason (rule 19.4)', async () => {
    const { id } = await opened();
    await expect(resolve(id, { reason: ' ' })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    const attempts = await Promise.allSettled([resolve(id), resolve(id), resolve(id)]);

    expect(attempts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(await cases.show(id)).toMatchObject({ status: 'closed', resolvedBy: 'ana', reason: 'Case 118' });
    await expect(resolve(id)).rejects.toMatchObject({ code: 'CASE_RESOLVED' });
    await expect(resolve(newId())).rejects.toMatchObject({ code: 'CASE_NOT_FOUND' });
  });

  it('book what they propose, and nothing else, in the same transaction (rule 19.4)', async () => {
    const booked: string[] = [];
    cases.addBookings({ subjectType: 'payout', book: async (_tx, _found, booking) => void booked.push(booking) });
    const { id } = await opened({ proposal: 'book_paid' });

    await expect(resolve(id, { book: 'returned' })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(booked).toEqual([]);
    await resolve(id, { book: 'paid' });
    expect(booked).toEqual(['paid']);
  });

  it('stay open when the booking fails', async () => {
    const book = () => Promise.reject(new Error('no'));
    cases.addBookings({ subjectType: 'payout', book });
    const { id } = await opened({ proposal: 'book_paid' });

    await expect(resolve(id, { book: 'paid' })).rejects.toThrow('no');
    expect((await cases.show(id)).status).toBe('open');
  });

  it('are closed by the event that settles them, without a person (rule 19.5)', async () => {
    const [byKey, bySubject] = [await opened({ key: 'k-1' }), await opened({ subject: { type: 'refund', id: 'r-1' } })];
    await uow.run(async (tx) => {
      await cases.closeByKey(tx, 'bank', ['k-1'], 'The payment arrived.');
      await cases.closeAbout(tx, bySubject.subject, ['contradiction'], 'The refund failed.');
    });

    expect(await cases.show(byKey.id)).toMatchObject({
      status: 'closed',
      resolvedBy: null,
      reason: 'The payment arrived.',
    });
    expect(await cases.show(bySubject.id)).toMatchObject({ status: 'closed', reason: 'The refund failed.' });
  });

  it('include the records that a command of their own closes (rule 19.1)', async () => {
    const own = await opened();
    const stuck: Case = { ...own, id: newId(), kind: 'payout_stuck', openedAt: new Date(own.openedAt.getTime() - 1) };
    const source: CaseSource = {
      kind: 'payout_stuck',
      closedBy: 'payouts:retry or payouts:fail',
      list: async () => [stuck],
      find: async (id) => (id === stuck.id ? stuck : undefined),
      backlog: async () => ({ open: 1, oldestSeconds: 5 }),
    };
    cases.addSource(source);

    expect(await cases.list({ status: 'open', limit: 50 })).toEqual([stuck, own]);
    expect(await cases.list({ status: 'open', kind: 'payout_stuck', limit: 50 })).toEqual([stuck]);
    expect(await cases.show(stuck.id)).toEqual(stuck);
    await expect(resolve(stuck.id)).rejects.toMatchObject({
      code: 'CASE_CLOSED_ELSEWHERE',
      message: expect.stringContaining('payouts:retry'),
    });
    expect(await cases.backlog()).toContainEqual({ kind: 'payout_stuck', open: 1, oldestSeconds: 5 });
  });
});
