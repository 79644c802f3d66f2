import { Money, newId, type Tx } from '@app/kernel';
import { Database, PostgresDatabase, type SqlParameter, type Statement, type StatementRunner } from '@app/platform';
import { testDataSource } from '../../../../test/support/test-database';
import { LedgerService } from '../application/ledger.service';
import { aCollection, aHoldOn, aPayout, aWallet, postgresLedger, type LedgerHarness } from '../testing';
import { PostgresLedgerReader } from './postgres-ledger.reader';
import { PostgresLedgerStore } from './postgres-ledger.store';

const ars = (amount: string) => Money.of(amount, 'ARS');

/** Records the name of every statement, and the parameters of the last write. */
class RecordingDatabase extends Database {
  readonly sent: string[] = [];
  written: readonly SqlParameter[] = [];

  constructor(private readonly db: Database) {
    super();
  }

  read: Database['read'] = (sql, parameters) => this.db.read(this.record(sql), parameters);

  report: Database['report'] = (sql, parameters) => this.db.report(this.record(sql), parameters);

  stream: Database['stream'] = (sql, parameters) => this.db.stream(this.record(sql), parameters);

  in(tx: Tx): StatementRunner {
    const runner = this.db.in(tx);
    return {
      query: (sql, parameters) => runner.query(this.record(sql), parameters),
      execute: (sql, parameters = []) => {
        this.written = parameters;
        return runner.execute(this.record(sql), parameters);
      },
    };
  }

  manager: Database['manager'] = (tx) => this.db.manager(tx);

  private record(sql: Statement): Statement {
    this.sent.push(sql.name);
    return sql;
  }
}

async function recordingLedger(): Promise<{ harness: LedgerHarness; db: RecordingDatabase }> {
  const dataSource = await testDataSource(2);
  const db = new RecordingDatabase(new PostgresDatabase(dataSource));
  const ledger = new LedgerService(new PostgresLedgerStore(db), new PostgresLedgerReader(db));
  return { harness: { ...postgresLedger(dataSource), ledger }, db };
}

describe('the number of statements', () => {
  let harness: LedgerHarness;
  let db: RecordingDatabase;

  beforeAll(async () => {
    ({ harness, db } = await recordingLedger());
  });

  const sentBy = async (work: (tx: Tx) => Promise<unknown>) => {
    db.sent.length = 0;
    await harness.uow.run(work);
    return [...db.sent];
  };

  it.each([1, 50])('is two when posting %s entries', async (count) => {
    const { id } = await aWallet(harness);
    const entries = Array.from({ length: count }, () => aCollection(id, ars('1')));
    expect(await sentBy((tx) => harness.ledger.post(tx, entries))).toEqual(['ledger.lock', 'ledger.write']);
  });

  it('is one when every entry was posted before', async () => {
    const { id } = await aWallet(harness);
    const entry = aCollection(id, ars('1'));
    await harness.uow.run((tx) => harness.ledger.post(tx, [entry]));
    expect(await sentBy((tx) => harness.ledger.post(tx, [entry]))).toEqual(['ledger.lock']);
  });

  it('is two when capturing a hold', async () => {
    const { id } = await aWallet(harness, { credit: '10' });
    const { holdId } = await harness.uow.run((tx) => harness.ledger.placeHold(tx, aHoldOn(id, ars('10'))));
    const capture = (tx: Tx) => harness.ledger.captureHold(tx, holdId, aPayout(id, ars('10')));
    expect(await sentBy(capture)).toEqual(['ledger.lock', 'ledger.write']);
  });

  it('is one when proving a wallet', async () => {
    const { id } = await aWallet(harness, { credit: '10' });
    db.sent.length = 0;
    await harness.ledger.walletProof(id);
    expect(db.sent).toEqual(['ledger.wallets.totals']);
  });
});

describe('the keys of a batch', () => {
  it('are written in one order, so that no two batches wait for each other', async () => {
    const { harness, db } = await recordingLedger();
    const { id } = await aWallet(harness);
    const keys = ['c', 'a', 'b'].map((key) => `${key}:${newId()}`);
    const entries = keys.map((idempotencyKey) => aCollection(id, ars('1'), undefined, { idempotencyKey }));
    await harness.uow.run((tx) => harness.ledger.post(tx, entries));
    expect(db.written).toContainEqual(keys.toSorted());
  });
});
