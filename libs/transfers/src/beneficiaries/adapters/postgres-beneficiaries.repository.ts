import type { Tx } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThan, Repository } from 'typeorm';
import { BeneficiariesRepository, type Encrypted } from '../application/ports';
import type { Beneficiary } from '../domain/beneficiary';
import { BeneficiaryEntity } from './beneficiary.entity';
import { findEncrypted } from './find-encrypted';

@Injectable()
export class PostgresBeneficiariesRepository extends BeneficiariesRepository {
  constructor(
    @InjectRepository(BeneficiaryEntity) private readonly beneficiaries: Repository<BeneficiaryEntity>,
    private readonly db: Database,
  ) {
    super();
  }

  async insert(tx: Tx, beneficiary: Beneficiary, encrypted: Buffer): Promise<void> {
    await this.db.manager(tx).insert(BeneficiaryEntity, { ...beneficiary, bankEncrypted: encrypted });
  }

  async find(accountId: string, id: string): Promise<Beneficiary | undefined> {
    return (await this.beneficiaries.findOneBy({ accountId, id })) ?? undefined;
  }

  findEncrypted(accountId: string, id: string): Promise<Encrypted<Beneficiary> | undefined> {
    return findEncrypted(this.beneficiaries, accountId, id);
  }

  // Ids start with the time of creation, so they sort by it.
  list(accountId: string, limit: number, olderThan?: string): Promise<Beneficiary[]> {
    const page = olderThan === undefined ? {} : { id: LessThan(olderThan) };
    return this.beneficiaries.find({ where: { accountId, ...page }, order: { id: 'DESC' }, take: limit });
  }

  async lock(tx: Tx, accountId: string, id: string): Promise<Beneficiary | undefined> {
    const lock = { mode: 'pessimistic_write' } as const;
    return (await this.db.manager(tx).findOne(BeneficiaryEntity, { where: { accountId, id }, lock })) ?? undefined;
  }

  async update(tx: Tx, beneficiary: Beneficiary, encrypted?: Buffer): Promise<void> {
    const { id, accountId, createdAt: _, ...fields } = beneficiary;
    await this.db
      .manager(tx)
      .update(BeneficiaryEntity, { id, accountId }, { ...fields, ...(encrypted && { bankEncrypted: encrypted }) });
  }
}
