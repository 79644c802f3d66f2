import { Money, timedPage, type ListPart, type Page } from '@app/kernel';
import {
  Database,
  inListPart,
  listPartParameters,
  ReportUnavailableError,
  statement,
  type SqlParameter,
  type Statement,
} from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { QueryResultRow } from 'pg';
import { toLink, type LinkRow } from '../../links/adapters/link-rows';
import { idsBeginningWith } from '../../links/domain/link-search';
import type { PaymentLink } from '../../links/domain/payment-link';
import type { PaymentException } from '../domain/payment-exception';
import { EXCEPTION_COLUMNS, toException, type ExceptionRow } from './exception-rows';
import {
  CollectionsReader,
  type CollectedPayment,
  type CurrencyTotal,
  type ExceptionsQuery,
  type LinkFilter,
  type LinkLabel,
  type LinkQuery,
  type LinksReader,
  type PaymentFilter,
  type PaymentQuery,
} from '../application/collections-reader';
import { ReceivedPaymentNotFoundError } from '../domain/errors';
import {
  COUNT_SEARCHED,
  FEW,
  FIND_PAYMENT,
  LINK_LABELS,
  LINK_LIST,
  LONGEST_WAY,
  PAYMENT_LIST,
  PAYMENTS_OF_LINK,
  type ListStatements,
} from './collection-lists';
import { toReceivedPayment, type ReceivedPaymentRow } from './received-payment-rows';

const EXCEPTIONS = statement('collections.exceptions', exceptionsWhere(''));
const EXCEPTIONS_OF_LINK = statement('collections.exceptions-of-link', exceptionsWhere('AND e.payment_link_id = $7'));

function exceptionsWhere(further: string): string {
  return `SELECT ${EXCEPTION_COLUMNS} FROM payment_exceptions e WHERE ${inListPart('e')} ${further}
    ORDER BY e.created_at DESC, e.id DESC LIMIT $6`;
}

@Injectable()
export class PostgresCollectionsReader extends CollectionsReader implements LinksReader {
  constructor(private readonly db: Database) {
    super();
  }

  async listLinks(accountId: string, query: LinkQuery): Promise<Page<PaymentLink>> {
    const rows = await this.page<LinkRow>(LINK_LIST, accountId, query.search, linkParameters(accountId, query));
    return timedPage(rows.map(toLink), query.limit);
  }

  async listPayments(accountId: string, query: PaymentQuery): Promise<Page<CollectedPayment>> {
    const { linkId, search } = query;
    const parameters = paymentParameters(accountId, query);
    const rows = await (linkId === undefined
      ? this.page<CollectedPaymentRow>(PAYMENT_LIST, accountId, search, parameters)
      : this.db.report<CollectedPaymentRow>(PAYMENTS_OF_LINK.list, [...parameters, linkId]));
    return timedPage(rows.map(toCollectedPayment), query.limit);
  }

  linkTotals(accountId: string, filter: LinkFilter): Promise<CurrencyTotal[] | null> {
    return this.totals(LINK_LIST, filter.search, linkParameters(accountId, filter));
  }

  paymentTotals(accountId: string, filter: PaymentFilter): Promise<CurrencyTotal[] | null> {
    const parameters = paymentParameters(accountId, filter);
    return filter.linkId === undefined
      ? this.totals(PAYMENT_LIST, filter.search, parameters)
      : this.totalsBy(PAYMENTS_OF_LINK.totals, [...parameters, filter.linkId]);
  }

  async *streamLinks(accountId: string, filter: LinkFilter): AsyncGenerator<PaymentLink> {
    const parameters = linkParameters(accountId, filter);
    for await (const row of await this.every<LinkRow>(LINK_LIST, accountId, filter.search, parameters))
      yield toLink(row);
  }

  async *streamPayments(accountId: string, filter: PaymentFilter): AsyncGenerator<CollectedPayment> {
    const { linkId, search } = filter;
    const parameters = paymentParameters(accountId, filter);
    const rows = await (linkId === undefined
      ? this.every<CollectedPaymentRow>(PAYMENT_LIST, accountId, search, parameters)
      : this.db.stream<CollectedPaymentRow>(PAYMENTS_OF_LINK.list, [...parameters, linkId]));
    for await (const row of rows) yield toCollectedPayment(row);
  }

