import { Money } from '@app/kernel';
import { poolOf } from '@app/platform';
import type { DataSource } from 'typeorm';
import { MigrationTrial } from '../../../../test/support/migration-trial';
import { aCollection, aPayout, aWallet, postgresLedger, type LedgerHarness } from '../testing';
import { expectLedgerBalanced } from '@app/books/testing';

const ars = (amount: string) => Money.of(amount, 'ARS');

describe('the migration to time zones', () => {
  let migration: MigrationTrial;
  let source: DataSource;
  let harness: LedgerHarness;

  beforeAll(async () => {
    migration = await MigrationTrial.of('0035-account-time-zone');
    source = migration.source;
    harness = postgresLedger(source);
  });
  afterAll(() => migration.end());

  const daysOf = async (walletId: string) => {
    const select = `SELECT day::text, trim_scale(balance) AS balance FROM wallet_days WHERE wallet_id = $1 ORDER BY day`;
    return (await poolOf(source).query<{ day: string; balance: string }>(select, [walletId])).rows;
  };
  const postedAt = async (walletId: string, moments: readonly string[]) => {
    const client = await poolOf(source).connect();
    await client.query('BEGIN; SET LOCAL session_replication_role = replica');
    for (const [index, moment] of moments.entries()) {
      const dated = 'UPDATE postings SET created_at = $3 WHERE wallet_id = $1 AND wallet_version = $2';
      await client.query(dated, [walletId, index + 1, moment]);
    }
    await client.query('COMMIT');
    client.release();
  };
  /** As if everything had been posted then. */
  const inUtc = (accountId: string) => poolOf(source).query(`SELECT ledger_set_time_zone($1, 'UTC')`, [accountId]);

  it('gives existing accounts the zone of their country, and their days those of that zone; it can be undone', async () => {
    const wallet = await aWallet(harness, { credit: '100' });
    await harness.uow.run((tx) =>
      harness.ledger.post(tx, [aPayout(wallet.id, ars('30')), aCollection(wallet.id, ars('5'))]),
    );
    await postedAt(wallet.id, ['2026-03-01T01:30:00Z', '2026-03-01T12:00:00Z', '2026-03-02T02:59:59.999Z']);
    await inUtc(wallet.accountId);

    await migration.down();
    expect(await daysOf(wallet.id)).toEqual([
      { day: '2026-03-01', balance: '0' },
      { day: '2026-03-02', balance: '70' },
    ]);
    await migration.up();

    expect(await daysOf(wallet.id)).toEqual([
      { day: '2026-02-28', balance: '0' },
      { day: '2026-03-01', balance: '100' },
    ]);
    const zones = `SELECT a.time_zone, w.time_zone AS of_wallet FROM wallets w JOIN accounts a ON a.id = w.account_id WHERE w.id = $1`;
    expect((await poolOf(source).query(zones, [wallet.id])).rows).toEqual([
      { time_zone: 'America/Argentina/Buenos_Aires', of_wallet: 'America/Argentina/Buenos_Aires' },
    ]);
    await expectLedgerBalanced(source);
  });

  it('lets processes of the previous version, which open days in UTC, open the local one', async () => {
    const wallet = await aWallet(harness, { timeZone: 'Etc/GMT+12' });
    const open = `INSERT INTO wallet_days VALUES ($1, (now() AT TIME ZONE 'UTC')::date, 0, 0, 0)`;
    await poolOf(source).query(open, [wallet.id]);
    const local = await poolOf(source).query<{ day: string }>(
      `SELECT (now() AT TIME ZONE 'Etc/GMT+12')::date::text AS day`,
    );
    expect((await daysOf(wallet.id)).map(({ day }) => day)).toEqual(local.rows.map(({ day }) => day));
  });
});
