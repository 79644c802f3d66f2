import { newId } from '@app/kernel';
import { PostgresDatabase } from '@app/platform';
import { MigrationTrial, WEBHOOK_MONTHS } from '../../../../test/support/migration-trial';
import { QueueDriver } from '../testing/delivery-queue.contract';
import { anEvent } from '../testing/factories';
import { postgresQueueSubject } from '../testing/postgres-queue.subject';
import { PostgresDeliveryLogRepository } from './postgres-delivery-log.repository';

describe('the migration that moves unfinished deliveries to a queue', () => {
  let migration: MigrationTrial;
  beforeAll(async () => {
    migration = await MigrationTrial.of('0024-webhook-queue', '0037-webhook-addresses', ...WEBHOOK_MONTHS);
  });
  afterAll(() => migration.end());

  it('keeps status, schedule, lease and attempts of every delivery, even when it is undone and done again', async () => {
    const { source } = migration;
    const subject = postgresQueueSubject(source);
    const driver = new QueueDriver(() => subject);
    const accountId = await subject.anAccount();
    const [delivered, failed, postponed, leased, due] = [
      await driver.endpoint(accountId),
      await driver.endpoint(accountId),
      await driver.endpoint(accountId),
      await driver.endpoint(accountId),
      { id: accountId },
    ];
    await driver.add(anEvent({ accountId, paymentLinkId: newId(), linkWebhookUrl: 'http://127.0.0.1:9/link' }));
    await driver.complete(await driver.claimOne(delivered.id));
    for (let attempt = 1; attempt <= 5; attempt++) {
      await driver.complete(await driver.claimOne(failed.id), { statusCode: 500 });
      await subject.elapse(5_000);
    }
    await driver.complete(await driver.claimOne(postponed.id), { statusCode: 500 });
    // Its delay must not end while the migration runs.
    await source.query(`UPDATE webhook_queue SET next_attempt_at = now() + interval '1 hour' WHERE endpoint_id = $1`, [
      postponed.id,
    ]);
    const job = await driver.claimOne(leased.id);
    const log = new PostgresDeliveryLogRepository(new PostgresDatabase(source));
    const before = await log.list(accountId, { perPage: 10 });
    expect(before.items.map(({ status }) => status).sort()).toEqual([
      'delivered',
      'failed',
      'pending',
      'pending',
      'pending',
    ]);

    await driver.complete({ deliveryId: newId(), attempt: 1 });
    await migration.down();
    await expect(
      source.query(
        `SELECT status, attempt, completed_at IS NULL AS open FROM webhook_deliveries ORDER BY status, attempt`,
      ),
    ).resolves.toEqual([
      { status: 'delivered', attempt: 1, open: false },
      { status: 'failed', attempt: 5, open: false },
      { status: 'pending', attempt: 0, open: true },
      { status: 'pending', attempt: 1, open: true },
      { status: 'pending', attempt: 1, open: true },
    ]);
    await migration.up();

    await expect(log.list(accountId, { perPage: 10 })).resolves.toEqual(before);
    await expect(driver.load(job)).resolves.toMatchObject({ attempt: 1 });
    await expect(driver.claimed(postponed.id)).resolves.toEqual([]);
    await expect(driver.claimOne(due.id)).resolves.toMatchObject({ attempt: 1 });
  });
});
