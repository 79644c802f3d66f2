import { Money } from '@app/kernel';
import { MigrationTrial } from '../../../../test/support/migration-trial';
import { aDebitCollection, aDebitReturn, aPayout, aWallet, postgresLedger } from '../testing';
import { expectLedgerBalanced } from '@app/books/testing';

const ars = (amount: string) => Money.of(amount, 'ARS');

describe('the migration that adds the totals', () => {
  it('fills them from the existing postings, so that later postings add to them', async () => {
    const migration = await MigrationTrial.of('0010-wallet-totals');
    const { source: dataSource } = migration;
    try {
      const harness = postgresLedger(dataSource);
      const { id } = await aWallet(harness, { credit: '100' });
      const entries = () => [
        aDebitCollection(id, ars('50'), ars('0.50')),
        aPayout(id, ars('20')),
        aDebitReturn(id, ars('50'), ars('0.50')),
      ];
      const post = () => harness.uow.run((tx) => harness.ledger.post(tx, entries()));
      await post();
      const before = await harness.ledger.walletProof(id);

      await migration.down();
      await migration.up();

      expect(await harness.ledger.walletProof(id)).toEqual(before);
      await post();
      await expectLedgerBalanced(dataSource);
    } finally {
      await migration.end();
    }
  });

  it('books the money of payment exceptions recorded before their platform account existed', async () => {
    const migration = await MigrationTrial.of('0010-wallet-totals');
    const { source: dataSource } = migration;
    try {
      await migration.down();
      await dataSource.query(
        `INSERT INTO payment_exceptions (id, provider, notification_id, reference, reason, amount, currency, status)
         VALUES (gen_random_uuid(), 'sandbox', '1', 'a', 'unknown_order', 12.34, 'ARS', 'open'),
                (gen_random_uuid(), 'sandbox', '2', 'b', 'unknown_order', 5, 'ARS', 'refunded')`,
      );
      await migration.up();

      const balances = await postgresLedger(dataSource).ledger.platformBalances();
      expect(balances.map(({ account, balance }) => `${account} ${balance.toFixed()}`)).toEqual([
        'rail_clearing -12.34',
        'unallocated_receipts 12.34',
      ]);
      await expectLedgerBalanced(dataSource);
    } finally {
      await migration.end();
    }
  });
});
