import { timedPage, timedPosition, type Page, type TimedPosition } from '@app/kernel';
import {
  CollectionsReader,
  type ExceptionsQuery,
  type LinkFilter,
  type LinkQuery,
  type ListPart,
  type PaymentFilter,
  type PaymentQuery,
} from '../settlement/application/collections-reader';
import type { PaymentLink } from '../links/domain/payment-link';
import { ReceivedPaymentNotFoundError } from '../settlement/domain/errors';
import type { PaymentException } from '../settlement/domain/payment-exception';
import type { ReceivedPayment } from '../settlement/domain/received-payment';
import type { InMemoryTables } from './in-memory-tables';

export class InMemoryCollectionsReader extends CollectionsReader {
  constructor(private readonly tables: InMemoryTables) {
    super();
  }

  async links(accountId: string, query: LinkQuery): Promise<Page<PaymentLink>> {
    const { kind, status, currency, search } = query;
    const isFound = ({ id, description }: PaymentLink, text: string) =>
      description.toLowerCase().startsWith(text.toLowerCase()) || id === text.toLowerCase();
    const found = [...this.tables.links.values()]
      .filter((link) => link.accountId === accountId && link.kind === kind)
      .filter((link) => fits(status, link.status) && fits(currency, link.currency))
      .filter((link) => search === undefined || isFound(link, search));
    return page(found, query);
  }

  async payments(accountId: string, query: PaymentQuery): Promise<Page<ReceivedPayment>> {
    const found = this.tables.payments
      .filter((payment) => payment.accountId === accountId)
      .filter((payment) => fits(query.status, payment.status) && fits(query.linkId?.toLowerCase(), payment.linkId));
    return page(found, query);
  }

  async exceptions(accountId: string, query: ExceptionsQuery): Promise<Page<PaymentException>> {
    const isOfAccount = ({ linkId }: PaymentException) =>
      linkId !== null &&
      fits(query.linkId?.toLowerCase(), linkId) &&
      this.tables.links.get(linkId)?.accountId === accountId;
    return page(this.tables.exceptions.filter(isOfAccount), query);
  }

  async *everyLink(accountId: string, filter: LinkFilter): AsyncGenerator<PaymentLink> {
    yield* (await this.links(accountId, { ...filter, limit: Infinity })).items;
  }

  async *everyPayment(accountId: string, filter: PaymentFilter): AsyncGenerator<ReceivedPayment> {
    yield* (await this.payments(accountId, { ...filter, limit: Infinity })).items;
  }

  async readPayment(accountId: string, id: string): Promise<ReceivedPayment> {
    const found = this.tables.payments.find((payment) => payment.accountId === accountId && payment.id === id);
    if (!found) throw new ReceivedPaymentNotFoundError();
    return found;
  }
}

function fits(wanted: string | undefined, value: string): boolean {
  return wanted === undefined || wanted === value;
}

function page<T extends TimedPosition>(found: readonly T[], { from, to, cursor, limit }: ListPart): Page<T> {
  const position = cursor === undefined ? undefined : timedPosition(cursor);
  const wanted = found
    .filter(({ createdAt }) => (!from || createdAt >= from) && (!to || createdAt < to))
    .filter((item) => !position || newestFirst(item, position) > 0)
    .sort(newestFirst);
  return timedPage(wanted.slice(0, limit + 1), limit);
}

function newestFirst(a: TimedPosition, b: TimedPosition): number {
  return b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);
}
