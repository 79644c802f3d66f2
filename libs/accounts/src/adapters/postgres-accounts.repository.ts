import type { Tx } from '@app/kernel';
import { Database, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { AccountsRepository, type AccountChanges } from '../application/ports';
import type { Account } from '../domain/account';
import { SlugTakenError } from '../domain/errors';

export interface AccountRow {
  id: string;
  slug: string;
  name: string;
  email: string | null;
  country: string;
  status: 'active' | 'paused';
  kyc_status: 'pending' | 'verified';
  kyb_status: 'pending' | 'verified';
  usd_enabled: boolean;
  cards_enabled: boolean;
  customer_paid_fee_enabled: boolean;
  customer_paid_fee_default: boolean;
}

/** The columns of an account `a`, named one by one, so that a migration that adds one breaks no prepared statement. */
export const ACCOUNT_COLUMNS = `a.id, a.slug, a.name, a.email, a.country, a.status, a.kyc_status, a.kyb_status,
  a.usd_enabled, a.cards_enabled, a.customer_paid_fee_enabled, a.customer_paid_fee_default`;

// ON CONFLICT instead of a failing insert: a failure would end the caller's transaction.
const INSERT = statement(
  'accounts.insert',
  `INSERT INTO accounts (id, slug, name, email, country, status, kyc_status, kyb_status, usd_enabled, cards_enabled,
     customer_paid_fee_enabled, customer_paid_fee_default)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT (slug) DO NOTHING`,
);

const UPDATE = statement(
  'accounts.update',
  `UPDATE accounts SET
     status = COALESCE($2, status), kyc_status = COALESCE($3, kyc_status), kyb_status = COALESCE($4, kyb_status),
     usd_enabled = COALESCE($5, usd_enabled), cards_enabled = COALESCE($6, cards_enabled),
     customer_paid_fee_enabled = COALESCE($7, customer_paid_fee_enabled),
     customer_paid_fee_default = COALESCE($8, customer_paid_fee_default), updated_at = now()
   WHERE id = $1`,
);

const FIND_BY_SLUG = statement('accounts.find-by-slug', `SELECT ${ACCOUNT_COLUMNS} FROM accounts a WHERE slug = $1`);
const FIND_BY_ID = statement('accounts.find-by-id', `SELECT ${ACCOUNT_COLUMNS} FROM accounts a WHERE id = $1`);

@Injectable()
export class PostgresAccountsRepository extends AccountsRepository {
  constructor(private readonly db: Database) {
    super();
  }

  async insertAccount(tx: Tx, account: Account): Promise<void> {
    const written = await this.db
      .in(tx)
      .execute(INSERT, [
        account.id,
        account.slug,
        account.name,
        account.email,
        account.country,
        account.status,
        account.kycStatus,
        account.kybStatus,
        account.usdEnabled,
        account.cardsEnabled,
        account.customerPaidFeeEnabled,
        account.customerPaidFeeDefault,
      ]);
    if (written === 0) throw new SlugTakenError(account.slug);
  }

  async updateAccount(tx: Tx, id: string, changes: AccountChanges): Promise<void> {
    await this.db
      .in(tx)
      .execute(UPDATE, [
        id,
        changes.status,
        changes.kycStatus,
        changes.kybStatus,
        changes.usdEnabled,
        changes.cardsEnabled,
        changes.customerPaidFeeEnabled,
        changes.customerPaidFeeDefault,
      ]);
  }

  async findBySlug(slug: string): Promise<Account | undefined> {
    const [row] = await this.db.read<AccountRow>(FIND_BY_SLUG, [slug]);
    return row && toAccount(row);
  }

  async findById(id: string): Promise<Account | undefined> {
    const [row] = await this.db.read<AccountRow>(FIND_BY_ID, [id]);
    return row && toAccount(row);
  }
}

export function toAccount(row: AccountRow): Account {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    email: row.email,
    country: row.country,
    status: row.status,
    kycStatus: row.kyc_status,
    kybStatus: row.kyb_status,
    usdEnabled: row.usd_enabled,
    cardsEnabled: row.cards_enabled,
    customerPaidFeeEnabled: row.customer_paid_fee_enabled,
    customerPaidFeeDefault: row.customer_paid_fee_default,
  };
}
