import { Money, newId, UnitOfWork, type Tx } from '@app/kernel';
import { createDataSource, PostgresDatabase, PostgresUnitOfWork } from '@app/platform';
import type { DataSource } from 'typeorm';
import { createScratchDatabase } from '../../../../test/support/test-database';
import type { BooksProof, BooksReport } from '../application/books-proof';
import type { Wallet } from '@app/ledger';
import {
  aCollection,
  aDebitCollection,
  aHoldOn,
  aPayout,
  aWallet,
  postgresLedger,
  type LedgerHarness,
} from '@app/ledger/testing';
import type { ProvenPosition } from '../domain/position';
import { aLedgerProof, DAYS_OF_POSTINGS, expectLedgerBalanced } from '../testing';
import { LEDGER_RULES } from './ledger-rules';
import { PostgresBooksAuditor } from './postgres-books.auditor';

type Corruption = [sql: string, values?: unknown[]];

const tables = [
  'wallets',
  'wallet_totals',
  'wallet_days',
  'journal_entries',
  'postings',
  'holds',
  'hold_resolutions',
  'payment_links',
  'received_payments',
];

const ars = (amount: string) => Money.of(amount, 'ARS');

const auditorOf = (source: DataSource) =>
  new PostgresBooksAuditor(new PostgresDatabase(source), new PostgresUnitOfWork(source), LEDGER_RULES);

/** Counts and times the transactions. */
class TimedUnitOfWork extends UnitOfWork {
  runs = 0;
  mostAtOnce = 0;
  longestMs = 0;
  private atOnce = 0;

  constructor(private readonly inner: UnitOfWork) {
    super();
  }

  async run<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    this.runs += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, ++this.atOnce);
    const startedAt = performance.now();
    try {
      return await this.inner.run(work);
    } finally {
      this.atOnce -= 1;
      this.longestMs = Math.max(this.longestMs, performance.now() - startedAt);
    }
  }

  once<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.inner.once(work);
  }
}

