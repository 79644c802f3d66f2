import { Money, type Tx } from '@app/kernel';
import { Database, PostgresDatabase, type Statement, type StatementRunner } from '@app/platform';
import { testDataSource } from '../../../../test/support/test-database';
import { LedgerService } from '../application/ledger.service';
import { aCollection, aHoldOn, aPayout, aWallet, postgresLedger, type LedgerHarness } from '../testing';
import { PostgresLedgerReader } from './postgres-ledger.reader';
import { PostgresLedgerStore } from './postgres-ledger.store';

const ars = (amount: string) => Money.of(amount, 'ARS');

/** Writes down the name of every statement. */
class RecordingDatabase extends Database {
  readonly sent: string[] = [];

  constructor(private readonly db: Database) {
    super();
  }

  read: Database['read'] = (of, parameters) => this.db.read(this.record(of), parameters);

  in(tx: Tx): StatementRunner {
    const runner = this.db.in(tx);
    return {
      query: (of, parameters) => runner.query(this.record(of), parameters),
      execute: (of, parameters) => runner.execute(this.record(of), parameters),
    };
  }

  manager: Database['manager'] = (tx) => this.db.manager(tx);

  private record(of: Statement): Statement {
    this.sent.push(of.name);
    return of;
  }
}

describe('the statements of a call', () => {
  let harness: LedgerHarness;
  let db: RecordingDatabase;

  beforeAll(async () => {
    const dataSource = await testDataSource(2);
    db = new RecordingDatabase(new PostgresDatabase(dataSource));
    const ledger = new LedgerService(new PostgresLedgerStore(db), new PostgresLedgerReader(db));
    harness = { ...postgresLedger(dataSource), ledger };
  });

  const sentBy = async (work: (tx: Tx) => Promise<unknown>) => {
    db.sent.length = 0;
    await harness.uow.run(work);
    return [...db.sent];
  };

  it.each([1, 50])('that posts %s entries are two', async (count) => {
    const { id } = await aWallet(harness);
    const entries = Array.from({ length: count }, () => aCollection(id, ars('1')));
    expect(await sentBy((tx) => harness.ledger.post(tx, entries))).toEqual(['ledger.lock', 'ledger.write']);
  });

  it('that posts what the books have already are one', async () => {
    const { id } = await aWallet(harness);
    const entry = aCollection(id, ars('1'));
    await harness.uow.run((tx) => harness.ledger.post(tx, [entry]));
    expect(await sentBy((tx) => harness.ledger.post(tx, [entry]))).toEqual(['ledger.lock']);
  });

  it('that captures a hold are two', async () => {
    const { id } = await aWallet(harness, { credit: '10' });
    const { holdId } = await harness.uow.run((tx) => harness.ledger.placeHold(tx, aHoldOn(id, ars('10'))));
    const capture = (tx: Tx) => harness.ledger.captureHold(tx, holdId, aPayout(id, ars('10')));
    expect(await sentBy(capture)).toEqual(['ledger.lock', 'ledger.write']);
  });

  it('that proves a wallet are one', async () => {
    const { id } = await aWallet(harness, { credit: '10' });
    db.sent.length = 0;
    await harness.ledger.walletProof(id);
    expect(db.sent).toEqual(['ledger.wallets.totals']);
  });
});
