import type { Tx } from '@app/kernel';
import { Database, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { PaymentLinksRepository } from '../application/ports';
import type { LinkKind, PaymentLink } from '../domain/payment-link';
import { LINK_COLUMNS, toLink, type LinkRow } from './rows';

const INSERT = statement(
  'payment_links.insert',
  `INSERT INTO payment_links (id, kind, account_id, user_id, api_key_id, wallet_id, amount, amount_type, currency,
     currency_destiny, description, customer_paid_fee, webhook_url, created_at, updated_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14)`,
);

const FIND_FOR_USER = statement(
  'payment_links.find-for-user',
  `SELECT ${LINK_COLUMNS} FROM payment_links l WHERE id = $1 AND user_id = $2 AND kind = $3`,
);

const CANCEL = statement(
  'payment_links.cancel',
  `UPDATE payment_links l SET status = 'cancelled', updated_at = now()
    WHERE id = $1 AND user_id = $2 AND kind = $3 AND status = 'active' AND current_uses = 0
   RETURNING ${LINK_COLUMNS}`,
);

/** What the benchmark's bare handler runs too, so that both sides of its ratio do the same work in the database. */
export const PAYMENT_LINK_STATEMENTS = { insert: INSERT, findForUser: FIND_FOR_USER } as const;

@Injectable()
export class PostgresPaymentLinksRepository extends PaymentLinksRepository {
  constructor(private readonly db: Database) {
    super();
  }

  async insert(tx: Tx, link: PaymentLink): Promise<void> {
    await this.db
      .in(tx)
      .execute(INSERT, [
        link.id,
        link.kind,
        link.accountId,
        link.userId,
        link.apiKeyId,
        link.walletId,
        link.amount.toFixed(),
        link.amountType,
        link.currency,
        link.currencyDestiny,
        link.description,
        link.customerPaidFee,
        link.webhookUrl,
        link.createdAt,
      ]);
  }

  async findForUser(id: string, userId: string, kind: LinkKind): Promise<PaymentLink | undefined> {
    const [row] = await this.db.read<LinkRow>(FIND_FOR_USER, [id, userId, kind]);
    return row && toLink(row);
  }

  async cancel(tx: Tx, id: string, userId: string, kind: LinkKind): Promise<PaymentLink | undefined> {
    const [row] = await this.db.in(tx).query<LinkRow>(CANCEL, [id, userId, kind]);
    return row && toLink(row);
  }
}
