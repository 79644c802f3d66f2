import type { Case, CaseBacklog, CaseQuery, CaseSource } from '@app/rails';
import { Injectable } from '@nestjs/common';
import { shownAmount } from '../../settlement/domain/payment-exception';
import { PaymentExceptionsRepository, type ListedException } from './ports';

/** Payment exceptions in the list of everything that waits for a person. Rule 19.1. */
@Injectable()
export class ExceptionCases implements CaseSource {
  readonly kind = 'payment_exception';
  readonly closedBy = 'exceptions:credit or exceptions:refund';

  constructor(private readonly exceptions: PaymentExceptionsRepository) {}

  async list({ status, accountId, limit }: CaseQuery): Promise<Case[]> {
    const query = { accountId, limit, ...(status === 'open' ? { status } : { isResolved: true }) };
    return (await this.exceptions.list(query)).map(toCase);
  }

  async find(id: string): Promise<Case | undefined> {
    const [found] = await this.exceptions.list({ id, limit: 1 });
    return found && toCase(found);
  }

  backlog(): Promise<Omit<CaseBacklog, 'kind'>> {
    return this.exceptions.backlog();
  }
}

function toCase(exception: ListedException): Case {
  const isOpen = exception.status === 'open';
  return {
    id: exception.id,
    kind: 'payment_exception',
    status: isOpen ? 'open' : 'closed',
    provider: exception.provider,
    providerReference: exception.reference,
    subject: { type: 'payment_exception', id: exception.id },
    accountId: exception.accountId,
    linkId: exception.linkId,
    paymentId: null,
    ...shownAmount(exception.amount),
    expected: exception.expected?.toFixed() ?? null,
    outcome: `exception:${exception.reason}`,
    proposal: isOpen ? 'use_command' : null,
    reportedAt: exception.createdAt,
    openedAt: exception.createdAt,
    resolvedAt: exception.resolvedAt,
    resolvedBy: null,
    reason: exception.resolution,
  };
}
