import { Money } from '@app/kernel';
import { aCollection, aWallet, postgresLedger, type LedgerHarness } from '@app/ledger/testing';
import { createDataSource, PostgresDatabase } from '@app/platform';
import { RecordedLog } from '@app/platform/testing';
import type { DataSource } from 'typeorm';
import { createScratchDatabase } from '../../../../test/support/test-database';
import { LEDGER_RULES } from '../adapters/ledger-rules';
import { PostgresBooksAuditor } from '../adapters/postgres-books.auditor';
import { PostgresProofRecords } from '../adapters/postgres-proof.records';
import { ContinuousProof } from './continuous-proof';
import type { Audit } from './ports';

describe('the continuous proof', () => {
  let scratch: Awaited<ReturnType<typeof createScratchDatabase>>;
  let source: DataSource;
  let harness: LedgerHarness;
  let walletId: string;

  beforeAll(async () => {
    scratch = await createScratchDatabase();
    source = await createDataSource(scratch.url, 4, 'test').initialize();
    harness = postgresLedger(source);
    ({ id: walletId } = await aWallet(harness, { credit: '1000' }));
  });
  beforeEach(async () => {
    await source.query('TRUNCATE books_proven_wallets');
    await source.query('UPDATE books_proofs SET due_at = now(), proven_at = NULL, violations = NULL');
  });
  afterAll(async () => {
    await source.destroy();
    await scratch.drop();
  });

  /** A process that proves; `audits` are its proofs. */
  function aProcess() {
    const db = new PostgresDatabase(source);
    const auditor = new PostgresBooksAuditor(db, harness.uow, LEDGER_RULES);
    const audits: Audit[] = [];
    const audit = auditor.audit.bind(auditor);
    auditor.audit = async (...parameters) => {
      const result = await audit(...parameters);
      audits.push(result);
      return result;
    };
    const log = new RecordedLog();
    const config = { booksProofIntervalMs: 600_000 };
    const proof = new ContinuousProof(auditor, new PostgresProofRecords(db), harness.uow, config, log);
    return { proof, audits, log };
  }

  const turn = async ({ proof }: ReturnType<typeof aProcess>) => {
    await new Promise<void>((resolve, reject) => {
      proof.turn(resolve).then((claimed) => claimed || resolve(), reject);
    });
  };
  const due = () => source.query('UPDATE books_proofs SET due_at = now()');

  it('proves everything, and then what is new since (rule 9.20)', async () => {
    const worker = aProcess();
    await turn(worker);
    await due();
    await source.query(`UPDATE books_proofs SET proven_at = proven_at + interval '1 hour'`);
    await harness.uow.run((tx) => harness.ledger.post(tx, [aCollection(walletId, Money.of('7', 'ARS'))]));
    await turn(worker);
    expect(worker.audits.map(({ checked }) => checked.entries)).toEqual([1, 1]);
    expect(await source.query('SELECT version, balance FROM books_proven_wallets')).toEqual([
      { version: '2', balance: '1007.00' },
    ]);
  });

  it('is made by one process at a time, and not before it is due again (rule 9.20)', async () => {
    const workers = [aProcess(), aProcess()];
    await Promise.all(workers.map(turn));
    await Promise.all(workers.map(turn));
    expect(workers.flatMap(({ audits }) => audits)).toHaveLength(1);
  });

  it('says until when the books are proven, and how many rows violate rules (rule 9.20)', async () => {
    const worker = aProcess();
    await turn(worker);
    const { provenAt } = await worker.proof.status();
    await source.query('UPDATE wallets SET reserved = 1 WHERE id = $1', [walletId]);
    await due();
    await turn(worker);
    await source.query('UPDATE wallets SET reserved = 0 WHERE id = $1', [walletId]);
    expect(await worker.proof.status()).toEqual({ provenAt, violations: 1 });
    expect(JSON.stringify(worker.log)).toContain('the books violate rules');
  });

  it('ends early when the process stops, and is due again', async () => {
    const worker = aProcess();
    await worker.proof.drain(0);
    await turn(worker);
    expect([worker.audits, await worker.proof.status()]).toEqual([[], { provenAt: null, violations: null }]);
  });
});
