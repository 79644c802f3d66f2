import { UnitOfWork } from '@app/kernel';
import { Database, PostgresDatabase, PostgresUnitOfWork } from '@app/platform';
import { Global, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { testDataSource } from '../../../test/support/test-database';
import { LedgerModule, LedgerService } from './index';

describe('the ledger module', () => {
  it("needs only the platform's database and unit of work", async () => {
    const dataSource = await testDataSource(1);
    const provided = [
      { provide: Database, useValue: new PostgresDatabase(dataSource) },
      { provide: UnitOfWork, useValue: new PostgresUnitOfWork(dataSource) },
    ];
    @Global()
    @Module({ providers: provided, exports: [Database, UnitOfWork] })
    class Platform {}

    const app = await Test.createTestingModule({ imports: [Platform, LedgerModule] }).compile();
    expect(app.get(LedgerService)).toBeInstanceOf(LedgerService);
  });
});
