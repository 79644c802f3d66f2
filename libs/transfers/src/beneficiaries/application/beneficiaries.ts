import { AuditLog, type Actor } from '@app/accounts';
import {
  Clock,
  IdempotentResponses,
  newId,
  pageById,
  UnitOfWork,
  type IdempotentResponse,
  type Page,
  type PageRequest,
  type Tx,
} from '@app/kernel';
import { Injectable } from '@nestjs/common';
import {
  changedBeneficiary,
  differences,
  newBeneficiary,
  shownInAudit,
  type Beneficiary,
  type BeneficiaryChanges,
  type NewBeneficiary,
} from '../domain/beneficiary';
import { BeneficiaryInactiveError, BeneficiaryNotFoundError } from '../domain/errors';
import { BankCipher } from './bank-cipher';
import type { Payable } from '../../payouts/application/ports';
import { BeneficiariesRepository } from './ports';

/** The beneficiaries of an account. Every change has its audit entry. */
@Injectable()
export class Beneficiaries {
  constructor(
    private readonly beneficiaries: BeneficiariesRepository,
    private readonly cipher: BankCipher,
    private readonly audit: AuditLog,
    private readonly responses: IdempotentResponses,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Registers a beneficiary, active at once. Throws `ValidationError`. */
  async create(
    accountId: string,
    by: Actor,
    input: NewBeneficiary,
    response?: IdempotentResponse<Beneficiary>,
  ): Promise<Beneficiary> {
    const identity = { id: newId(), accountId, createdAt: this.clock.now() };
    const { value, bank } = newBeneficiary(identity, input);
    await this.uow.run(async (tx) => {
      await this.beneficiaries.insert(tx, value, this.cipher.encrypt(bank, value.id));
      await this.record(tx, by, 'created', value, shownInAudit(value));
      await this.responses.keep(tx, response, value);
    });
    return value;
  }

  /** Throws `BeneficiaryNotFoundError`. */
  async find(accountId: string, id: string): Promise<Beneficiary> {
    return found(await this.beneficiaries.find(accountId, id));
  }

  /** Newest first, deactivated ones too. Throws `ValidationError` for a cursor that is not from this list. */
  list(accountId: string, page: PageRequest): Promise<Page<Beneficiary>> {
    return pageById(page, (limit, olderThan) => this.beneficiaries.list(accountId, limit, olderThan));
  }

  /** Changes the fields that were sent. Throws `ValidationError` and `BeneficiaryNotFoundError`. */
  update(accountId: string, by: Actor, id: string, changes: BeneficiaryChanges): Promise<Beneficiary> {
    return this.uow.run(async (tx) => {
      const before = found(await this.beneficiaries.lock(tx, accountId, id));
      const { value, bank } = changedBeneficiary(before, changes);
      const details = differences(before, value, bank !== undefined);
      const isChanged = Object.keys(details).length > 0;
      const isSwitched = value.active !== before.active;
      if (!isChanged && !isSwitched) return before;
      const after = { ...value, updatedAt: this.clock.now() };
      await this.beneficiaries.update(tx, after, bank && this.cipher.encrypt(bank, id));
      if (isChanged) await this.record(tx, by, 'updated', after, details);
      if (isSwitched) await this.record(tx, by, after.active ? 'reactivated' : 'deactivated', after);
      return after;
    });
  }

  /** Where a transfer goes. Throws `BeneficiaryNotFoundError` and `BeneficiaryInactiveError`. */
  async findPayableBeneficiary(accountId: string, id: string): Promise<Payable> {
    const { value, encrypted } = found(await this.beneficiaries.findEncrypted(accountId, id));
    if (!value.active) throw new BeneficiaryInactiveError();
    const { name, document, bankCountry: country, currency, email } = value;
    return {
      destination: { type: 'beneficiary', id, name, country, bank: value.bank },
      rail: { name, document, country, bank: this.cipher.decrypt(encrypted, id) },
      currency,
      email,
    };
  }

  private record(tx: Tx, by: Actor, done: string, { id, accountId }: Beneficiary, details = {}): Promise<void> {
    const object = { type: 'beneficiary', id };
    return this.audit.record(tx, { actor: by, action: `beneficiary.${done}`, object, accountId, details });
  }
}

function found<T>(beneficiary: T | undefined): T {
  if (beneficiary === undefined) throw new BeneficiaryNotFoundError();
  return beneficiary;
}
