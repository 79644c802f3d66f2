import { createDataSource, PostgresDatabase, PostgresUnitOfWork } from '@app/platform';
import type { DataSource } from 'typeorm';
import { createScratchDatabase } from '../../../../test/support/test-database';
import { notificationsRepositoryContract, type NotificationsRepositorySubject } from '../testing';
import { PostgresNotificationsRepository } from './postgres-notifications.repository';

let scratch: Awaited<ReturnType<typeof createScratchDatabase>>;
let source: DataSource;
let subject: NotificationsRepositorySubject;

beforeAll(async () => {
  scratch = await createScratchDatabase();
  source = await createDataSource(scratch.url, 10, 'test').initialize();
  subject = {
    notifications: new PostgresNotificationsRepository(new PostgresDatabase(source)),
    uow: new PostgresUnitOfWork(source),
    makeDue: async ({ provider, id }, at) => {
      const sql = 'UPDATE provider_notifications SET next_attempt_at = $3 WHERE provider = $1 AND notification_id = $2';
      await source.query(sql, [provider, id, at]);
    },
  };
});
afterAll(async () => {
  await source.destroy();
  await scratch.drop();
});

describe('PostgresNotificationsRepository', () => {
  notificationsRepositoryContract(() => subject);

  it('reads what a process of the previous version has stored, and stores what that process reads', async () => {
    const payer = { name: 'Ana', email: null, document: null };
    await source.query(
      `INSERT INTO provider_notifications (provider, notification_id, type, reference, payer, body)
       VALUES ('sandbox', 'before', 'payment.received', 'ref_before', $1, '{}')`,
      [payer],
    );
    const about = { provider: 'sandbox', reference: 'ref_before' };
    const [before] = await subject.uow.run((tx) => subject.notifications.unsettled(tx, 'collection', [about]));
    expect(before).toMatchObject({ id: 'before', kind: 'collection', details: { payer } });

    const now = { ...before!, id: 'now' };
    await subject.uow.once((tx) => subject.notifications.store(tx, [{ notification: now, body: '{}' }]));
    const sql = `SELECT payer FROM provider_notifications WHERE notification_id = 'now'`;
    expect(await source.query(sql)).toEqual([{ payer }]);
  });
});
