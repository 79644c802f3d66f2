import { type Money, timedPage, timedPosition, type Page, type TimedPosition } from '@app/kernel';
import {
  CollectionsReader,
  type CollectedPayment,
  type CurrencyTotal,
  type ExceptionsQuery,
  type LinkFilter,
  type LinkLabel,
  type LinkQuery,
  type ListPart,
  type ListPeriod,
  type PaymentFilter,
  type PaymentQuery,
} from '../settlement/application/collections-reader';
import { idsBeginningWith } from '../links/domain/link-search';
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
    return page(this.linksOf(accountId, query), query);
  }

  async payments(accountId: string, query: PaymentQuery): Promise<Page<CollectedPayment>> {
    return page(this.paymentsOf(accountId, query), query);
  }

  async linkTotals(accountId: string, filter: LinkFilter): Promise<CurrencyTotal[]> {
    return totalsOf(within(this.linksOf(accountId, filter), filter).map(({ amount }) => amount));
  }

  async paymentTotals(accountId: string, filter: PaymentFilter): Promise<CurrencyTotal[]> {
    return totalsOf(within(this.paymentsOf(accountId, filter), filter).map(({ terms }) => terms.credited));
  }

  async linkLabels(accountId: string, ids: readonly string[]): Promise<ReadonlyMap<string, LinkLabel>> {
    const links = [...this.tables.links.values()].filter(
      (link) => link.accountId === accountId && ids.includes(link.id),
    );
    return new Map(links.map(({ id, description, reference }) => [id, { description, reference }]));
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

  async *everyPayment(accountId: string, filter: PaymentFilter): AsyncGenerator<CollectedPayment> {
    yield* (await this.payments(accountId, { ...filter, limit: Infinity })).items;
  }

  async readPayment(accountId: string, id: string): Promise<CollectedPayment> {
    const found = this.tables.payments.find((payment) => payment.accountId === accountId && payment.id === id);
    if (!found) throw new ReceivedPaymentNotFoundError();
    return this.collected(found);
  }

  private linksOf(accountId: string, { kind, status, currency, search }: LinkFilter): PaymentLink[] {
    return [...this.tables.links.values()]
      .filter((link) => link.accountId === accountId && link.kind === kind)
      .filter((link) => fits(status, link.status) && fits(currency, link.currency))
      .filter((link) => search === undefined || isFound(link, search));
  }

  private paymentsOf(accountId: string, filter: PaymentFilter): CollectedPayment[] {
    const { status, currency, method, linkId, search } = filter;
    return this.tables.payments
      .filter((payment) => payment.accountId === accountId)
      .filter((payment) => fits(status, payment.status) && fits(linkId?.toLowerCase(), payment.linkId))
      .filter(({ terms, method: by }) => fits(currency, terms.currency) && fits(method, by))
      .map((payment) => this.collected(payment))
      .filter(
        (payment) =>
          search === undefined || isFound({ ...payment, id: payment.linkId }, search) || isFound(payment, search),
      );
  }

  private collected(payment: ReceivedPayment): CollectedPayment {
    const { description, reference } = this.tables.links.get(payment.linkId) as PaymentLink;
    return { ...payment, description, reference };
  }
}

function isFound({ id, description, reference }: LinkLabel & { id: string }, search: string): boolean {
  const ids = idsBeginningWith(search);
  if (ids && id >= ids.least && id <= ids.greatest) return true;
  const [words, wanted] = [wordsOf(`${description} ${reference ?? ''}`), wordsOf(search)];
  return wanted.length > 0 && wanted.every((one) => words.some((word) => word.startsWith(one)));
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFD')
      .replace(/[\p{M}\p{Cf}]/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

function totalsOf(amounts: readonly Money[]): CurrencyTotal[] {
  const sums = new Map<string, CurrencyTotal>();
  for (const amount of amounts) {
    const sum = sums.get(amount.currency);
    sums.set(amount.currency, sum ? { count: sum.count + 1, amount: sum.amount.plus(amount) } : { count: 1, amount });
  }
  return [...sums.keys()].sort().map((currency) => sums.get(currency) as CurrencyTotal);
}

function fits(wanted: string | undefined, value: string): boolean {
  return wanted === undefined || wanted === value;
}

function within<T extends TimedPosition>(found: readonly T[], { from, to }: ListPeriod): T[] {
  return found.filter(({ createdAt }) => (!from || createdAt >= from) && (!to || createdAt < to));
}

function page<T extends TimedPosition>(found: readonly T[], { cursor, limit, ...period }: ListPart): Page<T> {
  const position = cursor === undefined ? undefined : timedPosition(cursor);
  const wanted = within(found, period)
    .filter((item) => !position || newestFirst(item, position) > 0)
    .sort(newestFirst);
  return timedPage(wanted.slice(0, limit + 1), limit);
}

function newestFirst(a: TimedPosition, b: TimedPosition): number {
  return b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);
}
