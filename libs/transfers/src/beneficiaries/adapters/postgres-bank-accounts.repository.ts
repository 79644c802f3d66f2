import type { Tx } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThan, Repository } from 'typeorm';
import { BankAccountsRepository, type Encrypted } from '../application/ports';
import type { BankAccount } from '../domain/bank-account';
import { BankAccountEntity } from './bank-account.entity';
import { findEncrypted } from './find-encrypted';

@Injectable()
export class PostgresBankAccountsRepository extends BankAccountsRepository {
  constructor(
    @InjectRepository(BankAccountEntity) private readonly accounts: Repository<BankAccountEntity>,
    private readonly db: Database,
  ) {
    super();
  }

  async insert(tx: Tx, account: BankAccount, encrypted: Buffer): Promise<void> {
    await this.db.manager(tx).insert(BankAccountEntity, { ...account, bankEncrypted: encrypted });
  }

  findEncrypted(accountId: string, id: string): Promise<Encrypted<BankAccount> | undefined> {
    return findEncrypted(this.accounts, accountId, id);
  }

  // Ids start with the time of creation, so they sort by it.
  list(accountId: string, limit: number, olderThan?: string): Promise<BankAccount[]> {
    const page = olderThan === undefined ? {} : { id: LessThan(olderThan) };
    return this.accounts.find({ where: { accountId, ...page }, order: { id: 'DESC' }, take: limit });
  }

  async remove(tx: Tx, accountId: string, id: string): Promise<BankAccount | undefined> {
    const manager = this.db.manager(tx);
    const lock = { mode: 'pessimistic_write' } as const;
    const account = await manager.findOne(BankAccountEntity, { where: { accountId, id }, lock });
    if (!account) return undefined;
    await manager.softDelete(BankAccountEntity, { accountId, id });
    return account;
  }
}
