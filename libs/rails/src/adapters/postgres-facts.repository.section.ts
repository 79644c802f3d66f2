import { createDataSource, PostgresDatabase, PostgresUnitOfWork } from '@app/platform';
import type { DataSource } from 'typeorm';
import { createScratchDatabase } from '../../../../test/support/test-database';
import { factsRepositoryContract, type FactsRepositorySubject } from '../testing';
import { PostgresFactsRepository } from './postgres-facts.repository';

describe('PostgresFactsRepository', () => {
  let scratch: Awaited<ReturnType<typeof createScratchDatabase>>;
  let source: DataSource;
  let subject: FactsRepositorySubject;

  beforeAll(async () => {
    scratch = await createScratchDatabase();
    source = await createDataSource(scratch.url, 10, 'test').initialize();
    subject = {
      facts: new PostgresFactsRepository(new PostgresDatabase(source)),
      uow: new PostgresUnitOfWork(source),
      makeDue: async ({ provider, id }, at) => {
        const sql =
          'UPDATE provider_notifications SET next_attempt_at = $3 WHERE provider = $1 AND notification_id = $2';
        await source.query(sql, [provider, id, at]);
      },
    };
  });
  afterAll(async () => {
    await source.destroy();
    await scratch.drop();
  });

  factsRepositoryContract(() => subject);

  it('reads what a process of the previous version has stored, and stores what that process reads', async () => {
    const payer = { name: 'Ana', email: null, document: null };
    await source.query(
      `INSERT INTO provider_notifications (provider, notification_id, type, reference, payer, body)
       VALUES ('sandbox', 'before', 'payment.received', 'ref_before', $1, '{}')`,
      [payer],
    );
    const about = { provider: 'sandbox', reference: 'ref_before' };
    const [before] = await subject.uow.run((tx) => subject.facts.findUnsettled(tx, 'collection', [about]));
    expect(before).toMatchObject({ id: 'before', kind: 'collection', details: { payer } });

    const now = { ...before!, id: 'now' };
    await subject.uow.once((tx) => subject.facts.store(tx, [{ fact: now, body: '{}' }]));
    const sql = `SELECT payer FROM provider_notifications WHERE notification_id = 'now'`;
    expect(await source.query(sql)).toEqual([{ payer }]);
  });
});
