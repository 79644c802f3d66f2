import { SQLSTATE, sqlStateOf } from '@app/platform';
import type { DataSource } from 'typeorm';
import { testDataSource } from '../../../../../test/support/test-database';
import {
  bankAccountsRepositoryContract,
  beneficiariesRepositoryContract,
} from '../../testing/destination-repositories.contract';
import { aBeneficiary } from '../../testing/factories';
import { destinationRepositories, givenAccount } from '../../testing/harness-destinations';
import { routesRepositoryContract, termsRepositoryContract } from '../../testing/route-and-terms-repositories.contract';

describe('the repositories of transfers on PostgreSQL', () => {
  let source: DataSource;
  let subject: ReturnType<typeof destinationRepositories> & { owners: readonly [string, string] };

  beforeAll(async () => {
    source = await testDataSource();
    subject = {
      ...destinationRepositories(source),
      owners: [await givenAccount(source), await givenAccount(source)],
    };
  });

  describe('PostgresBeneficiariesRepository', () => {
    beneficiariesRepositoryContract(() => subject);

    it('serialises concurrent changes of one beneficiary', async () => {
      const { beneficiaries, uow, owners } = subject;
      const beneficiary = aBeneficiary({ accountId: owners[0], name: '' });
      await uow.run((tx) => beneficiaries.insert(tx, { ...beneficiary, name: 'x' }, Buffer.from('encrypted')));
      const append = () =>
        uow.run(async (tx) => {
          const found = (await beneficiaries.lock(tx, owners[0], beneficiary.id))!;
          await beneficiaries.update(tx, { ...found, name: `${found.name}x` });
        });
      await Promise.all(Array.from({ length: 8 }, append));

      expect((await beneficiaries.find(owners[0], beneficiary.id))!.name).toBe('x'.repeat(9));
    });

    it.each([{ country: 'ar' }, { bankCountry: 'ARG' }])('has a table that rejects %j', async (changes) => {
      const beneficiary = aBeneficiary({ accountId: subject.owners[0], ...changes });
      const insert = subject.uow.run((tx) => subject.beneficiaries.insert(tx, beneficiary, Buffer.from('encrypted')));

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
});
