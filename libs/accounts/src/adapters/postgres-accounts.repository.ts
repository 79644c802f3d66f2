import type { Tx } from '@app/kernel';
import { Database, insertUnlessTaken } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, LessThan, Repository } from 'typeorm';
import { AccountsRepository } from '../application/ports';
import type { Account, AccountChanges, AccountStatus } from '../domain/account';
import { SlugTakenError } from '../domain/errors';
import { AccountEntity } from './account.entity';

@Injectable()
export class PostgresAccountsRepository extends AccountsRepository {
  constructor(
    @InjectRepository(AccountEntity) private readonly accounts: Repository<AccountEntity>,
    private readonly db: Database,
  ) {
    super();
  }

  async insert(tx: Tx, account: Account): Promise<void> {
    const inserted = await insertUnlessTaken(this.db.manager(tx), AccountEntity, account);
    if (!inserted) throw new SlugTakenError(account.slug);
  }

  async update(tx: Tx, id: string, changes: AccountChanges): Promise<void> {
    await this.db.manager(tx).update(AccountEntity, { id }, changes);
  }

  async findBySlug(slug: string): Promise<Account | undefined> {
    return (await this.accounts.findOneBy({ slug })) ?? undefined;
  }

  async findById(id: string): Promise<Account | undefined> {
    return (await this.accounts.findOneBy({ id })) ?? undefined;
  }

  findAll(tx: Tx, ids: readonly string[]): Promise<Account[]> {
    return this.db.manager(tx).findBy(AccountEntity, { id: In([...ids]) });
  }

  // Ids start with the time of creation, so they sort by it.
  list(status: AccountStatus | undefined, limit: number, olderThan?: string): Promise<Account[]> {
    const where = { ...(status && { status }), ...(olderThan !== undefined && { id: LessThan(olderThan) }) };
    return this.accounts.find({ where, order: { id: 'DESC' }, take: limit });
  }
}
