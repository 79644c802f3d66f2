import { newId } from '@app/kernel';
import { createDataSource } from '@app/platform';
import { join } from 'node:path';
import { createScratchDatabase } from '../../../../test/support/test-database';
import { insertAccount } from '../testing/postgres-queue.subject';

const FILES = ['0013-panel-deliveries', '0024-webhook-queue'].map((name) =>
  join(__dirname, `../../../../migrations/${name}.ts`),
);

describe('the migration that lets the panel list deliveries', () => {
  it('finds the links of events that are stored, and can be undone and done again', async () => {
    const scratch = await createScratchDatabase();
    const dataSource = await createDataSource(scratch.url, 2, 'test', FILES).initialize();
    try {
      const accountId = await insertAccount(dataSource);
      const [linkId, paid, outflow] = [newId(), newId(), newId()];
      const [migration, later] = dataSource.migrations;
      const runner = dataSource.createQueryRunner();
      await runner.query(
        `INSERT INTO audit_log (actor_type, actor, action, object_type, object_id) VALUES ('api_key', 'k', 'a.b', 'a', '1')`,
      );
      await later!.down(runner);
      await migration!.down(runner);
      for (const [id, data] of [
        [paid, { payment_link_id: linkId, status: 'completed' }],
        [outflow, { payout_id: newId(), status: 'completed' }],
      ] as const) {
        await runner.query(
          `INSERT INTO webhook_events (id, account_id, type, body, created_at) VALUES ($1, $2, 'payment.completed', $3, now())`,
          [id, accountId, JSON.stringify({ id, event: 'payment.completed', data })],
        );
      }
      await migration!.up(runner);
      await later!.up(runner);
      await runner.release();

      const events = await dataSource.query('SELECT id, payment_link_id FROM webhook_events ORDER BY payment_link_id');
      expect(events).toEqual([
        { id: paid, payment_link_id: linkId },
        { id: outflow, payment_link_id: null },
      ]);
    } finally {
      await dataSource.destroy();
      await scratch.drop();
    }
  });
});
