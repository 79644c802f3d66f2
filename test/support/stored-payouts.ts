import { Money, newId, UnitOfWork, type DomainError, type Tx } from '@app/kernel';
import { LedgerService } from '@app/ledger';
import { aCollection } from '@app/ledger/testing';
import { Database, statement } from '@app/platform';
import {
  NotificationHandler,
  NotificationHandlers,
  type RailNotification,
  type SettledNotification,
  type Subject,
} from '@app/rails';
import { PayoutNotFoundError } from '@app/transfers';
import { DataSource } from 'typeorm';

/** An application context of the service. */
export interface Context {
  get<T>(token: abstract new (...args: never[]) => T, options?: { strict: boolean }): T;
}

/**
 * A payout of 10,000 ARS (fee 100, tax 60), stored with its hold as if it had been ordered, and not due for the worker,
 * so that only a test's rail does anything about it. Credits the wallet first.
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
    `INSERT INTO payouts (id, account_id, type, status, wallet_id, hold_id, destination, destination_sealed, instant,
       amount, currency, fee_percentage_amount, fee_fixed_amount, fee_total, instant_fee, tax, conversion_fee, net_amount,
       destination_amount, destination_currency, lead_time, requested_by, created_at, updated_at)
     VALUES ($1, $2, 'payout', 'requested', $3, $4, $5, '', false, 10000, 'ARS', 100, 0, 100, 0, 60, 0, 9840, 9840, 'ARS',
       '1d', $6, now(), now())`,
    [id, accountId, walletId, holdId, JSON.stringify(destination), userId],
  );
  return id;
}

export async function statusOf(app: Context, payoutId: string): Promise<string | undefined> {
  const sql = 'SELECT status FROM payouts WHERE id = $1';
  const [row] = await app.get(DataSource, { strict: false }).query<{ status: string }[]>(sql, [payoutId]);
  return row?.status;
}

/** Settles notifications of payouts by their status alone, where the application has no handler of its own. */
export function settlePayouts(app: Context): void {
  const handlers = app.get(NotificationHandlers, { strict: false });
  if (!handlers.kinds().includes('payout')) handlers.register(new PayoutStatuses(app.get(Database, { strict: false })));
}

const KNOWN = statement(
  'test.payouts.known',
  `SELECT p.id IS NOT NULL AS known FROM unnest($1::text[]) WITH ORDINALITY AS s (id, position)
     LEFT JOIN payouts p ON p.id::text = s.id ORDER BY s.position`,
);
const LOCK = statement(
  'test.payouts.lock',
  'SELECT id FROM payouts WHERE id::text = ANY ($1::text[]) ORDER BY id FOR UPDATE',
);
const SETTLE = statement(
  'test.payouts.settle',
  `UPDATE payouts SET status = CASE WHEN $2 = 'returned' THEN status ELSE $2 END,
     completed_at = CASE WHEN $2 = 'completed' THEN now() ELSE completed_at END,
     failed_at = CASE WHEN $2 = 'failed' THEN now() ELSE failed_at END,
     returned_at = CASE WHEN $2 = 'returned' THEN now() ELSE returned_at END
    WHERE id = $1`,
);

class PayoutStatuses extends NotificationHandler {
  readonly kind = 'payout';

  constructor(private readonly db: Database) {
    super();
  }

  async recognize(subjects: readonly Subject[]): Promise<boolean[]> {
    const rows = await this.db.read<{ known: boolean }>(KNOWN, [subjects.map(({ reference }) => reference)]);
    return rows.map(({ known }) => known);
  }

  async refuse(): Promise<DomainError | undefined> {
    return new PayoutNotFoundError();
  }

  async lock(tx: Tx, subjects: readonly Subject[]): Promise<Subject[]> {
    const rows = await this.db.in(tx).query<{ id: string }>(LOCK, [subjects.map(({ reference }) => reference)]);
    return rows.map(({ id }) => ({ provider: 'sandbox_payouts', reference: id }));
  }

  async settle(tx: Tx, batch: readonly RailNotification[]): Promise<SettledNotification[]> {
    for (const { reference, type } of batch) {
      await this.db.in(tx).execute(SETTLE, [reference, type.replace('payout.', '')]);
    }
    return batch.map((notification) => ({ notification, outcome: 'settled', needsStaff: false }));
  }
}
