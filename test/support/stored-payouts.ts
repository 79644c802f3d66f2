import { Money, newId, UnitOfWork } from '@app/kernel';
import { LedgerService } from '@app/ledger';
import { aCollection } from '@app/ledger/testing';
import { DataSource } from 'typeorm';

/** An application context of the service. */
export interface Context {
  get<T>(token: abstract new (...args: never[]) => T, options?: { strict: boolean }): T;
}

/**
 * A payout of 10,000 ARS (fee 100, tax 60), stored with its hold as if it had been ordered, and not due for the worker,
 * so that only a test's rail acts on it. Credits the wallet first.
 */
export async function storePayout(
  app: Context,
  { accountId, walletId, userId }: { accountId: string; walletId: string; userId: string },
  holder = 'Ana Pérez',
): Promise<string> {
  const [id, ledger] = [newId(), app.get(LedgerService, { strict: false })];
  const amount = Money.of('10000.00', 'ARS');
  const { holdId } = await app.get(UnitOfWork, { strict: false }).run(async (tx) => {
    await ledger.post(tx, [aCollection(walletId, amount)]);
    return ledger.placeHold(tx, { walletId, amount, referenceType: 'payout', referenceId: id });
  });
  const destination = { type: 'bank_account', id: newId(), name: holder, country: 'AR', bank: { cbu: '**5672' } };
  await app.get(DataSource, { strict: false }).query(
    `WITH created AS (INSERT INTO payouts (id, account_id, type, status, wallet_id, hold_id, destination, destination_sealed, instant,
       amount, currency, fee_percentage_amount, fee_fixed_amount, fee_total, instant_fee, tax, conversion_fee, net_amount,
       destination_amount, destination_currency, lead_time, requested_by, notices, created_at, updated_at,
       provider)
     VALUES ($1, $2, 'payout', 'requested', $3, $4, $5, '', false, 10000, 'ARS', 100, 0, 100, 0, 60, 0, 9840, 9840, 'ARS',
       '1d', $6, '{"merchant": null, "beneficiary": null, "language": "es"}', now(), now(),
       'sandbox_payouts')
     RETURNING id, status, created_at)
     INSERT INTO payout_history (payout_id, position, status, at) SELECT id, 1, status, created_at FROM created`,
    [id, accountId, walletId, holdId, JSON.stringify(destination), userId],
  );
  return id;
}

export async function statusOf(app: Context, payoutId: string): Promise<string | undefined> {
  const sql = 'SELECT status FROM payouts WHERE id = $1';
  const [row] = await app.get(DataSource, { strict: false }).query<{ status: string }[]>(sql, [payoutId]);
  return row?.status;
}
