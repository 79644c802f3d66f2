import type { Tx } from '@app/kernel';
import {
  PaymentExceptionsRepository,
  type ExceptionQuery,
  type ExceptionResolution,
  type FoundException,
} from '../exceptions/application/ports';
import type { PaymentException } from '../settlement/domain/payment-exception';
import type { InMemoryTables } from './in-memory-tables';

export class InMemoryPaymentExceptionsRepository extends PaymentExceptionsRepository {
  constructor(private readonly tables: InMemoryTables) {
    super();
  }

  async list({ status, limit }: ExceptionQuery): Promise<PaymentException[]> {
    const wanted = this.tables.exceptions.filter((exception) => status === undefined || exception.status === status);
    return wanted
      .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1))
      .slice(0, limit);
  }

  async countOpen(): Promise<number> {
    return this.tables.exceptions.filter(({ status }) => status === 'open').length;
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

  async resolve(_tx: Tx, id: string, resolution: ExceptionResolution): Promise<void> {
    const exception = this.tables.exceptions.find((candidate) => candidate.id === id);
    if (exception?.status !== 'open') throw new Error(`the payment exception ${id} is not open`);
    this.tables.changeException(id, { ...resolution, resolvedAt: this.tables.now() });
  }
}
