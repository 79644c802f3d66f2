import { DomainError } from '@app/kernel';
import type { Payable } from '../payouts/application/ports';
import { PayableBeneficiaries } from '../verifications/application/ports';

/** Beneficiaries that a test adds, deactivates and removes. */
export class InMemoryPayableBeneficiaries extends PayableBeneficiaries {
  private readonly known = new Map<string, { accountId: string; payable: Payable; active: boolean }>();

  add(accountId: string, payable: Payable): void {
    this.known.set(payable.destination.id, { accountId, payable, active: true });
  }

  deactivate(id: string): void {
    const found = this.known.get(id);
    if (found) found.active = false;
  }

  async findPayable(accountId: string, id: string): Promise<Payable> {
    const found = this.known.get(id);
    if (found?.accountId !== accountId) throw new DomainError('BENEFICIARY_NOT_FOUND', 'There is no such beneficiary.');
    if (!found.active) throw new DomainError('BENEFICIARY_INACTIVE', 'The beneficiary is inactive.');
    return found.payable;
  }
}
