import { Money, newId } from '@app/kernel';
import { poolOf } from '@app/platform';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { testDataSource } from '../../../../test/support/test-database';
import { aCollection, aDebitReturn, aHoldOn, aWallet, postgresLedger, type LedgerHarness } from '../testing';
import { expectLedgerBalanced } from '@app/books/testing';

/** The database protects the books against any writer. These tests write plain SQL, without the ledger. */
describe('the ledger tables', () => {
  let dataSource: DataSource;
  let harness: LedgerHarness;
  let pool: Pool;

  beforeAll(async () => {
    dataSource = await testDataSource();
    harness = postgresLedger(dataSource);
    pool = poolOf(dataSource);
  });
  afterEach(() => expectLedgerBalanced(dataSource));

  const rejectionOf = async (sql: string, values: unknown[] = []) => {
    const error: unknown = await pool.query(sql, values).then(
      () => new Error('the statement succeeded'),
      (cause: unknown) => cause,
    );
    const { code, constraint } = error as { code?: string; constraint?: string };
    return { code, constraint };
  };
  const overdrawn = { code: '23514', constraint: 'wallets_available_not_overdrawn' };

  it('reject a debit that makes available negative', async () => {
    const { id } = await aWallet(harness, { credit: '10' });
    const update = `UPDATE wallets SET balance = balance - 11, last_cause = 'payout' WHERE id = $1`;
    expect(await rejectionOf(update, [id])).toEqual(overdrawn);
  });

  it('reject a debit of a wallet in debt', async () => {
    const { id } = await aWallet(harness);
    await harness.uow.run((tx) => harness.ledger.post(tx, [aDebitReturn(id, Money.of('10', 'ARS'))]));
    const update = `UPDATE wallets SET balance = balance - 1, last_cause = 'payout' WHERE id = $1`;
    expect(await rejectionOf(update, [id])).toEqual(overdrawn);
  });

  it('reject a debit that names no cause after an earlier return', async () => {
    const { id } = await aWallet(harness);
    await harness.uow.run((tx) => harness.ledger.post(tx, [aDebitReturn(id, Money.of('10', 'ARS'))]));
    expect(await rejectionOf(`UPDATE wallets SET balance = balance - 1 WHERE id = $1`, [id])).toEqual(overdrawn);
  });

  it('reject a hold of more than is available', async () => {
    const { id } = await aWallet(harness, { credit: '10' });
    expect(await rejectionOf(`UPDATE wallets SET reserved = 11 WHERE id = $1`, [id])).toEqual(overdrawn);
  });

  it('reject a hold of more than is available whose cause is a return', async () => {
    const { id } = await aWallet(harness, { credit: '10' });
    const update = `UPDATE wallets SET reserved = 11, last_cause = 'return' WHERE id = $1`;
    expect(await rejectionOf(update, [id])).toEqual(overdrawn);
  });

  it('reject a negative reserve', async () => {
    const { id } = await aWallet(harness, { credit: '10' });
    expect(await rejectionOf(`UPDATE wallets SET reserved = -1 WHERE id = $1`, [id])).toEqual({
      code: '23514',
      constraint: 'wallets_reserved_not_negative',
    });
  });

  it('reject a USD lane in another currency', async () => {
    const accountId = await harness.newAccount();
    const insert = `INSERT INTO wallets (id, account_id, currency, lane) VALUES ($1, $2, 'ARS', 'usd')`;
    expect(await rejectionOf(insert, [newId(), accountId])).toMatchObject({ constraint: 'wallets_usd_lane_holds_usd' });
  });

  it('reject postings that do not sum to zero', async () => {
    const insert = `
      WITH entry AS (
        INSERT INTO journal_entries (id, kind, idempotency_key, occurred_at) VALUES ($1, 'forged', $2, now()) RETURNING id
      )
      INSERT INTO postings (entry_id, platform_account, currency, amount)
      SELECT id, account, 'ARS', amount FROM entry, (VALUES ('rail_clearing', -10), ('adjustments', 9)) v (account, amount)`;
    expect(await rejectionOf(insert, [newId(), `forged:${newId()}`])).toEqual({
      code: '23514',
      constraint: 'postings_entry_sums_to_zero',
    });
  });

  it('reject postings that sum to zero only across currencies', async () => {
    const insert = `
      WITH entry AS (
        INSERT INTO journal_entries (id, kind, idempotency_key, occurred_at) VALUES ($1, 'forged', $2, now()) RETURNING id
      )
      INSERT INTO postings (entry_id, platform_account, currency, amount)
      SELECT id, 'adjustments', currency, amount FROM entry, (VALUES ('ARS', -10), ('USD', 10)) v (currency, amount)`;
    expect(await rejectionOf(insert, [newId(), `forged:${newId()}`])).toMatchObject({
      constraint: 'postings_entry_sums_to_zero',
    });
  });

  describe('given a posting on a wallet', () => {
    const forge = async (overrides: Record<string, unknown>) => {
      const { id } = await aWallet(harness, { credit: '10' });
      const row = { wallet: id, currency: 'ARS', before: 10, amount: 5, after: 15, version: 2, ...overrides };
      const insert = `
        WITH entry AS (
          INSERT INTO journal_entries (id, kind, idempotency_key, occurred_at) VALUES ($1, 'forged', $2, now())
          RETURNING id
        )
        INSERT INTO postings (entry_id, wallet_id, platform_account, currency, balance_before, amount, balance_after,
          wallet_version, movement_type)
        SELECT id, $3::uuid, NULL, $4, $5::numeric, $6::numeric, $7::numeric, $8::bigint, 'payment' FROM entry
        UNION ALL SELECT id, NULL, 'adjustments', $4, NULL, -$6::numeric, NULL, NULL, NULL FROM entry`;
      return rejectionOf(insert, [newId(), `forged:${newId()}`, ...Object.values(row)]);
    };

    it.each([
      ['a currency other than its wallet’s', { currency: 'USD' }, 'postings_wallet_currency_fkey'],
      ['a balance that does not add up', { after: 16 }, 'postings_wallet_chain'],
      ['no balance', { after: null }, 'postings_wallet_chain'],
      ['no version', { version: null }, 'postings_wallet_chain'],
      ['a version that already exists', { version: 1 }, 'postings_wallet_version_key'],
      ['an amount of zero', { amount: 0, after: 10 }, 'postings_amount_check'],
      ['an amount that is not a number', { amount: 'NaN', after: 'NaN' }, 'postings_amount_check'],
    ])('reject %s', async (_, overrides, constraint) => {
      expect(await forge(overrides)).toMatchObject({ constraint });
    });
  });

  it('reject a second resolution of a hold', async () => {
    const { id } = await aWallet(harness, { credit: '10' });
    const request = aHoldOn(id, Money.of('10', 'ARS'));
    const { holdId } = await harness.uow.run((tx) => harness.ledger.placeHold(tx, request));
    await harness.uow.run((tx) => harness.ledger.releaseHold(tx, holdId));
    const insert = `INSERT INTO hold_resolutions (hold_id, outcome) VALUES ($1, 'released')`;
    expect(await rejectionOf(insert, [holdId])).toEqual({ code: '23505', constraint: 'hold_resolutions_pkey' });
  });

  it.each(['total_in', 'count_in', 'total_out', 'count_out'])('reject a negative %s', async (column) => {
    const { id } = await aWallet(harness, { credit: '10' });
    const update = `UPDATE wallet_totals SET ${column} = -1 WHERE wallet_id = $1`;
    expect(await rejectionOf(update, [id])).toEqual({ code: '23514', constraint: `wallet_totals_${column}_check` });
  });

  it('reject totals of a wallet that does not exist', async () => {
    const insert = `INSERT INTO wallet_totals VALUES ($1, 'payment', true, 0, 0, 0, 0)`;
    expect(await rejectionOf(insert, [newId()])).toMatchObject({ constraint: 'wallet_totals_wallet_id_fkey' });
  });

  it('reject a day of a wallet that does not exist', async () => {
    const insert = `INSERT INTO wallet_days VALUES ($1, '2030-01-31', 0, 0, 0)`;
    expect(await rejectionOf(insert, [newId()])).toMatchObject({ constraint: 'wallet_days_wallet_id_fkey' });
  });

  it('reject a posting on an unknown platform account', async () => {
    const insert = `
      WITH entry AS (
        INSERT INTO journal_entries (id, kind, idempotency_key, occurred_at) VALUES ($1, 'forged', $2, now()) RETURNING id
      )
      INSERT INTO postings (entry_id, platform_account, currency, amount)
      SELECT id, account, 'ARS', amount FROM entry, (VALUES ('slush_fund', -10), ('adjustments', 10)) v (account, amount)`;
    expect(await rejectionOf(insert, [newId(), `forged:${newId()}`])).toMatchObject({
      constraint: 'postings_platform_account_check',
    });
  });

  describe.each(['journal_entries', 'postings', 'wallet_days', 'holds', 'hold_resolutions'])('for %s', (table) => {
    it.each([
      `UPDATE ${table} SET ${table === 'wallet_days' ? 'day = day' : 'created_at = now()'}`,
      `DELETE FROM ${table}`,
      `TRUNCATE ${table} CASCADE`,
    ])('reject %s', async (sql) => {
      await harness.uow.run(async (tx) => {
        const { id } = await aWallet(harness);
        await harness.ledger.post(tx, [aCollection(id, Money.of('1', 'ARS'))]);
      });
      const { code, constraint } = await rejectionOf(sql);
      expect({ code, appendOnly: constraint?.endsWith('_append_only') }).toEqual({ code: '23001', appendOnly: true });
    });
  });
});
