import { Batcher, RetryTransactionError, sourcesOf, targetOf, type Move, type Tx } from '@app/kernel';
import { Database, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { PaymentLinksRepository } from '../application/ports';
import { TRANSITIONS, type LinkKind, type LinkReach, type PaymentLink } from '../domain/payment-link';
import { inList, LINK_COLUMNS, PAYMENT_LINKS, toLink, type LinkRow } from './link-rows';

const INSERT = statement(
  'payment_links.insert',
  `INSERT INTO payment_links (${PAYMENT_LINKS.names}) SELECT * FROM ${PAYMENT_LINKS.rows('n')}`,
);

// Costs an eighth less than the statement for many.
const INSERT_ONE = statement(
  'payment_links.insert-one',
  `INSERT INTO payment_links (${PAYMENT_LINKS.names}) VALUES (${PAYMENT_LINKS.values})`,
);

const FIND_FOR_USER = statement(
  'payment_links.find-for-user',
  `SELECT ${LINK_COLUMNS} FROM payment_links l WHERE id = $1 AND user_id = $2 AND kind = $3`,
);

const FIND_MANY_FOR_USER = statement(
  'payment_links.find-many-for-user',
  `SELECT q.position, ${LINK_COLUMNS}
     FROM unnest($1::uuid[], $2::uuid[], $3::text[]) WITH ORDINALITY AS q (id, user_id, kind, position)
     JOIN payment_links l ON l.id = q.id AND l.user_id = q.user_id AND l.kind = q.kind`,
);

const FIND_FOR_ACCOUNT = statement(
  'payment_links.find-for-account',
  `SELECT ${LINK_COLUMNS} FROM payment_links l WHERE id = $1 AND account_id = $2 AND kind = $3`,
);

const CANCEL_FOR_USER = statement('payment_links.cancel-for-user', cancelWhere('user_id = $2'));
const CANCEL_FOR_ACCOUNT = statement('payment_links.cancel-for-account', cancelWhere('account_id = $2'));

function cancelWhere(isReached: string): string {
  return `UPDATE payment_links l SET status = '${targetOf(TRANSITIONS, 'cancel')}', updated_at = now()
    WHERE id = $1 AND ${isReached} AND kind = $3 AND status IN ${inList(sourcesOf(TRANSITIONS, 'cancel'))}
      AND current_uses = 0
   RETURNING ${LINK_COLUMNS}`;
}

// The condition includes the old status: if a link changed in the meantime, fewer rows than expected are updated.
const SAVE = statement(
  'payment_links.save',
  `UPDATE payment_links l SET status = m.status, current_uses = m.current_uses, payment_method = m.payment_method,
          updated_at = now(),
          expires_at = CASE WHEN m.status = '${targetOf(TRANSITIONS, 'expire')}' THEN LEAST(l.expires_at, now())
                            WHEN m.is_endless THEN NULL
                            ELSE l.expires_at END
     FROM unnest($1::uuid[], $2::text[], $3::text[], $4::integer[], $5::text[], $6::boolean[])
       AS m (id, previous, status, current_uses, payment_method, is_endless)
    WHERE l.id = m.id AND l.status = m.previous`,
);

type Wanted = readonly [id: string, userId: string, kind: LinkKind];

@Injectable()
export class PostgresPaymentLinksRepository extends PaymentLinksRepository {
  /**
   * Integrators poll many links at the same moment: reads that arrive during a query share the next round trip. 100
   * callers on two cores read 7,400 links a second, and 3,500 one by one.
   */
  private readonly finding = Batcher.ofRequests((wanted: Wanted[]) => this.findMany(wanted));

  constructor(private readonly db: Database) {
    super();
  }

  async insert(tx: Tx, links: readonly PaymentLink[]): Promise<void> {
    const db = this.db.in(tx);
    const [link] = links;
    if (link && links.length === 1) await db.execute(INSERT_ONE, PAYMENT_LINKS.parametersOf(link));
    else await db.execute(INSERT, PAYMENT_LINKS.arraysOf(links));
  }

  async find(id: string, reach: LinkReach, kind: LinkKind): Promise<PaymentLink | undefined> {
    if ('userId' in reach) return this.finding.add([id, reach.userId, kind]);
    const [row] = await this.db.read<LinkRow>(FIND_FOR_ACCOUNT, [id, reach.accountId, kind]);
    return row && toLink(row);
  }

  async save(tx: Tx, moves: readonly Move<PaymentLink>[]): Promise<void> {
    if (moves.length === 0) return;
    const saved = await this.db
      .in(tx)
      .execute(SAVE, [
        moves.map(({ to }) => to.id),
        moves.map(({ from }) => from.status),
        moves.map(({ to }) => to.status),
        moves.map(({ to }) => to.currentUses),
        moves.map(({ to }) => to.paymentMethod),
        moves.map(({ from, to }) => from.expiresAt !== null && to.expiresAt === null),
      ]);
    if (saved !== moves.length) throw new RetryTransactionError(`${moves.length - saved} payment links were moved`);
  }

  async cancel(tx: Tx, id: string, reach: LinkReach, kind: LinkKind): Promise<PaymentLink | undefined> {
    const db = this.db.in(tx);
    const [row] = await ('userId' in reach
      ? db.query<LinkRow>(CANCEL_FOR_USER, [id, reach.userId, kind])
      : db.query<LinkRow>(CANCEL_FOR_ACCOUNT, [id, reach.accountId, kind]));
    return row && toLink(row);
  }

  private async findMany(wanted: readonly Wanted[]): Promise<(PaymentLink | undefined)[]> {
    const found: (PaymentLink | undefined)[] = wanted.map(() => undefined);
    if (wanted.length === 1) {
      const [row] = await this.db.read<LinkRow>(FIND_FOR_USER, wanted[0]);
      return [row && toLink(row)];
    }
    const columns = [0, 1, 2].map((column) => wanted.map((one) => one[column] as string));
    for (const row of await this.db.read<LinkRow & { position: string }>(FIND_MANY_FOR_USER, columns)) {
      found[Number(row.position) - 1] = toLink(row);
    }
    return found;
  }
}
