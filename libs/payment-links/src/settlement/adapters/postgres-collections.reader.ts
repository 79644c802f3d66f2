import { isUuid, timedPage, timedPosition, type Page } from '@app/kernel';
import { Database, statement, type SqlParameter, type Statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { LINK_COLUMNS, toLink, type LinkRow } from '../../links/adapters/link-rows';
import type { PaymentLink } from '../../links/domain/payment-link';
import type { PaymentException } from '../domain/payment-exception';
import { EXCEPTION_COLUMNS, toException, type ExceptionRow } from './exception-rows';
import {
  CollectionsReader,
  type ExceptionsQuery,
  type LinkFilter,
  type LinkQuery,
  type ListPart,
  type ListPeriod,
  type PaymentFilter,
  type PaymentQuery,
} from '../application/collections-reader';
import { ReceivedPaymentNotFoundError } from '../domain/errors';
import type { ReceivedPayment } from '../domain/received-payment';
import { RECEIVED_PAYMENT_COLUMNS, toReceivedPayment, type ReceivedPaymentRow } from './received-payment-rows';

/** The rows of account $1 created from $2 to before $3, that come after the cursor: created at $4, with id $5. */
const partOf = (table: 'l' | 'p' | 'e') => `${table}.account_id = $1 AND ${table}.created_at >= $2::timestamptz
    AND ${table}.created_at < $3::timestamptz AND (${table}.created_at, ${table}.id) < ($4::timestamptz, $5::uuid)`;

// The filters drop rows on the way along the index of account, date and id. A separate index would pay off only if very
// few rows pass them.
const LINKS = statement('collections.links', linksOfPart('payment_links l', ''));

/** Up to so many matches of a search are sorted. More are found on the way along the list itself. */
const FEW = 1_000;
/** How far a page is looked for on that way. Where the matches are older, they are sorted after all. */
const LONGEST_WAY = 5_000;

/** The descriptions that begin with $10, as `payment_links_search_idx` has them: all texts up to the greatest character. */
const BEGINS = `search_text(l.description) COLLATE "C" >= search_text($10)
    AND search_text(l.description) COLLATE "C" < search_text($10) || chr(1114111)`;

const COUNT_SEARCHED = statement(
  'collections.count-searched',
  `SELECT count(*)::integer AS count FROM (
     SELECT FROM payment_links l
      WHERE l.account_id = $1 AND l.kind = $2 AND ${BEGINS.replaceAll('$10', '$3')} LIMIT ${FEW}) AS found`,
);

const SEARCHED = statement(
  'collections.searched',
  `WITH l AS MATERIALIZED (
     SELECT ${LINK_COLUMNS} FROM payment_links l WHERE l.account_id = $1 AND l.kind = $9 AND ${BEGINS}
     UNION ALL
     SELECT ${LINK_COLUMNS} FROM payment_links l WHERE l.id = $11::uuid AND l.account_id = $1 AND NOT (${BEGINS}))
   ${linksOfPart('l', '')}`,
);

// Written so that no index can serve it but that of the list. $12: the newest links that are searched; null for all.
const SEARCHED_ON_THE_WAY = statement(
  'collections.searched-on-the-way',
  linksOfPart(
    `(SELECT * FROM payment_links l WHERE ${partOf('l')} ORDER BY l.created_at DESC, l.id DESC LIMIT $12) l`,
    'AND (starts_with(search_text(l.description), search_text($10)) OR l.id = $11::uuid)',
  ),
);

function linksOfPart(table: string, further: string): string {
  return `SELECT ${LINK_COLUMNS} FROM ${table}
    WHERE ${partOf('l')} AND l.kind = $9
      AND ($7::text IS NULL OR l.status = $7) AND ($8::text IS NULL OR l.currency = $8) ${further}
    ORDER BY l.created_at DESC, l.id DESC LIMIT $6`;
}

const PAYMENTS = statement('collections.payments', paymentsWhere(''));
const PAYMENTS_OF_LINK = statement('collections.payments-of-link', paymentsWhere('AND p.payment_link_id = $8'));

function paymentsWhere(further: string): string {
  return `SELECT ${RECEIVED_PAYMENT_COLUMNS} FROM received_payments p
    WHERE ${partOf('p')} AND ($7::text IS NULL OR p.status = $7) ${further}
    ORDER BY p.created_at DESC, p.id DESC LIMIT $6`;
}

const EXCEPTIONS = statement('collections.exceptions', exceptionsWhere(''));
const EXCEPTIONS_OF_LINK = statement('collections.exceptions-of-link', exceptionsWhere('AND e.payment_link_id = $7'));

function exceptionsWhere(further: string): string {
  return `SELECT ${EXCEPTION_COLUMNS} FROM payment_exceptions e WHERE ${partOf('e')} ${further}
    ORDER BY e.created_at DESC, e.id DESC LIMIT $6`;
}

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
    const rows = await this.pageOfLinks(accountId, query);
    return timedPage(rows.map(toLink), query.limit);
  }

  async payments(accountId: string, query: PaymentQuery): Promise<Page<ReceivedPayment>> {
    const rows = await this.db.report<ReceivedPaymentRow>(...paymentsOf(accountId, query, query.limit + 1));
    return timedPage(rows.map(toReceivedPayment), query.limit);
  }

  async *everyLink(accountId: string, filter: LinkFilter): AsyncGenerator<PaymentLink> {
    const parameters = linksParameters(accountId, filter, null);
    const isCommon = await this.isCommon(accountId, filter);
    const rows = isCommon
      ? this.db.stream<LinkRow>(SEARCHED_ON_THE_WAY, [...parameters, null])
      : this.db.stream<LinkRow>(filter.search === undefined ? LINKS : SEARCHED, parameters);
    for await (const row of rows) yield toLink(row);
  }

  async *everyPayment(accountId: string, filter: PaymentFilter): AsyncGenerator<ReceivedPayment> {
    const rows = this.db.stream<ReceivedPaymentRow>(...paymentsOf(accountId, filter, null));
    for await (const row of rows) yield toReceivedPayment(row);
  }

  async exceptions(accountId: string, { linkId, ...query }: ExceptionsQuery): Promise<Page<PaymentException>> {
    const parameters = part(accountId, query, query.limit + 1);
    const rows = await (linkId === undefined
      ? this.db.report<ExceptionRow>(EXCEPTIONS, parameters)
      : this.db.report<ExceptionRow>(EXCEPTIONS_OF_LINK, [...parameters, linkId]));
    return timedPage(rows.map(toException), query.limit);
  }

  async readPayment(accountId: string, id: string): Promise<ReceivedPayment> {
    const [row] = await this.db.read<ReceivedPaymentRow>(FIND_PAYMENT, [id, accountId]);
    if (!row) throw new ReceivedPaymentNotFoundError();
    return toReceivedPayment(row);
  }

  private async pageOfLinks(accountId: string, query: LinkQuery): Promise<LinkRow[]> {
    const parameters = linksParameters(accountId, query, query.limit + 1);
    if (query.search === undefined) return this.db.report<LinkRow>(LINKS, parameters);
    if (await this.isCommon(accountId, query)) {
      const found = await this.db.report<LinkRow>(SEARCHED_ON_THE_WAY, [...parameters, LONGEST_WAY]);
      if (found.length > query.limit) return found;
    }
    return this.db.report<LinkRow>(SEARCHED, parameters);
  }

  /** Whether many descriptions begin with what is searched. */
  private async isCommon(accountId: string, { kind, search }: LinkFilter): Promise<boolean> {
    if (search === undefined) return false;
    const [found] = await this.db.report<{ count: number }>(COUNT_SEARCHED, [accountId, kind, search]);
    return (found?.count ?? 0) >= FEW;
  }
}

function linksParameters(accountId: string, query: LinkFilter & Position, limit: number | null): SqlParameter[] {
  const { kind, status, currency, search } = query;
  const parameters = [...part(accountId, query, limit), status ?? null, currency ?? null, kind];
  return search === undefined ? parameters : [...parameters, search, isUuid(search) ? search : null];
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
