import { Money, newId, type Tx, type UnitOfWork } from '@app/kernel';
import { createDataSource, PostgresDatabase, type Database, type Statement } from '@app/platform';
import type { DataSource } from 'typeorm';
import { createScratchDatabase, testDataSource } from '../../../../test/support/test-database';
import { breachesOf } from '../domain/seal';
import type { Wallet } from '@app/ledger';
import { aCollection, aTransfer, aWallet, postgresLedger, type LedgerHarness } from '@app/ledger/testing';
import { PostgresWalletDigests } from './postgres-wallet.digests';

const ars = (amount: string) => Money.of(amount, 'ARS');

describe('the digests of wallets', () => {
  let harness: LedgerHarness;
  let digests: PostgresWalletDigests;

  beforeAll(async () => {
    const dataSource = await testDataSource();
    harness = postgresLedger(dataSource);
    digests = new PostgresWalletDigests(new PostgresDatabase(dataSource), harness.uow);
  });

  const upTo = async (walletId: string, version: number) => (await digests.computeUpTo([{ walletId, version }]))[0];
  const post = (...entries: ReturnType<typeof aCollection>[]) =>
    harness.uow.run((tx) => harness.ledger.post(tx, entries));

  it('have the wallet’s present version, and one digest for the same entries', async () => {
    const { id, accountId } = await aWallet(harness, { credit: '10' });
    const [first, again] = [await upTo(id, 1), await upTo(id, 1)];
    expect(first).toEqual({
      walletId: id,
      accountId,
      currency: 'ARS',
      version: 1,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(again).toEqual(first);
  });

  it('up to a version do not depend on what was posted later', async () => {
    const { id } = await aWallet(harness, { credit: '10' });
    const before = await upTo(id, 1);
    await post(aCollection(id, ars('1')));
    expect(await upTo(id, 1)).toEqual({ ...before, version: 2 });
    expect((await upTo(id, 2))?.digest).not.toBe(before?.digest);
  });

  it('differ between wallets with the same amounts', async () => {
    const [one, other] = [await aWallet(harness, { credit: '10' }), await aWallet(harness, { credit: '10' })];
    expect((await upTo(one.id, 1))?.digest).not.toBe((await upTo(other.id, 1))?.digest);
  });

  it('of all wallets are those up to their present versions, by id', async () => {
    const [one, other] = [await aWallet(harness, { credit: '10' }), await aWallet(harness)];
    await post(aTransfer(one.id, other.id, ars('4')));
    const all = await digests.computeAll();
    expect(all.map(({ walletId }) => walletId)).toEqual(all.map(({ walletId }) => walletId).sort());
    expect(all).toEqual(expect.arrayContaining([await upTo(one.id, 2), await upTo(other.id, 1)]));
  });

  it('exist for a wallet without postings, and not for an unknown one', async () => {
    const { id } = await aWallet(harness);
    expect(await upTo(id, 0)).toMatchObject({ walletId: id, version: 0 });
    expect(await upTo(newId(), 1)).toBeUndefined();
  });
});

describe('the digest of a wallet', () => {
  let scratch: Awaited<ReturnType<typeof createScratchDatabase>>;
  let dataSource: DataSource;
  let harness: LedgerHarness;
  let digests: PostgresWalletDigests;
  let wallet: Wallet;
  let other: Wallet;
  let sealed: string;

  beforeAll(async () => {
    scratch = await createScratchDatabase();
    // One connection, because triggers are disabled for the session.
    dataSource = await createDataSource(scratch.url, 1, 'test').initialize();
    harness = postgresLedger(dataSource);
    digests = new PostgresWalletDigests(new PostgresDatabase(dataSource), harness.uow);
    wallet = await aWallet(harness, { credit: '1000' });
    other = await aWallet(harness);
    await harness.uow.run((tx) =>
      harness.ledger.post(tx, [aTransfer(wallet.id, other.id, ars('5')), aCollection(wallet.id, ars('3'), ars('1'))]),
    );
    await dataSource.query(`SET session_replication_role = replica`);
    await dataSource.query(`ALTER TABLE postings DROP CONSTRAINT postings_wallet_chain`);
    sealed = await digestOf(wallet.id);
  });
  afterAll(async () => {
    await dataSource.destroy();
    await scratch.drop();
  });

  /** On the test's only connection, and so in its transaction. */
  const digestOf = async (walletId: string, version = 3) => {
    const query = ({ text }: Statement, parameters: unknown[] = []) => dataSource.query(text, parameters);
    const db = { in: () => ({ query }) } as unknown as Database;
    const uow = { run: (work: (tx: Tx) => unknown) => work({} as Tx) } as unknown as UnitOfWork;
    const [found] = await new PostgresWalletDigests(db, uow).computeUpTo([{ walletId, version }]);
    return found!.digest;
  };

  async function digestAfter(sql: string, ...values: unknown[]): Promise<string> {
    await dataSource.query('BEGIN');
    try {
      await dataSource.query(sql, values);
      return await digestOf(wallet.id);
    } finally {
      await dataSource.query('ROLLBACK');
    }
  }

  it('comes with the account of the wallet, so that moving the wallet to another breaks its seal', async () => {
    const [sealedWallet] = await digests.computeUpTo([{ walletId: wallet.id, version: 3 }]);
    const seal = { sealedAt: '2030-01-01T00:00:00.000Z', wallets: [sealedWallet!] };
    await dataSource.query('UPDATE wallets SET account_id = gen_random_uuid() WHERE id = $1', [wallet.id]);
    try {
      const [moved] = await digests.computeUpTo([{ walletId: wallet.id, version: 3 }]);
      expect(moved).toEqual({ ...sealedWallet, accountId: expect.not.stringMatching(wallet.accountId) });
      expect(breachesOf(seal, [moved!])).toEqual([
        {
          walletId: wallet.id,
          detail: `is of account ${moved!.accountId}, was sealed as that of account ${wallet.accountId}`,
        },
      ]);
    } finally {
      await dataSource.query('UPDATE wallets SET account_id = $2 WHERE id = $1', [wallet.id, wallet.accountId]);
    }
  });

  const LAST = 'wallet_id = $1 AND wallet_version = 3';
  const ENTRY = `(SELECT entry_id FROM postings WHERE ${LAST})`;

  it.each([
    'amount = amount + 1',
    'balance_before = 7',
    'balance_after = 7',
    `movement_type = 'refund'`,
    'visible = false',
    `currency = 'USD'`,
    `created_at = created_at + interval '1 second'`,
  ])('changes with a posting: %s', async (set) => {
    expect(await digestAfter(`UPDATE postings SET ${set} WHERE ${LAST}`, wallet.id)).not.toBe(sealed);
  });

  it.each(['amount = amount - 1', `platform_account = 'tax_payable'`, `currency = 'USD'`])(
    'changes with the platform’s side of an entry: %s',
    async (set) => {
      const sql = `UPDATE postings SET ${set} WHERE platform_account = 'rail_clearing' AND entry_id = ${ENTRY}`;
      expect(await digestAfter(sql, wallet.id)).not.toBe(sealed);
    },
  );

  it('changes with the other wallet’s side of an entry', async () => {
    const sql = 'UPDATE postings SET balance_after = balance_after + 1 WHERE wallet_id = $1';
    expect(await digestAfter(sql, other.id)).not.toBe(sealed);
  });

  it.each([
    `kind = 'x'`,
    `memo = 'x'`,
    `idempotency_key = 'x'`,
    'occurred_at = now()',
    'created_at = now()',
    `reference_type = 'x', reference_id = gen_random_uuid()`,
  ])('changes with an entry: %s', async (set) => {
    expect(await digestAfter(`UPDATE journal_entries SET ${set} WHERE id = ${ENTRY}`, wallet.id)).not.toBe(sealed);
  });

  it('changes when an entry before the sealed version is replaced by two', async () => {
    const sql = `UPDATE postings SET wallet_version = wallet_version + 1 WHERE ${LAST}`;
    expect(await digestAfter(sql, wallet.id)).not.toBe(sealed);
  });

  it.each([`SET LOCAL TIME ZONE 'Asia/Tokyo'`, `SET LOCAL DateStyle = 'German'`, `SET LOCAL extra_float_digits = -15`])(
    'does not depend on the session: %s',
    async (setting) => {
      expect(await digestAfter(setting)).toBe(sealed);
    },
  );

  it('does not depend on zeros at the end of an amount, which a restored copy may have lost', async () => {
    const sql = `UPDATE postings SET amount = trim_scale(amount) WHERE wallet_id = $1`;
    expect(await digestAfter(sql, wallet.id)).toBe(sealed);
  });

  it('covers every block of a wallet with many entries', async () => {
    const busy = await aWallet(harness);
    const entries = Array.from({ length: 1_001 }, () => aCollection(busy.id, ars('1')));
    await harness.uow.run((tx) => harness.ledger.post(tx, entries));
    const digestWith = async (version: number) => {
      await dataSource.query('BEGIN');
      try {
        await dataSource.query(`UPDATE postings SET visible = false WHERE wallet_id = $1 AND wallet_version = $2`, [
          busy.id,
          version,
        ]);
        return await digestOf(busy.id, 1_001);
      } finally {
        await dataSource.query('ROLLBACK');
      }
    };
    const seen = [
      await digestOf(busy.id, 1_001),
      await digestWith(1),
      await digestWith(1_000),
      await digestWith(1_001),
    ];
    expect(new Set(seen).size).toBe(4);
  });
});
