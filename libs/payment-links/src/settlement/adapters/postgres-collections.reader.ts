import { isUuid, timedPage, timedPosition, type Page } from '@app/kernel';
import { Database, statement, type SqlParameter, type Statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { LINK_COLUMNS, toLink, type LinkRow } from '../../links/adapters/link-rows';
import type { PaymentLink } from '../../links/domain/payment-link';
import type { PaymentException } from '../domain/payment-exception';
import { EXCEPTION_COLUMNS, toException, type ExceptionRow } from './exception-rows';
import {
  CollectionsReader,
  type LinkFilter,
  type LinkQuery,
  type ListPart,
  type ListPeriod,
  type PaymentFilter,
  type PaymentQuery,
} from '../application/collections-reader';
import type { ReceivedPayment } from '../domain/received-payment';
import { RECEIVED_PAYMENT_COLUMNS, toReceivedPayment, type ReceivedPaymentRow } from './received-payment-rows';

/** The rows of account $1 created from $2 to before $3, that come after the cursor: created at $4, with id $5. */
const partOf = (table: 'l' | 'p' | 'e') => `${table}.account_id = $1 AND ${table}.created_at >= $2::timestamptz
    AND ${table}.created_at < $3::timestamptz AND (${table}.created_at, ${table}.id) < ($4::timestamptz, $5::uuid)`;

// The filters drop rows on the way along the index of account, date and id. A separate index would pay off only if very
// few rows pass them.
const LINKS = statement(
  'collections.links',
  `SELECT ${LINK_COLUMNS} FROM payment_links l
    WHERE ${partOf('l')} AND l.kind = $11
      AND ($7::text IS NULL OR l.status = $7) AND ($8::text IS NULL OR l.currency = $8)
      AND ($9::text IS NULL OR l.description ILIKE $9 OR l.id = $10::uuid)
    ORDER BY l.created_at DESC, l.id DESC LIMIT $6`,
);

const PAYMENTS = statement('collections.payments', paymentsWhere(''));
const PAYMENTS_OF_LINK = statement('collections.payments-of-link', paymentsWhere('AND p.payment_link_id = $8'));

function paymentsWhere(further: string): string {
  return `SELECT ${RECEIVED_PAYMENT_COLUMNS} FROM received_payments p
    WHERE ${partOf('p')} AND ($7::text IS NULL OR p.status = $7) ${further}
    ORDER BY p.created_at DESC, p.id DESC LIMIT $6`;
}

const EXCEPTIONS = statement(
  'collections.exceptions',
  `SELECT ${EXCEPTION_COLUMNS} FROM payment_exceptions e WHERE ${partOf('e')}
    ORDER BY e.created_at DESC, e.id DESC LIMIT $6`,
);

const FIND_PAYMENT = statement(
  'collections.find-payment',
  `SELECT ${RECEIVED_PAYMENT_COLUMNS} FROM received_payments p WHERE p.id = $1 AND p.account_id = $2`,
);

const NO_ID = '00000000-0000-0000-0000-000000000000';

@Injectable()
export class PostgresCollectionsReader extends CollectionsReader {
  constructor(private readonly db: Database) {
    super();
  }

  async links(accountId: string, query: LinkQuery): Promise<Page<PaymentLink>> {
    const parameters = linksOf(accountId, query, query.limit + 1);
    return timedPage((await this.db.read<LinkRow>(LINKS, parameters)).map(toLink), query.limit);
  }

  async payments(accountId: string, query: PaymentQuery): Promise<Page<ReceivedPayment>> {
    const rows = await this.db.read<ReceivedPaymentRow>(...paymentsOf(accountId, query, query.limit + 1));
    return timedPage(rows.map(toReceivedPayment), query.limit);
  }

  async *everyLink(accountId: string, filter: LinkFilter): AsyncGenerator<PaymentLink> {
    for await (const row of this.db.stream<LinkRow>(LINKS, linksOf(accountId, filter, null))) yield toLink(row);
  }

  async *everyPayment(accountId: string, filter: PaymentFilter): AsyncGenerator<ReceivedPayment> {
    const rows = this.db.stream<ReceivedPaymentRow>(...paymentsOf(accountId, filter, null));
    for await (const row of rows) yield toReceivedPayment(row);
  }

  async exceptions(accountId: string, query: ListPart): Promise<Page<PaymentException>> {
    const rows = await this.db.read<ExceptionRow>(EXCEPTIONS, part(accountId, query, query.limit + 1));
    return timedPage(rows.map(toException), query.limit);
  }

  async findPayment(accountId: string, id: string): Promise<ReceivedPayment | undefined> {
    const [row] = await this.db.read<ReceivedPaymentRow>(FIND_PAYMENT, [id, accountId]);
    return row && toReceivedPayment(row);
  }
}

function linksOf(accountId: string, query: LinkFilter & Position, limit: number | null): SqlParameter[] {
  const { kind, status, currency, search } = query;
  const pattern = search === undefined ? null : `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const id = search !== undefined && isUuid(search) ? search : null;
  return [...part(accountId, query, limit), status ?? null, currency ?? null, pattern, id, kind];
}

function paymentsOf(
  accountId: string,
  query: PaymentFilter & Position,
  limit: number | null,
): [Statement, SqlParameter[]] {
  const { status, linkId } = query;
  const parameters = [...part(accountId, query, limit), status ?? null];
  return linkId === undefined ? [PAYMENTS, parameters] : [PAYMENTS_OF_LINK, [...parameters, linkId]];
}

type Position = Pick<ListPart, 'cursor'>;

/** Without a limit for null. */
function part(accountId: string, { from, to, cursor }: ListPeriod & Position, limit: number | null) {
  const position = cursor === undefined ? undefined : timedPosition(cursor);
  return [
    accountId,
    from?.toISOString() ?? '-infinity',
    to?.toISOString() ?? 'infinity',
    position?.createdAt.toISOString() ?? 'infinity',
    position?.id ?? NO_ID,
    limit,
  ];
}
