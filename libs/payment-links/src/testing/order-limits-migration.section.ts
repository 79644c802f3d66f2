import { anException, givenOrder, postgresRepositories } from '.';
import { MigrationTrial } from '../../../../test/support/migration-trial';

describe('the migration of the limits to orders', () => {
  it('closes the orders that were left open with closed links, and no others', async () => {
    const migration = await MigrationTrial.of('0019-order-limits-and-returns');
    const { source } = migration;
    try {
      const subject = postgresRepositories(source);
      const [active, cancelled, completed] = [
        await givenOrder(subject),
        await givenOrder(subject, { expiresAt: null }),
        await givenOrder(subject),
      ];
      await subject.forceLink(cancelled.link.id, { status: 'cancelled', currentUses: 0 });
      await subject.forceLink(completed.link.id, { status: 'completed', currentUses: 1 });
      await subject.addException(anException({ status: 'returned' }));
      await subject.addException(anException({ amount: { amount: '1', currency: 'XXX' } }));

      await migration.down();
      await migration.up();

      const statuses = [active, cancelled, completed].map(({ order }) => subject.orderStatus(order.id));
      expect(await Promise.all(statuses)).toEqual(['open', 'superseded', 'superseded']);
    } finally {
      await migration.end();
    }
  });
});