/** Each test corrupts the tables, with constraints and triggers disabled, and restores them afterwards. */
describe('the proof of the books', () => {
  let scratch: Awaited<ReturnType<typeof createScratchDatabase>>;
  let dataSource: DataSource;
  let harness: LedgerHarness;
  let proof: BooksProof;
  let wallet: Wallet;
  let capturedHold: string;
  let openHold: string;

  beforeAll(async () => {
    scratch = await createScratchDatabase();
    // One connection, because triggers are disabled for the session.
    dataSource = await createDataSource(scratch.url, 1, 'test').initialize();
    harness = postgresLedger(dataSource);
    proof = aLedgerProof(dataSource);
    await openBooks();
    await dataSource.query(`ALTER TABLE wallets DROP CONSTRAINT wallets_reserved_not_negative`);
    await dataSource.query(`ALTER TABLE postings DROP CONSTRAINT postings_wallet_chain`);
    await dataSource.query(`SET session_replication_role = replica`);
    await dataSource.query(`DROP INDEX received_payments_link_key`);
  });
  afterAll(async () => {
    await dataSource.destroy();
    await scratch.drop();
  });

  /** Two wallets with several postings, a captured, a released and an open hold. */
  async function openBooks(): Promise<void> {
    const { uow, ledger } = harness;
    wallet = await aWallet(harness, { credit: '1000' });
    await aWallet(harness, { currency: 'USD', lane: 'usd', credit: '5' });
    const place = (amount: string) => uow.run((tx) => ledger.placeHold(tx, aHoldOn(wallet.id, ars(amount))));
    capturedHold = (await place('100')).holdId;
    await uow.run((tx) => ledger.captureHold(tx, capturedHold, aPayout(wallet.id, ars('100'), ars('3'))));
    const { holdId: releasedHold } = await place('50');
    await uow.run((tx) => ledger.releaseHold(tx, releasedHold));
    openHold = (await place('25')).holdId;
    await uow.run((tx) => ledger.post(tx, [aDebitCollection(wallet.id, ars('10'), ars('1'))]));
  }

  /** The report after the statements, which are then undone. */
  function reportAfter(...corruptions: Corruption[]): Promise<BooksReport> {
    return reportAround(async () => {
      for (const [sql, values] of corruptions) await dataSource.query(sql, values);
    });
  }

  async function reportAround(corrupt: () => Promise<unknown>): Promise<BooksReport> {
    return around(async () => {
      await corrupt();
      const report = await proof.verify();
      await expectSameVerdict(report);
      return report;
    });
  }

  async function around<T>(work: () => Promise<T>): Promise<T> {
    for (const table of tables) await dataSource.query(`CREATE TEMP TABLE backup_${table} AS TABLE ${table}`);
    try {
      return await work();
    } finally {
      for (const table of tables) await restore(table);
    }
  }

  /** The single statement that other tests use reaches the same verdict. */
  async function expectSameVerdict({ balanced }: BooksReport): Promise<void> {
    const check = expectLedgerBalanced(dataSource);
    await (balanced ? expect(check).resolves.toBeUndefined() : expect(check).rejects.toThrow());
  }

  /** The violations as `rule table id`. */
  async function violationsAfter(...corruptions: Corruption[]): Promise<string[]> {
    const { violations } = await reportAfter(...corruptions);
    return violations.map(({ rule, table, id }) => `${rule} ${table} ${id}`);
  }

  async function restore(table: string): Promise<void> {
    const columns: { list: string }[] = await dataSource.query(
      `SELECT string_agg(column_name, ', ') AS list FROM information_schema.columns
       WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER'`,
      [table],
    );
    const list = columns[0]!.list;
    await dataSource.query(`DELETE FROM ${table}`);
    await dataSource.query(
      `INSERT INTO ${table} (${list}) OVERRIDING SYSTEM VALUE SELECT ${list} FROM backup_${table}; DROP TABLE backup_${table}`,
    );
  }

  async function idOf(sql: string, values: unknown[] = []): Promise<string> {
    const rows: { id: string }[] = await dataSource.query(sql, values);
    return rows[0]!.id;
  }

  const postingAt = (version: number) =>
    idOf(`SELECT id FROM postings WHERE wallet_id = $1 AND wallet_version = $2`, [wallet.id, version]);
  const entryAt = (version: number) =>
    idOf(`SELECT entry_id AS id FROM postings WHERE wallet_id = $1 AND wallet_version = $2`, [wallet.id, version]);

  it('finds no violations in correct books and counts what it checked', async () => {
    expect(await proof.verify()).toEqual({
      balanced: true,
      checked: { wallets: 2, entries: 4, postings: 11, holds: 3 },
      violations: [],
    });
  });

  it('reports books with one violation as unbalanced', async () => {
    const { balanced } = await reportAfter([`UPDATE wallets SET version = 9 WHERE id = $1`, [wallet.id]]);
    expect(balanced).toBe(false);
  });

  it('names an entry that does not sum to zero (rule 9.17)', async () => {
    const entry = await entryAt(1);
    const sql = `UPDATE postings SET amount = amount - 1 WHERE entry_id = $1 AND platform_account = 'rail_clearing'`;
    const found = await violationsAfter([sql, [entry]]);
    expect(found).toEqual([`entry_sums_to_zero journal_entries ${entry}`, 'currency_sums_to_zero wallets ARS']);
  });

  it('reports the remainder of an entry that does not sum to zero', async () => {
    const sql = `UPDATE postings SET amount = amount - 1 WHERE entry_id = $1 AND platform_account = 'rail_clearing'`;
    const { violations } = await reportAfter([sql, [await entryAt(1)]]);
    expect(violations[0]?.detail).toBe('-1.00 ARS left over');
  });

  it('names an entry without postings', async () => {
    const entry = newId();
    const sql = `INSERT INTO journal_entries (id, kind, idempotency_key, occurred_at) VALUES ($1, 'empty', 'empty', now())`;
    expect(await violationsAfter([sql, [entry]])).toEqual([`entry_has_postings journal_entries ${entry}`]);
  });

  it('names a posting without an entry', async () => {
    const posting = await postingAt(1);
    const found = await violationsAfter([`DELETE FROM journal_entries WHERE id = $1`, [await entryAt(1)]]);
    expect(found).toContain(`posting_has_entry postings ${posting}`);
  });

  it("names a posting in a currency other than its wallet's", async () => {
    const posting = await postingAt(1);
    const found = await violationsAfter([`UPDATE postings SET currency = 'USD' WHERE id = $1`, [posting]]);
    expect(found).toContain(`posting_fits_wallet postings ${posting}`);
  });

  it('names a posting on a wallet that does not exist', async () => {
    const posting = await postingAt(1);
    const found = await violationsAfter([`UPDATE postings SET wallet_id = $2 WHERE id = $1`, [posting, newId()]]);
    expect(found).toContain(`posting_fits_wallet postings ${posting}`);
  });

  it('names a posting that does not add up', async () => {
    const posting = await postingAt(2);
    const sql = `UPDATE postings SET balance_before = balance_before + 1 WHERE id = $1`;
    expect(await violationsAfter([sql, [posting]])).toContain(`posting_adds_up postings ${posting}`);
  });

  it('names a posting that does not start at the balance the previous one left', async () => {
    const posting = await postingAt(2);
    const sql = `UPDATE postings SET balance_before = balance_before + 1, balance_after = balance_after + 1 WHERE id = $1`;
    expect(await violationsAfter([sql, [posting]])).toContain(`balances_are_chained postings ${posting}`);
  });

  it('names the posting after a gap in versions', async () => {
    const posting = await postingAt(4);
    const sql = `UPDATE postings SET wallet_version = 9 WHERE id = $1`;
    expect(await violationsAfter([sql, [posting]])).toEqual([`versions_have_no_gap postings ${posting}`]);
  });

  it('names a wallet whose version is not its number of postings', async () => {
    const found = await violationsAfter([`UPDATE wallets SET version = version + 1 WHERE id = $1`, [wallet.id]]);
    expect(found).toEqual([`wallet_counts_its_postings wallets ${wallet.id}`]);
  });

  it('names a wallet whose balance drifted from its postings', async () => {
    const found = await violationsAfter([`UPDATE wallets SET balance = balance + 1 WHERE id = $1`, [wallet.id]]);
    expect(found).toEqual([
      `wallet_balance_is_sum wallets ${wallet.id}`,
      `wallet_balance_is_last wallets ${wallet.id}`,
      'currency_sums_to_zero wallets ARS',
    ]);
  });

  it('names a wallet whose last posting left another balance', async () => {
    const sql = `UPDATE postings SET balance_after = balance_after + 1 WHERE id = $1`;
    const found = await violationsAfter([sql, [await postingAt(4)]]);
    expect(found).toContain(`wallet_balance_is_last wallets ${wallet.id}`);
    expect(found).not.toContain(`wallet_balance_is_sum wallets ${wallet.id}`);
  });

  it('names a wallet whose posting was deleted', async () => {
    const found = await violationsAfter([`DELETE FROM postings WHERE id = $1`, [await postingAt(4)]]);
    expect(found).toEqual(
      expect.arrayContaining([
        `wallet_counts_its_postings wallets ${wallet.id}`,
        `wallet_balance_is_sum wallets ${wallet.id}`,
      ]),
    );
  });

  it('names a wallet with a negative reserve', async () => {
    const found = await violationsAfter([`UPDATE wallets SET reserved = -1 WHERE id = $1`, [wallet.id]]);
    expect(found).toContain(`reserved_is_not_negative wallets ${wallet.id}`);
  });

  it('names a wallet whose reserve is not the sum of its open holds', async () => {
    const found = await violationsAfter([`UPDATE wallets SET reserved = 24 WHERE id = $1`, [wallet.id]]);
    expect(found).toEqual([`reserved_is_open_holds wallets ${wallet.id}`]);
  });

  it('names a wallet that still reserves a resolved hold', async () => {
    const sql = `INSERT INTO hold_resolutions (hold_id, outcome) VALUES ($1, 'released')`;
    expect(await violationsAfter([sql, [openHold]])).toEqual([`reserved_is_open_holds wallets ${wallet.id}`]);
  });

  it('names a wallet in debt without a returned payment', async () => {
    const found = await violationsAfter([`UPDATE wallets SET balance = -1 WHERE id = $1`, [wallet.id]]);
    expect(found).toContain(`debt_has_a_return wallets ${wallet.id}`);
  });

  it("names a hold in a currency other than its wallet's", async () => {
    const found = await violationsAfter([`UPDATE holds SET currency = 'USD' WHERE id = $1`, [openHold]]);
    expect(found).toEqual([`hold_fits_wallet holds ${openHold}`]);
  });

  it('names the resolution of a hold that does not exist', async () => {
    const hold = newId();
    const sql = `INSERT INTO hold_resolutions (hold_id, outcome) VALUES ($1, 'released')`;
    expect(await violationsAfter([sql, [hold]])).toEqual([`resolution_has_hold hold_resolutions ${hold}`]);
  });

  it('names a captured hold whose entry took another amount', async () => {
    const found = await violationsAfter([`UPDATE holds SET amount = 99 WHERE id = $1`, [capturedHold]]);
    expect(found).toEqual([`capture_took_the_hold hold_resolutions ${capturedHold}`]);
  });

  it('names a captured hold whose entry does not exist', async () => {
    const found = await violationsAfter([
      `UPDATE hold_resolutions SET entry_id = $2 WHERE hold_id = $1`,
      [capturedHold, newId()],
    ]);
    expect(found).toEqual([`capture_took_the_hold hold_resolutions ${capturedHold}`]);
  });

  it('names a currency whose balances do not sum to zero', async () => {
    const found = await violationsAfter([`UPDATE wallets SET balance = balance + 1 WHERE currency = 'USD'`]);
    expect(found).toContain('currency_sums_to_zero wallets USD');
  });

  describe('for totals', () => {
    const payments = () => `${wallet.id} payment visible`;

    it.each(['total_in', 'count_in', 'total_out', 'count_out'])('names a row with a wrong %s', async (column) => {
      const sql = `UPDATE wallet_totals SET ${column} = ${column} + 1 WHERE wallet_id = $1 AND movement_type = 'payment'`;
      expect(await violationsAfter([sql, [wallet.id]])).toEqual([`totals_match_postings wallet_totals ${payments()}`]);
    });

    it('names a missing row', async () => {
      const sql = `DELETE FROM wallet_totals WHERE wallet_id = $1 AND movement_type = 'payment'`;
      expect(await violationsAfter([sql, [wallet.id]])).toEqual([`totals_match_postings wallet_totals ${payments()}`]);
    });

    it('names a row without postings, even when it is all zeros', async () => {
      const sql = `INSERT INTO wallet_totals VALUES ($1, 'refund', true, 0, 0, 0, 0)`;
      const found = await violationsAfter([sql, [wallet.id]]);
      expect(found).toEqual([`totals_match_postings wallet_totals ${wallet.id} refund visible`]);
    });

    it('reports the figures of the row and of the postings', async () => {
      const sql = `UPDATE wallet_totals SET total_out = 7 WHERE wallet_id = $1 AND movement_type = 'fee'`;
      const { violations } = await reportAfter([sql, [wallet.id]]);
      expect(violations[0]?.detail).toBe('in 0.00 (0), out 7 (1), its postings: in 0 (0), out 1.00 (1)');
    });
  });

  describe('for days', () => {
    const row = async () => `days_match_postings wallet_days ${wallet.id} ${await firstDay()}`;
    const firstDay = () => idOf(`SELECT day::text AS id FROM wallet_days WHERE wallet_id = $1`, [wallet.id]);

    it.each(['total_in', 'total_out', 'balance'])('names a row with a wrong %s', async (column) => {
      const sql = `UPDATE wallet_days SET ${column} = ${column} + 1 WHERE wallet_id = $1`;
      expect(await violationsAfter([sql, [wallet.id]])).toEqual([await row()]);
    });

    it('names a missing row', async () => {
      expect(await violationsAfter([`DELETE FROM wallet_days WHERE wallet_id = $1`, [wallet.id]])).toEqual([
        await row(),
      ]);
    });

    it('names the row of a day without postings', async () => {
      const sql = `INSERT INTO wallet_days VALUES ($1, '2001-01-31', 0, 0, 0)`;
      expect(await violationsAfter([sql, [wallet.id]])).toEqual([
        `days_match_postings wallet_days ${wallet.id} 2001-01-31`,
      ]);
    });

    it('accepts a posting that a clock set back dates before the one that it follows', async () => {
      const sql = `UPDATE postings SET created_at = created_at - interval '3 days' WHERE wallet_id = $1 AND wallet_version > 1`;
      expect(await violationsAfter([sql, [wallet.id]])).toEqual([]);
    });

    it('reports the figures of the row and of the postings', async () => {
      const { violations } = await reportAfter([
        `UPDATE wallet_days SET balance = 7 WHERE wallet_id = $1`,
        [wallet.id],
      ]);
      expect(violations[0]?.detail).toBe('in 0, out 0, balance 7, its postings: in 0.00, out 0.00, balance 0.00');
    });
  });

  it('names a visible fee', async () => {
    const sql = `UPDATE postings SET visible = true WHERE id = $1`;
    const posting = await idOf(`SELECT id FROM postings WHERE movement_type = 'fee' AND wallet_id = $1`, [wallet.id]);
    expect(await violationsAfter([sql, [posting]])).toContain(`only_fees_are_hidden postings ${posting}`);
  });

  it('names a hidden movement of any other type', async () => {
    const posting = await postingAt(1);
    const found = await violationsAfter([`UPDATE postings SET visible = false WHERE id = $1`, [posting]]);
    expect(found).toContain(`only_fees_are_hidden postings ${posting}`);
  });

  it('lists at most 100 violations per rule, and those of all rules', async () => {
    const many = `INSERT INTO journal_entries (id, kind, idempotency_key, occurred_at)
      SELECT gen_random_uuid(), 'empty', 'empty ' || n, now() FROM generate_series(1, 101) n`;
    const found = await violationsAfter([many], [`UPDATE wallets SET version = 9 WHERE id = $1`, [wallet.id]]);
    expect(found.filter((violation) => violation.startsWith('entry_has_postings'))).toHaveLength(100);
    expect(found).toContain(`wallet_counts_its_postings wallets ${wallet.id}`);
  });

  it('reports nothing while money moves, in transactions that each see one state of it (rule 9.18)', async () => {
    const busy = await createScratchDatabase();
    const busySource = await createDataSource(busy.url, 6, 'test').initialize();
    try {
      const other = postgresLedger(busySource);
      const { id } = await aWallet(other, { credit: '1000' });
      let reading = true;
      const move = async () => {
        while (reading) {
          const hold = await other.uow.run((tx) => other.ledger.placeHold(tx, aHoldOn(id, ars('1'))));
          await other.uow.run((tx) => other.ledger.post(tx, [aCollection(id, ars('1')), aPayout(id, ars('1'))]));
          await other.uow.run((tx) => other.ledger.releaseHold(tx, hold.holdId));
        }
      };
      const movers = [move(), move()];
      const unitOfWork = new TimedUnitOfWork(other.uow);
      const auditor = new PostgresBooksAuditor(new PostgresDatabase(busySource), unitOfWork, LEDGER_RULES);
      let since: ProvenPosition | undefined;
      for (let i = 0; i < 6; i++) {
        const { violations, position } = await auditor.audit(100, since);
        expect(violations).toEqual([]);
        since = i % 2 === 0 ? position : undefined;
      }
      reading = false;
      await Promise.all(movers);
      // Each statement of a proof has a transaction of its own, and at most two run at a time.
      expect(unitOfWork.runs).toBeGreaterThan(50);
      expect([unitOfWork.mostAtOnce <= 2, unitOfWork.longestMs < 2_000]).toEqual([true, true]);
    } finally {
      await busySource.destroy();
      await busy.drop();
    }
  });

  describe('since a position', () => {
    let position: ProvenPosition;
    const since = () => auditorOf(dataSource).audit(100, position);
    const found = async () => (await since()).violations.map(({ rule }) => rule);

    /** What `since` finds after the wallet got one more credit, and the statements. */
    async function foundAfterNews(...corruptions: Corruption[]): Promise<string[]> {
      let rules: string[] = [];
      await around(async () => {
        position = (await auditorOf(dataSource).audit(100)).position;
        await harness.uow.run((tx) => harness.ledger.post(tx, [aCollection(wallet.id, ars('7'))]));
        for (const [sql, values] of corruptions) await dataSource.query(sql, values);
        rules = await found();
      });
      return rules;
    }
    const rebuildDays = () => dataSource.query(`DELETE FROM wallet_days; INSERT INTO wallet_days ${DAYS_OF_POSTINGS}`);
    const news = `wallet_id = $1 AND wallet_version = 5`;
    // As if it had been posted before the proof from the position looks.
    const older: Corruption = [`UPDATE postings SET created_at = created_at - interval '1 hour' WHERE id <> 0`];
    const oldEntries: Corruption = [`UPDATE journal_entries SET created_at = created_at - interval '1 hour'`];

    it('finds nothing in correct books, and counts what is new (rule 9.19)', async () => {
      expect(await foundAfterNews()).toEqual([]);
    });

    it.each([
      [`UPDATE postings SET amount = amount + 1 WHERE ${news}`, 'posting_adds_up'],
      [`UPDATE postings SET balance_before = 0, balance_after = amount WHERE ${news}`, 'balances_are_chained'],
      [`UPDATE postings SET wallet_version = 9 WHERE ${news}`, 'versions_have_no_gap'],
      [`UPDATE postings SET visible = false WHERE ${news}`, 'only_fees_are_hidden'],
      [`DELETE FROM postings WHERE ${news}`, 'wallet_counts_its_postings'],
      [`UPDATE wallets SET balance = balance + 1 WHERE id = $1`, 'currency_sums_to_zero'],
      [`UPDATE wallets SET reserved = reserved + 1 WHERE id = $1`, 'reserved_is_open_holds'],
      [`UPDATE wallet_totals SET count_in = count_in + 1 WHERE wallet_id = $1`, 'totals_match_postings'],
      [`INSERT INTO wallet_days VALUES ($1, '2999-01-31', 0, 0, 0)`, 'days_match_postings'],
    ])('names what differs after %s (rule 9.19)', async (sql, rule) => {
      expect(await foundAfterNews([sql, [wallet.id]])).toContain(rule);
    });

    it('names a new posting of a wallet whose date is old (rule 9.19)', async () => {
      const sql = `UPDATE postings SET visible = false WHERE ${news}`;
      expect(await foundAfterNews([sql, [wallet.id]], older, oldEntries)).toContain('only_fees_are_hidden');
    });

    it('trusts what is older: only the proof of all finds a change of it (rule 9.19)', async () => {
      const sql = `UPDATE postings SET amount = amount - 1 WHERE wallet_id IS NULL AND entry_id = $1`;
      let all: string[] = [];
      const entry = await entryAt(1);
      await around(async () => {
        await dataSource.query(older[0]);
        await dataSource.query(oldEntries[0]);
        await rebuildDays();
        position = (await auditorOf(dataSource).audit(100)).position;
        await dataSource.query(sql, [entry]);
        expect(await found()).toEqual([]);
        all = (await proof.verify()).violations.map(({ rule }) => rule);
      });
      expect(all).toContain('entry_sums_to_zero');
    });

    it('reads a wallet whose time zone has changed from its first posting on', async () => {
      await around(async () => {
        position = (await auditorOf(dataSource).audit(100)).position;
        await dataSource.query(`UPDATE wallets SET time_zone = 'Pacific/Kiritimati' WHERE id = $1`, [wallet.id]);
        await rebuildDays();
        expect(await found()).toEqual([]);
      });
    });
  });
});
