import { DomainError } from '@app/kernel';
import { AcceptedTerms } from '../verifications/application/ports';

/** Every account has accepted the terms, except those that a test withdraws. */
export class InMemoryAcceptedTerms extends AcceptedTerms {
  private readonly withdrawn = new Set<string>();

  withdraw(accountId: string): void {
    this.withdrawn.add(accountId);
  }

  async assertAccepted(accountId: string): Promise<void> {
    if (!this.withdrawn.has(accountId)) return;
    throw new DomainError('TRANSFER_TERMS_NOT_ACCEPTED', 'The terms of transfers are not accepted.');
  }
}
