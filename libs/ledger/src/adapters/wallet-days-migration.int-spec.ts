import { Money } from '@app/kernel';
import { createDataSource } from '@app/platform';
import { join } from 'node:path';
import { createScratchDatabase } from '../../../../test/support/test-database';
import { aCollection, aDebitCollection, aPayout, aWallet, expectLedgerBalanced, postgresLedger } from '../testing';

const FILE = join(__dirname, '../../../../migrations/0020-wallet-days.ts');

const ars = (amount: string) => Money.of(amount, 'ARS');

describe('the migration that adds the days', () => {
  it('fills them from the existing postings as posting does, and can be undone', async () => {
    const scratch = await createScratchDatabase();
    const dataSource = await createDataSource(scratch.url, 2, 'test', [FILE]).initialize();
    try {
      const harness = postgresLedger(dataSource);
      const { id } = await aWallet(harness, { credit: '100' });
      const post = () =>
        harness.uow.run((tx) =>
          harness.ledger.post(tx, [aDebitCollection(id, ars('50'), ars('0.50')), aPayout(id, ars('20'))]),
        );
      for (const days of [3, 1, 0]) {
        await post();
        await harness.letDaysPass(id, days);
      }
      await aWallet(harness, { credit: '7' });
      const rows = () =>
        dataSource.query(
          `SELECT wallet_id, day, trim_scale(total_in), trim_scale(total_out), trim_scale(balance)
           FROM wallet_days ORDER BY wallet_id, day`,
        );
      const before: unknown = await rows();

      const [migration] = dataSource.migrations;
      const runner = dataSource.createQueryRunner();
      await migration!.down(runner);
      await runner.startTransaction();
      await migration!.up(runner);
      await runner.commitTransaction();
      await runner.release();

      expect(before).toHaveLength(4);
      expect(await rows()).toEqual(before);
      await harness.uow.run((tx) => harness.ledger.post(tx, [aCollection(id, ars('1'))]));
      await expectLedgerBalanced(dataSource);
    } finally {
      await dataSource.destroy();
      await scratch.drop();
    }
  });
});
