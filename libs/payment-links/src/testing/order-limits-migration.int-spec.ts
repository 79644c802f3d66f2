import { createDataSource } from '@app/platform';
import { join } from 'node:path';
import { anException, givenOrder, postgresRepositories } from '.';
import { createScratchDatabase } from '../../../../test/support/test-database';

const FILE = join(__dirname, '../../../../migrations/0019-order-limits-and-returns.ts');

describe('the migration of the limits to orders', () => {
  it('closes the orders that were left open with closed links, and no others', async () => {
    const scratch = await createScratchDatabase();
    const source = await createDataSource(scratch.url, 2, 'test', [FILE]).initialize();
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

      const [migration] = source.migrations;
      const runner = source.createQueryRunner();
      await migration!.down(runner);
      await migration!.up(runner);
      await runner.release();

      const statuses = [active, cancelled, completed].map(({ order }) => subject.orderStatus(order.id));
      expect(await Promise.all(statuses)).toEqual(['open', 'superseded', 'superseded']);
    } finally {
      await source.destroy();
      await scratch.drop();
    }
  });
});
