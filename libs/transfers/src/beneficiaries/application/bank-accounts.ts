import { AccountNotices, AuditLog, type Actor, type PanelUser } from '@app/accounts';
import {
  Clock,
  IdempotentAnswers,
  newId,
  pageById,
  UnitOfWork,
  type IdempotentAnswer,
  type Page,
  type PageRequest,
  type Tx,
} from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { newBankAccount, type BankAccount, type NewBankAccount } from '../domain/bank-account';
import { BankAccountNotFoundError } from '../domain/errors';
import { BankCipher } from './bank-cipher';
import type { Payable } from '../../payouts/application/ports';
import { BankAccountsRepository } from './ports';

/** The bank accounts of the merchant itself. Every change has its audit entry. */
@Injectable()
export class BankAccounts {
  constructor(
    private readonly accounts: BankAccountsRepository,
    private readonly cipher: BankCipher,
    private readonly notices: AccountNotices,
    private readonly audit: AuditLog,
    private readonly answers: IdempotentAnswers,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** The same one can be registered twice. Throws `ValidationError`. */
  async create(
    { account, email }: Pick<PanelUser, 'account' | 'email'>,
    by: Actor,
    input: NewBankAccount,
    answer?: IdempotentAnswer<BankAccount>,
  ): Promise<BankAccount> {
    const identity = { id: newId(), accountId: account.id, createdAt: this.clock.now() };
    const { value, bank } = newBankAccount(identity, input);
    await this.uow.run(async (tx) => {
      await this.accounts.insert(tx, value, this.cipher.encrypt(bank, value.id));
      await this.record(tx, by, 'created', value);
      await this.notices.send(tx, {
        kind: 'bank_account_created',
        account,
        by,
        author: email,
        concerns: email,
        about: nameOf(value),
      });
      await this.answers.keep(tx, answer, value);
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
      await this.record(tx, by, 'deleted', found(await this.accounts.remove(tx, accountId, id)));
    });
  }

  /** Where a payout goes. Throws `BankAccountNotFoundError`. */
  async payableBankAccount(accountId: string, id: string): Promise<Payable> {
    const { value, encrypted } = found(await this.accounts.findEncrypted(accountId, id));
    const { holderName: name, document, country, currency } = value;
    return {
      destination: { type: 'bank_account', id, name, country, bank: value.bank },
      rail: { name, document, country, bank: this.cipher.open(encrypted, id) },
      currency,
      email: null,
    };
  }

  private record(tx: Tx, by: Actor, done: string, account: BankAccount): Promise<void> {
    const { id, accountId, holderName, country, currency, bank } = account;
    return this.audit.record(tx, {
      actor: by,
      action: `bank_account.${done}`,
      object: { type: 'bank_account', id },
      accountId,
      details: { holder_name: holderName, country, currency, bank },
    });
  }
}

/** As people tell it from others; its numbers are masked. */
function nameOf({ holderName, bank }: BankAccount): string {
  return [holderName, bank.name, bank.cbu ?? bank.clabe ?? bank.pix_key ?? bank.account_number]
    .filter(Boolean)
    .join(', ');
}

function found<T>(account: T | undefined): T {
  if (account === undefined) throw new BankAccountNotFoundError();
  return account;
}
