import { newId } from '@app/kernel';
import { MigrationTrial, WEBHOOK_MONTHS } from '../../../../test/support/migration-trial';
import { insertAccount } from '../testing/postgres-queue.subject';

describe('the migration that lets the panel list deliveries', () => {
  it('finds the links of events that are stored, and can be undone and done again', async () => {
    const migrations = await MigrationTrial.of('0013-panel-deliveries', '0024-webhook-queue', ...WEBHOOK_MONTHS);
    const { source } = migrations;
    try {
      const accountId = await insertAccount(source);
      const [linkId, paid, outflow] = [newId(), newId(), newId()];
      await source.query(
        `INSERT INTO audit_log (actor_type, actor, action, object_type, object_id) VALUES ('api_key', 'k', 'a.b', 'a', '1')`,
      );
      await migrations.down();
      for (const [id, data] of [
        [paid, { payment_link_id: linkId, status: 'completed' }],
        [outflow, { payout_id: newId(), status: 'completed' }],
      ] as const) {
        await source.query(
          `INSERT INTO webhook_events (id, account_id, type, body, created_at) VALUES ($1, $2, 'payment.completed', $3, now())`,
          [id, accountId, JSON.stringify({ id, event: 'payment.completed', data })],
        );
      }
      await migrations.up();

      const events = await source.query('SELECT id, payment_link_id FROM webhook_events ORDER BY payment_link_id');
      expect(events).toEqual([
        { id: paid, payment_link_id: linkId },
        { id: outflow, payment_link_id: null },
      ]);
    } finally {
      await migrations.end();
    }
  });
});
