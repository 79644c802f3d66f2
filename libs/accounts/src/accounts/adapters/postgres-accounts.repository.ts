import type { Tx } from '@app/kernel';
import { Database, insertUnlessTaken, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, LessThan, Repository } from 'typeorm';
import { AccountsRepository } from '../application/ports';
import type { Account, AccountChanges, AccountStatus } from '../domain/account';
import { SlugTakenError } from '../domain/errors';
import { AccountEntity } from './account.entity';

// The view reads a file for each of some hundred zones, so this takes some 20 ms.
const FIND_TIME_ZONE = statement(
  'accounts.find-time-zone',
  'SELECT name FROM pg_timezone_names WHERE lower(name) = lower($1) ORDER BY name = $1 DESC LIMIT 1',
);

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

  async update(tx: Tx, id: string, changes: AccountChanges): Promise<Account> {
    const manager = this.db.manager(tx);
    await manager.update(AccountEntity, { id }, changes);
    return manager.findOneByOrFail(AccountEntity, { id });
  }

  async findTimeZone(name: string): Promise<string | undefined> {
    const [row] = await this.db.read<{ name: string }>(FIND_TIME_ZONE, [name]);
    return row?.name;
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
