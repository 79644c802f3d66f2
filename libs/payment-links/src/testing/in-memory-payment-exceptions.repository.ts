import type { Move, Tx } from '@app/kernel';
import {
  PaymentExceptionsRepository,
  type ExceptionQuery,
  type FoundException,
  type ListedException,
} from '../exceptions/application/ports';
import type { PaymentException } from '../settlement/domain/payment-exception';
import type { InMemoryTables } from './in-memory-tables';

export class InMemoryPaymentExceptionsRepository extends PaymentExceptionsRepository {
  constructor(private readonly tables: InMemoryTables) {
    super();
  }

  async list({ status, limit }: ExceptionQuery): Promise<ListedException[]> {
    const wanted = this.tables.exceptions.filter((exception) => status === undefined || exception.status === status);
    return wanted
      .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1))
      .slice(0, limit)
      .map((one) => ({ ...one, accountId: (one.linkId && this.tables.links.get(one.linkId)?.accountId) || null }));
  }

  async backlog(): Promise<{ open: number; oldestSeconds: number }> {
    const open = this.tables.exceptions.filter(({ status }) => status === 'open');
    const oldest = Math.min(...open.map(({ createdAt }) => createdAt.getTime()));
    return { open: open.length, oldestSeconds: open.length > 0 ? (this.tables.now().getTime() - oldest) / 1_000 : 0 };
  }

  async find(id: string): Promise<FoundException | undefined> {
    const exception = this.tables.exceptions.find((candidate) => candidate.id === id);
    if (!exception) return undefined;
    const { linkId, orderId } = exception;
    return {
      exception,
      link: (linkId && this.tables.links.get(linkId)) || null,
      order: (orderId && this.tables.orders.get(orderId)) || null,
    };
  }

  lock(_tx: Tx, id: string): Promise<FoundException | undefined> {
    return this.find(id);
  }

  async reversedBy(
    _tx: Tx,
    { provider, reference, providerReference }: { provider: string; reference: string; providerReference: string },
  ): Promise<string | undefined> {
    return this.tables.exceptions.find(
      (one) =>
        one.provider === provider &&
        (one.reference === reference || one.paymentReference === reference) &&
        one.reversalReference === providerReference,
    )?.id;
  }

  async nameReversal(_tx: Tx, id: string, reversalReference: string): Promise<void> {
    this.tables.changeException(id, { reversalReference });
  }

  async resolve(_tx: Tx, { from, to }: Move<PaymentException>): Promise<void> {
    const exception = this.tables.exceptions.find((candidate) => candidate.id === to.id);
    if (exception?.status !== from.status)
      throw new Error(`the payment exception ${to.id} is no longer ${from.status}`);
    const { status, amount, walletId, resolution, reversalReference } = to;
    const resolved = { status, amount, walletId, resolution, reversalReference };
    this.tables.changeException(to.id, { ...resolved, resolvedAt: this.tables.now() });
  }
}