  async linkLabels(accountId: string, ids: readonly string[]): Promise<ReadonlyMap<string, LinkLabel>> {
    if (ids.length === 0) return new Map();
    const rows = await this.db.report<LinkLabel & { id: string }>(LINK_LABELS, [accountId, ids]);
    return new Map(rows.map(({ id, description, reference }) => [id, { description, reference }]));
  }

  async listExceptions(accountId: string, { linkId, ...query }: ExceptionsQuery): Promise<Page<PaymentException>> {
    const parameters = listPartParameters(accountId, query);
    const rows = await (linkId === undefined
      ? this.db.report<ExceptionRow>(EXCEPTIONS, parameters)
      : this.db.report<ExceptionRow>(EXCEPTIONS_OF_LINK, [...parameters, linkId]));
    return timedPage(rows.map(toException), query.limit);
  }

  async readPayment(accountId: string, id: string): Promise<CollectedPayment> {
    const [row] = await this.db.read<CollectedPaymentRow>(FIND_PAYMENT, [id, accountId]);
    if (!row) throw new ReceivedPaymentNotFoundError();
    return toCollectedPayment(row);
  }

  private async page<R extends QueryResultRow>(
    list: ListStatements,
    accountId: string,
    search: string | undefined,
    parameters: SqlParameter[],
  ): Promise<R[]> {
    if (search === undefined) return this.db.report<R>(list.all, parameters.slice(0, UNSEARCHED));
    if (await this.isCommon(accountId, search)) {
      const found = await this.db.report<R>(list.many, [...parameters, LONGEST_WAY]);
      if (found.length === parameters[LIMIT]) return found;
    }
    return this.db.report<R>(list.few, parameters);
  }

  private async every<R extends QueryResultRow>(
    list: ListStatements,
    accountId: string,
    search: string | undefined,
    parameters: SqlParameter[],
  ): Promise<AsyncIterable<R>> {
    if (search === undefined) return this.db.stream<R>(list.all, parameters.slice(0, UNSEARCHED));
    return (await this.isCommon(accountId, search))
      ? this.db.stream<R>(list.many, [...parameters, null])
      : this.db.stream<R>(list.few, parameters);
  }

  private totals(list: ListStatements, search: string | undefined, parameters: SqlParameter[]) {
    return search === undefined
      ? this.totalsBy(list.totals, parameters.slice(0, UNSEARCHED))
      : this.totalsBy(list.searchedTotals, parameters);
  }

  /** Null when they take longer than a report may: the list itself is still read. */
  private async totalsBy(totals: Statement, parameters: SqlParameter[]): Promise<CurrencyTotal[] | null> {
    try {
      const rows = await this.db.report<TotalRow>(totals, parameters);
      return rows.map(({ currency, count, amount }) => ({ count, amount: Money.stored(amount, currency) }));
    } catch (error) {
      if (error instanceof ReportUnavailableError) return null;
      throw error;
    }
  }

  /** Whether many links have the words that are searched. */
  private async isCommon(accountId: string, search: string): Promise<boolean> {
    const [found] = await this.db.report<{ count: number }>(COUNT_SEARCHED, [accountId, search]);
    return (found?.count ?? 0) >= FEW;
  }
}

interface CollectedPaymentRow extends ReceivedPaymentRow {
  description: string;
  reference: string | null;
}

interface TotalRow {
  currency: string;
  count: number;
  amount: string;
}

/** Where the limit is among the parameters, and how many there are without a search. */
const LIMIT = 5;
const UNSEARCHED = 9;

function toCollectedPayment(row: CollectedPaymentRow): CollectedPayment {
  return { ...toReceivedPayment(row), description: row.description, reference: row.reference };
}

function linkParameters(accountId: string, query: LinkFilter & Partial<ListPart>): SqlParameter[] {
  const { kind, status, currency, search } = query;
  return [...listPartParameters(accountId, query), status ?? null, currency ?? null, kind, ...searched(search)];
}

function paymentParameters(accountId: string, query: PaymentFilter & Partial<ListPart>): SqlParameter[] {
  const { status, currency, method, search } = query;
  return [
    ...listPartParameters(accountId, query),
    status ?? null,
    currency ?? null,
    method ?? null,
    ...searched(search),
  ];
}

function searched(search: string | undefined): SqlParameter[] {
  const ids = search === undefined ? undefined : idsBeginningWith(search);
  return [search ?? null, ids?.least ?? null, ids?.greatest ?? null];
}
