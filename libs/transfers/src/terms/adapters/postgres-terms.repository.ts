import type { Tx } from '@app/kernel';
import { Database, insertUnlessTaken } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { TermsRepository } from '../application/ports';
import type { TermsAcceptance } from '../domain/terms';
import { TermsAcceptanceEntity } from './terms-acceptance.entity';

@Injectable()
export class PostgresTermsRepository extends TermsRepository {
  constructor(
    @InjectRepository(TermsAcceptanceEntity) private readonly acceptances: Repository<TermsAcceptanceEntity>,
    private readonly db: Database,
  ) {
    super();
  }

  async find(accountId: string): Promise<TermsAcceptance | undefined> {
    return (await this.acceptances.findOneBy({ accountId })) ?? undefined;
  }

  insert(tx: Tx, acceptance: TermsAcceptance): Promise<boolean> {
    return insertUnlessTaken(this.db.manager(tx), TermsAcceptanceEntity, acceptance);
  }
}
