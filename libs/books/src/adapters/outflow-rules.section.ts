import { Money, newId } from '@app/kernel';
import { createDataSource, poolOf } from '@app/platform';
import type { DataSource } from 'typeorm';
import { createScratchDatabase } from '../../../../test/support/test-database';
import { JournalEntry } from '@app/ledger';
import { movement, platformPosting } from '@app/ledger';
import type { Wallet } from '@app/ledger';
import { aPayout, aWallet, postgresLedger, type LedgerHarness } from '@app/ledger/testing';
import { auditIn, positionOfNothing, violationsOf } from '../testing';
import { ACCOUNT_RULES } from './account-rules';
import { OUTFLOW_RULES } from './outflow-rules';
import { RECORD_RULES } from './record-rules';

type Status = 'requested' | 'processing' | 'completed' | 'failed';
interface Stored {
  id: string;
  holdId: string;
}

const ars = (amount: string) => Money.of(amount, 'ARS');
const [AMOUNT, FEE, NET] = [ars('100'), ars('2'), ars('98')];
const NAMES = new Set([...RECORD_RULES, ...ACCOUNT_RULES, ...OUTFLOW_RULES].map(({ name }) => name));

/** Each test starts with correct books and corrupts them, with constraints and triggers disabled. */
describe('the rules of outflows', () => {
  let scratch: Awaited<ReturnType<typeof createScratchDatabase>>;
  let dataSource: DataSource;
  let harness: LedgerHarness;
  let wallet: Wallet;
  let open: Stored;
  let completed: Stored;
  let failed: Stored;
  let returned: Stored;
  let transfer: Stored;

  beforeAll(async () => {
    scratch = await createScratchDatabase();
    // One connection, because triggers are disabled for the session.
    dataSource = await createDataSource(scratch.url, 1, 'test').initialize();
    harness = postgresLedger(dataSource);
    await dataSource.query(`ALTER TABLE postings DROP CONSTRAINT postings_wallet_chain`);
    await dataSource.query(`ALTER TABLE payouts DROP CONSTRAINT payouts_figures_add_up`);
    await dataSource.query(`ALTER TABLE transfer_verifications DROP CONSTRAINT transfer_verifications_verified,
      DROP CONSTRAINT transfer_verifications_payout_key`);
    await dataSource.query(`SET session_replication_role = replica`);
  });

  beforeEach(async () => {
    await dataSource.query(`TRUNCATE payouts, transfer_verifications, hold_resolutions, holds, postings, journal_entries,
      wallet_totals, wallets CASCADE`);
    wallet = await aWallet(harness);
    const funds = { walletId: wallet.id, amount: ars('1000'), reason: 'A test', occurredAt: new Date() };
    await harness.uow.run((tx) => harness.ledger.adjust(tx, funds));
    open = await aStored('requested');
    completed = await aStored('completed');
    failed = await aStored('failed');
    returned = await aStored('completed', { isReturned: true });
    transfer = await aStored('completed', { type: 'transfer' });
    await verification({ status: 'verified', payoutId: transfer.id });
  });

  afterAll(async () => {
    await dataSource.destroy();
    await scratch.drop();
  });

  const insert = async (table: string, row: Record<string, unknown>) => {
    const [columns, values] = [Object.keys(row), Object.values(row)];
    const places = columns.map((_, i) => `$${i + 1}`).join(', ');
    await dataSource.query(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`, values);
  };

  /** An outflow of 100 ARS, of which 98 arrive, with the hold and the entries that its status has. */
  async function aStored(status: Status, { type = 'payout', isReturned = false } = {}): Promise<Stored> {
    const { uow, ledger } = harness;
    const id = newId();
    const now = new Date();
    const { holdId } = await uow.run((tx) =>
      ledger.placeHold(tx, { walletId: wallet.id, amount: AMOUNT, referenceType: type, referenceId: id }),
    );
    const details = { kind: type, reference: { type, id }, idempotencyKey: `payout:${id}` };
    await uow.run(async (tx) => {
      if (status === 'completed') await ledger.captureHold(tx, holdId, aPayout(wallet.id, AMOUNT, FEE, details));
      if (status === 'failed') await ledger.releaseHold(tx, holdId);
      if (isReturned) await ledger.post(tx, [refund({ id, type })]);
    });
    await insert('payouts', {
      id,
      account_id: wallet.accountId,
      type,
      status,
      wallet_id: wallet.id,
      hold_id: holdId,
      destination: '{}',
      destination_sealed: '',
      instant: false,
      amount: 100,
      currency: 'ARS',
      fee_percentage_amount: 2,
      fee_fixed_amount: 0,
      fee_total: 2,
      instant_fee: 0,
      tax: 0,
      conversion_fee: 0,
      net_amount: 98,
      destination_amount: 98,
      destination_currency: 'ARS',
      lead_time: '1d',
      requested_by: newId(),
      notices: '{}',
      created_at: now,
      updated_at: now,
      completed_at: status === 'completed' ? now : null,
      failed_at: status === 'failed' ? now : null,
      returned_at: isReturned ? now : null,
    });
    return { id, holdId };
  }

  function refund({ id, type = 'payout' }: { id: string; type?: string }, key = `payout-return:${id}`): JournalEntry {
    return JournalEntry.create({
      kind: `${type}_return`,
      reference: { type, id },
      idempotencyKey: key,
      occurredAt: new Date(),
      postings: [movement(wallet.id, 'refund', NET), platformPosting('rail_clearing', NET.negated())],
    });
  }

  async function verification({ status, payoutId }: { status: string; payoutId: string | null }): Promise<string> {
    const id = newId();
    const now = new Date();
    await insert('transfer_verifications', {
      id,
      account_id: wallet.accountId,
      user_id: newId(),
      status,
      wallet_id: wallet.id,
      beneficiary_id: newId(),
      destination: '{}',
      destination_digest: '',
      amount: 100,
      currency: 'ARS',
      instant: false,
      comment: '',
      code_hash: '',
      expires_at: now,
      payout_id: payoutId,
      created_at: now,
      updated_at: now,
    });
    return id;
  }

  /** What the rules of outflows and of business records find, as `rule id: detail`. */
  /** Fails unless the proof finds the same in parts of the tables, since a position of nothing. */
  async function found(): Promise<string[]> {
    const violations = await violationsOf(poolOf(dataSource));
    const named = (all: readonly { rule: string; id: string }[]) => all.map(({ rule, id }) => `${rule} ${id}`).sort();
    expect(named(await auditNews())).toEqual(named(violations));
    return violations.filter(({ rule }) => NAMES.has(rule)).map(({ rule, id, detail }) => `${rule} ${id}: ${detail}`);
  }

  async function auditNews() {
    const client = await poolOf(dataSource).connect();
    try {
      await client.query('BEGIN');
      return (await auditIn(client, positionOfNothing())).violations;
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  }

  const change = (sql: string, ...values: unknown[]) => dataSource.query(sql, values);
  const post = (entry: JournalEntry) => harness.uow.run((tx) => harness.ledger.post(tx, [entry]));

  it('accept payouts in every status, a returned one and a verified transfer', async () => {
    await aStored('processing');
    expect(await violationsOf(poolOf(dataSource))).toEqual([]);
  });

  it('name an open hold without a payout', async () => {
    await change(`DELETE FROM payouts WHERE id = $1`, open.id);
    expect(await found()).toEqual([`open_hold_has_open_payout ${open.holdId}: 100.00 held, and no open payout has it`]);
  });

  it('name a closed payout whose hold is open', async () => {
    await change(`DELETE FROM hold_resolutions WHERE hold_id = $1`, failed.holdId);
    expect(await found()).toEqual([
      `open_hold_has_open_payout ${failed.holdId}: 100.00 held, and no open payout has it`,
      `payout_status_fits_its_hold ${failed.id}: failed, and its hold is open`,
    ]);
  });

  it.each([
    ['another amount', 'amount = 99', /^hold of 99 on/],
    ['another wallet', 'wallet_id = gen_random_uuid()', /^hold of 100\.00 on/],
    ['another reference', 'reference_id = gen_random_uuid()', /^hold of 100\.00 on/],
    ['another type', `reference_type = 'transfer'`, /^hold of 100\.00 on/],
  ])('name a payout whose hold has %s', async (_, assignment, detail) => {
    await change(`UPDATE holds SET ${assignment} WHERE id = $1`, open.holdId);
    const [violation, ...rest] = await found();
    const start = `payout_has_its_hold ${open.id}: payout of 100 on wallet ${wallet.id}, `;
    expect([violation?.slice(0, start.length), rest]).toEqual([start, []]);
    expect(violation?.slice(start.length)).toMatch(detail);
  });

  it('name a payout without a hold', async () => {
    await change(`DELETE FROM holds WHERE id = $1`, open.holdId);
    expect(await found()).toEqual([
      expect.stringMatching(`^payout_has_its_hold ${open.id}`),
      `payout_status_fits_its_hold ${open.id}: requested, and its hold is missing`,
    ]);
  });

  it('name an open payout whose hold is released', async () => {
    await change(`UPDATE payouts SET status = 'processing', failed_at = NULL WHERE id = $1`, failed.id);
    expect(await found()).toEqual([`payout_status_fits_its_hold ${failed.id}: processing, and its hold is released`]);
  });

  it('name a failed payout whose hold is captured, and its entry', async () => {
    const sql = `UPDATE payouts SET status = 'failed', failed_at = now(), completed_at = NULL WHERE id = $1`;
    await change(sql, completed.id);
    expect(await found()).toEqual([
      expect.stringMatching(`^entry_has_a_record .*: payout payout:${completed.id} about payout`),
      `payout_status_fits_its_hold ${completed.id}: failed, and its hold is captured`,
    ]);
  });

  it('name a completed payout whose hold is released and that has no entry', async () => {
    const sql = `UPDATE payouts SET status = 'completed', completed_at = now(), failed_at = NULL WHERE id = $1`;
    await change(sql, failed.id);
    expect(await found()).toEqual([
      `completed_payout_has_an_entry ${failed.id}: has no entry payout:${failed.id}`,
      `payout_status_fits_its_hold ${failed.id}: completed, and its hold is released`,
    ]);
  });

  it('name a completed payout that took another amount', async () => {
    const sql = `UPDATE postings SET amount = -101 WHERE movement_type = 'payout' AND entry_id =
      (SELECT id FROM journal_entries WHERE idempotency_key = 'payout:' || $1)`;
    await change(sql, completed.id);
    expect(await found()).toEqual([
      expect.stringMatching(/^entry_moves_what_its_record_says .* by -101, its record wallet .* by -100$/),
    ]);
  });

  it('name a failed payout that has an entry', async () => {
    await post(refund(failed, `other:${failed.id}`));
    expect(await found()).toEqual([
      expect.stringMatching(`^entry_has_a_record .*: payout_return other:${failed.id} about payout`),
    ]);
  });

  it('name a returned payout that was not refunded', async () => {
    await change(`UPDATE payouts SET returned_at = now() WHERE id = $1`, completed.id);
    expect(await found()).toEqual([
      `returned_payout_has_an_entry ${completed.id}: has no entry payout-return:${completed.id}`,
    ]);
  });

  it('name a refunded payout that was not returned', async () => {
    await change(`UPDATE payouts SET returned_at = NULL WHERE id = $1`, returned.id);
    expect(await found()).toEqual([
      expect.stringMatching(`^entry_has_a_record .*: payout_return payout-return:${returned.id} about payout`),
    ]);
  });

  it('name a returned payout that was refunded with another amount', async () => {
    const sql = `UPDATE postings SET amount = 100 WHERE movement_type = 'refund' AND entry_id =
      (SELECT id FROM journal_entries WHERE idempotency_key = 'payout-return:' || $1)`;
    await change(sql, returned.id);
    expect(await found()).toEqual([
      expect.stringMatching(/^entry_moves_what_its_record_says .* by 100, its record wallet .* by 98$/),
    ]);
  });

  describe('of parts that came back', () => {
    let parts: string[];

    /** 40 and then 20 of the 98 ARS that arrived. */
    beforeEach(async () => {
      parts = [await cameBack('40'), await cameBack('20')];
      const sums = 'returned_at = (SELECT max(returned_at) FROM payout_returns), returned_amount = 60';
      await change(`UPDATE payouts SET ${sums}, returned_destination_amount = 60 WHERE id = $1`, completed.id);
    });
    afterEach(() => change('TRUNCATE payout_returns'));

    async function cameBack(amount: string): Promise<string> {
      const id = newId();
      const about = { id, payout_id: completed.id, provider: 'sandbox', fact_id: id, returned_at: new Date() };
      const money = { amount, currency: 'ARS', wallet_amount: amount, wallet_currency: 'ARS' };
      await insert('payout_returns', { ...about, ...money });
      await post(
        JournalEntry.create({
          kind: 'payout_return',
          reference: { type: 'payout', id: completed.id },
          idempotencyKey: `payout-return:${completed.id}:${id}`,
          occurredAt: new Date(),
          postings: [movement(wallet.id, 'refund', ars(amount)), platformPosting('rail_clearing', ars(`-${amount}`))],
        }),
      );
      return id;
    }
    const names = async () => (await found()).map((text) => text.split(' ').slice(0, 2).join(' '));
    const sums = (amount: string, destination = amount) =>
      change(
        'UPDATE payouts SET returned_amount = $2, returned_destination_amount = $3 WHERE id = $1',
        completed.id,
        amount,
        destination,
      );

    it('accept them (rule 11.8)', async () => {
      expect(await violationsOf(poolOf(dataSource))).toEqual([]);
    });

    it.each([
      ['a part without an entry', `DELETE FROM journal_entries WHERE idempotency_key LIKE '%:' || $1`],
      [
        'an entry with another amount',
        `UPDATE postings SET amount = 41 WHERE movement_type = 'refund' AND amount = 40`,
      ],
    ])('name %s (rule 11.8)', async (_, sql) => {
      await change(sql, ...(sql.includes('$1') ? [parts[0]] : []));
      expect(await names()).toEqual([expect.stringMatching(/^(returned_payout_has|entry_moves_what)/)]);
    });

    it('name an entry without its part, and a payout that has another sum than its parts (rule 11.8)', async () => {
      await change('DELETE FROM payout_returns WHERE id = $1', parts[0]);
      expect(await names()).toEqual([
        expect.stringMatching(/^entry_has_a_record/),
        `payout_knows_its_returns ${completed.id}:`,
      ]);
    });

    it.each([
      ['nothing', `returned_at = NULL, returned_amount = NULL, returned_destination_amount = NULL`],
      ['more', 'returned_amount = 61, returned_destination_amount = 61'],
      ['another time', `returned_at = returned_at - interval '1 hour'`],
    ])('name a payout that says that %s came back (rule 11.8)', async (_, assignment) => {
      await change(`UPDATE payouts SET ${assignment} WHERE id = $1`, completed.id);
      expect(await names()).toEqual([`payout_knows_its_returns ${completed.id}:`]);
    });

    it('name parts of more than the payout, and parts at another rate (rule 11.8)', async () => {
      const excess = `returns_stay_within_their_payout ${completed.id}:`;
      await cameBack('40');
      await sums('100');
      await change(
        `UPDATE payouts SET returned_at = (SELECT max(returned_at) FROM payout_returns) WHERE id = $1`,
        completed.id,
      );
      expect(await names()).toEqual([excess]);
      await change(`UPDATE payout_returns SET amount = 38 WHERE amount = 40 AND id <> $1`, parts[0]);
      await sums('100', '98');
      expect(await names()).toEqual([excess]);
      await change(`UPDATE payout_returns SET amount = 2 WHERE amount = 38`);
      await sums('100', '62');
      expect(await names()).toEqual([excess]);
    });

    it('name a whole that brought less than the net amount (rule 11.8)', async () => {
      const last = await cameBack('37');
      await change('UPDATE payout_returns SET amount = 38 WHERE id = $1', last);
      await sums('97', '98');
      await change(
        `UPDATE payouts SET returned_at = (SELECT max(returned_at) FROM payout_returns) WHERE id = $1`,
        completed.id,
      );
      expect(await names()).toEqual([`returns_stay_within_their_payout ${completed.id}:`]);
    });
  });

  describe('of a payout that was paid after it had failed', () => {
    beforeEach(async () => {
      const details = {
        kind: 'payout',
        reference: { type: 'payout', id: failed.id },
        idempotencyKey: `payout:${failed.id}`,
      };
      await post(aPayout(wallet.id, AMOUNT, FEE, details));
      const completion = `status = 'completed', completed_at = now(), failed_at = NULL, corrected_at = now()`;
      await change(`UPDATE payouts SET ${completion} WHERE id = $1`, failed.id);
    });

    it('accept it with a released hold, and name it without the correction (rule 11.19)', async () => {
      expect(await found()).toEqual([]);
      await change(`UPDATE payouts SET corrected_at = NULL WHERE id = $1`, failed.id);
      expect(await found()).toEqual([`payout_status_fits_its_hold ${failed.id}: completed, and its hold is released`]);
    });

    it('name a corrected payout that took its hold, and one that is not completed (rule 11.19)', async () => {
      await change(`UPDATE payouts SET corrected_at = now() WHERE id = ANY ($1)`, [completed.id, open.id]);
      expect((await found()).sort()).toEqual(
        [
          `payout_status_fits_its_hold ${completed.id}: completed, and its hold is captured`,
          `payout_was_corrected_once ${open.id}: requested, and was corrected`,
        ].sort(),
      );
    });

    it('name it without an entry (rule 11.19)', async () => {
      await change(`DELETE FROM journal_entries WHERE idempotency_key = $1`, `payout:${failed.id}`);
      expect(await found()).toEqual([`completed_payout_has_an_entry ${failed.id}: has no entry payout:${failed.id}`]);
    });
  });

  it('name a payout of another account’s wallet', async () => {
    await change(`UPDATE payouts SET account_id = gen_random_uuid() WHERE id = $1`, completed.id);
    expect(await found()).toEqual([expect.stringMatching(`^payout_and_wallet_share_an_account ${completed.id}: of`)]);
  });

  it('name a transfer that was verified for another wallet', async () => {
    await change(`UPDATE transfer_verifications SET wallet_id = gen_random_uuid()`);
    expect(await found()).toEqual([expect.stringMatching(`^transfer_and_verification_agree ${transfer.id}: of`)]);
  });

  it.each(['fee_total', 'instant_fee', 'tax', 'conversion_fee'])('name a payout with a wrong %s', async (column) => {
    await change(`UPDATE payouts SET ${column} = ${column} + 1 WHERE id = $1`, open.id);
    expect(await found()).toEqual([`payout_figures_add_up ${open.id}: 100 is not 98 and its deductions`]);
  });

  it('name a verified transfer without a payout', async () => {
    const id = await verification({ status: 'verified', payoutId: null });
    expect(await found()).toEqual([`verified_transfer_has_one_payout ${id}: verified, payout none`]);
  });

  it('name a verified transfer whose payout does not exist or is not a transfer', async () => {
    const [missing, payout] = [newId(), completed.id];
    const ids = [
      await verification({ status: 'verified', payoutId: missing }),
      await verification({ status: 'verified', payoutId: payout }),
    ];
    expect((await found()).sort()).toEqual(
      [
        `verified_transfer_has_one_payout ${ids[0]}: verified, payout ${missing}`,
        `verified_transfer_has_one_payout ${ids[1]}: verified, payout ${payout}`,
      ].sort(),
    );
  });

  it('name a transfer that is not verified and has a payout', async () => {
    await change(`UPDATE transfer_verifications SET status = 'expired'`);
    expect(await found()).toEqual([
      expect.stringMatching(`^verified_transfer_has_one_payout .*: expired, payout ${transfer.id}$`),
    ]);
  });

  it('name both verifications that ordered one payout', async () => {
    await verification({ status: 'verified', payoutId: transfer.id });
    const names = (await found()).map((text) => text.split(' ')[0]);
    expect(names).toEqual(['verified_transfer_has_one_payout', 'verified_transfer_has_one_payout']);
  });

  it('name a transfer that was not verified', async () => {
    await change(`DELETE FROM transfer_verifications`);
    expect(await found()).toEqual([`transfer_was_verified ${transfer.id}: a transfer that no verification ordered`]);
  });
});
