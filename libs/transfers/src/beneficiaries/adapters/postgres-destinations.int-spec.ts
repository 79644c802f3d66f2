import { newId } from '@app/kernel';
import { PostgresDatabase, PostgresUnitOfWork, SQLSTATE, sqlStateOf } from '@app/platform';
import type { DataSource } from 'typeorm';
import { testDataSource } from '../../../../../test/support/test-database';
import { PayoutRouteEntity } from '../../routes/adapters/payout-route.entity';
import { PostgresRoutesRepository } from '../../routes/adapters/postgres-routes.repository';
import { PostgresTermsRepository } from '../../terms/adapters/postgres-terms.repository';
import { TermsAcceptanceEntity } from '../../terms/adapters/terms-acceptance.entity';
import {
  bankAccountsRepositoryContract,
  beneficiariesRepositoryContract,
} from '../../testing/destination-repositories.contract';
import { aBeneficiary } from '../../testing/factories';
import { routesRepositoryContract, termsRepositoryContract } from '../../testing/route-and-terms-repositories.contract';
import { BankAccountEntity } from './bank-account.entity';
import { BeneficiaryEntity } from './beneficiary.entity';
import { PostgresBankAccountsRepository } from './postgres-bank-accounts.repository';
import { PostgresBeneficiariesRepository } from './postgres-beneficiaries.repository';

let source: DataSource;
let subject: ReturnType<typeof repositories>;

/** An account, as far as the tables of this library need one. */
async function givenAccount(): Promise<string> {
  const id = newId();
  await source.query(`INSERT INTO accounts (id, slug, name, country) VALUES ($1, $2, 'Café Río', 'AR')`, [
    id,
    id.replaceAll('-', ''),
  ]);
  return id;
}

function repositories(owners: readonly [string, string]) {
  const db = new PostgresDatabase(source);
  return {
    uow: new PostgresUnitOfWork(source),
    owners,
    beneficiaries: new PostgresBeneficiariesRepository(source.getRepository(BeneficiaryEntity), db),
    accounts: new PostgresBankAccountsRepository(source.getRepository(BankAccountEntity), db),
    routes: new PostgresRoutesRepository(source.getRepository(PayoutRouteEntity), db),
    terms: new PostgresTermsRepository(source.getRepository(TermsAcceptanceEntity), db),
  };
}

beforeAll(async () => {
  source = await testDataSource();
  subject = repositories([await givenAccount(), await givenAccount()]);
});

describe('PostgresBeneficiariesRepository', () => {
  beneficiariesRepositoryContract(() => subject);

  it('serialises concurrent changes of one beneficiary', async () => {
    const { beneficiaries, uow, owners } = subject;
    const beneficiary = aBeneficiary({ accountId: owners[0], name: '' });
    await uow.run((tx) => beneficiaries.insert(tx, { ...beneficiary, name: 'x' }, Buffer.from('sealed')));
    const append = () =>
      uow.run(async (tx) => {
        const found = (await beneficiaries.lock(tx, owners[0], beneficiary.id))!;
        await beneficiaries.update(tx, { ...found, name: `${found.name}x` });
      });
    await Promise.all(Array.from({ length: 8 }, append));

    expect((await beneficiaries.find(owners[0], beneficiary.id))!.name).toBe('x'.repeat(9));
  });

  it.each([{ country: 'ar' }, { bankCountry: 'ARG' }])('has a table that refuses %j', async (changes) => {
    const beneficiary = aBeneficiary({ accountId: subject.owners[0], ...changes });
    const insert = subject.uow.run((tx) => subject.beneficiaries.insert(tx, beneficiary, Buffer.from('sealed')));

    await expect(insert.catch(sqlStateOf)).resolves.toBe(SQLSTATE.checkViolation);
  });
});

describe('PostgresBankAccountsRepository', () => bankAccountsRepositoryContract(() => subject));
describe('PostgresRoutesRepository', () => {
  // Other tests on this database expect the routes of a sandbox.
  afterEach(() => source.query('DELETE FROM payout_routes'));

  routesRepositoryContract(() => subject);
});
describe('PostgresTermsRepository', () => termsRepositoryContract(() => subject));
