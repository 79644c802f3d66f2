import type { Actor, PanelUser } from '@app/accounts';
import {
  Clock,
  IdempotentResponses,
  newId,
  pageById,
  UnitOfWork,
  type IdempotentResponse,
  type Page,
  type PageRequest,
} from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { newBankAccount, type BankAccount, type NewBankAccount } from '../domain/bank-account';
import { BankAccountNotFoundError } from '../domain/errors';
import { BankAccountLog } from './bank-account-log';
import { BankCipher } from './bank-cipher';
import type { Payable } from '../../payouts/application/ports';
import { BankAccountsRepository } from './ports';

/** The bank accounts of the merchant itself. Every change has its audit entry. */
@Injectable()
export class BankAccounts {
  constructor(
    private readonly accounts: BankAccountsRepository,
    private readonly cipher: BankCipher,
    private readonly log: BankAccountLog,
    private readonly responses: IdempotentResponses,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** The same one can be registered twice. Throws `ValidationError`. */
  async create(
    { account, email }: Pick<PanelUser, 'account' | 'email'>,
    by: Actor,
    input: NewBankAccount,
    response?: IdempotentResponse<BankAccount>,
  ): Promise<BankAccount> {
    const identity = { id: newId(), accountId: account.id, createdAt: this.clock.now() };
    const { value, bank } = newBankAccount(identity, input);
    await this.uow.run(async (tx) => {
      await this.accounts.insert(tx, value, this.cipher.encrypt(bank, value.id));
      await this.log.recordCreation(tx, by, { account, email }, value);
      await this.responses.keep(tx, response, value);
    });
    return value;
  }

  /** Newest first. Throws `ValidationError` for a cursor that is not from this list. */
  list(accountId: string, page: PageRequest): Promise<Page<BankAccount>> {
    return pageById(page, (limit, olderThan) => this.accounts.list(accountId, limit, olderThan));
  }

  /** Throws `BankAccountNotFoundError`. */
  async find(accountId: string, id: string): Promise<BankAccount> {
    return found(await this.accounts.findEncrypted(accountId, id)).value;
  }

  /** Payouts that go there already keep their destination. Throws `BankAccountNotFoundError`. */
  async remove(accountId: string, by: Actor, id: string): Promise<void> {
    await this.uow.run(async (tx) => {
      await this.log.recordDeletion(tx, by, found(await this.accounts.remove(tx, accountId, id)));
    });
  }

  /** Where a payout goes. Throws `BankAccountNotFoundError`. */
  async findPayableBankAccount(accountId: string, id: string): Promise<Payable> {
    const { value, encrypted } = found(await this.accounts.findEncrypted(accountId, id));
    const { holderName: name, document, country, currency } = value;
    return {
      destination: { type: 'bank_account', id, name, country, bank: value.bank },
      rail: { name, document, country, bank: this.cipher.decrypt(encrypted, id) },
      currency,
      email: null,
    };
  }
}

function found<T>(account: T | undefined): T {
  if (account === undefined) throw new BankAccountNotFoundError();
  return account;
}
