import { Money } from '@app/kernel';
import { MigrationTrial } from '../../../../test/support/migration-trial';
import { aCollection, aDebitCollection, aPayout, aWallet, postgresLedger } from '../testing';
import { expectLedgerBalanced } from '@app/books/testing';

const ars = (amount: string) => Money.of(amount, 'ARS');

describe('the migration that adds the days', () => {
  it('fills them from the existing postings as posting does, and can be undone', async () => {
    const migration = await MigrationTrial.of('0020-wallet-days');
    const { source: dataSource } = migration;
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

      await migration.down();
      await migration.up();

      expect(before).toHaveLength(4);
      expect(await rows()).toEqual(before);
      await harness.uow.run((tx) => harness.ledger.post(tx, [aCollection(id, ars('1'))]));
      await expectLedgerBalanced(dataSource);
    } finally {
      await migration.end();
    }
  });
});
