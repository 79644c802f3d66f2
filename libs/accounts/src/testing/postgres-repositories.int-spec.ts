import { SQLSTATE, sqlStateOf } from '@app/platform';
import type { DataSource } from 'typeorm';
import { testDataSource } from '../../../../test/support/test-database';
import { anAccount, givenAccount, givenKey } from '.';
import { accountsRepositoryContract } from './accounts-repository.contract';
import { apiKeysRepositoryContract } from './api-keys-repository.contract';
import { credentialsRepositoryContract, type CredentialsSubject } from './api-key-credentials-repository.contract';
import { postgresRepositories } from './postgres-repositories';
import { usersRepositoryContract } from './users-repository.contract';

let source: DataSource;
let subject: CredentialsSubject;

beforeAll(async () => {
  source = await testDataSource();
  subject = {
    ...postgresRepositories(source),
    lastUsedAt: async (id) => {
      const rows: { last_used_at: Date | null }[] = await source.query(
        'SELECT last_used_at FROM api_keys WHERE id = $1',
        [id],
      );
      return rows[0]?.last_used_at ?? null;
    },
  };
});

describe('PostgresAccountsRepository', () => {
  accountsRepositoryContract(() => subject);

  it('gives a slug to one of many concurrent accounts, and no database error to the others', async () => {
    const slug = anAccount().slug;
    const attempts = Array.from({ length: 10 }, () => givenAccount(subject, { slug }));
    const results = await Promise.allSettled(attempts);
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused.map(({ reason }) => (reason as { code: string }).code)).toEqual(
      Array.from({ length: 9 }, () => 'ACCOUNT_ALREADY_EXISTS'),
    );
  });

  it.each`
    what                          | changes
    ${'an underscored slug'}      | ${{ slug: 'a_b_c' }}
    ${'a slug in capitals'}       | ${{ slug: 'CAFE' }}
    ${'a slug of two characters'} | ${{ slug: 'ab' }}
    ${'no country'}               | ${{ country: '' }}
    ${'an unknown status'}        | ${{ status: 'closed' }}
  `('has a table that refuses $what', async ({ changes }) => {
    await expect(givenAccount(subject, changes).catch(sqlStateOf)).resolves.toBe(SQLSTATE.checkViolation);
  });
});

describe('PostgresUsersRepository', () => {
  usersRepositoryContract(() => subject);

  it('lets an account add sixty users an hour, also when a hundred are added at the same moment', async () => {
    const { id } = await givenAccount(subject);
    const add = () => subject.uow.run((tx) => subject.users.takeAddition(tx, id));
    const waits = await Promise.all(Array.from({ length: 100 }, add));
    expect(waits.filter((seconds) => seconds === undefined)).toHaveLength(60);
  });
});

describe('PostgresApiKeyCredentialsRepository', () => {
  credentialsRepositoryContract(() => subject);

  it('finds a key that has lost its owner', async () => {
    const account = await givenAccount(subject);
    const { id, secretHash } = await givenKey(subject, account.id);
    await source.query('UPDATE api_keys SET user_id = NULL WHERE id = $1', [id]);
    const found = await subject.credentials.find(account.slug, secretHash);
    expect(found?.key?.record).toMatchObject({ userId: null, userExists: false });
  });

  it.each([0, 10_001])('has a table that refuses a limit of %d', async (rateLimit) => {
    const account = await givenAccount(subject);
    await expect(givenKey(subject, account.id, { rateLimit }).catch(sqlStateOf)).resolves.toBe(SQLSTATE.checkViolation);
  });
});

describe('PostgresApiKeysRepository', () => {
  apiKeysRepositoryContract(() => subject);

  it('serialises concurrent changes of one key', async () => {
    const account = await givenAccount(subject);
    const { id } = await givenKey(subject, account.id, { rateLimit: 1 });
    const raise = () =>
      subject.uow.run(async (tx) => {
        const key = (await subject.keys.lock(tx, account.id, id))!;
        await subject.keys.update(tx, { ...key, rateLimit: key.rateLimit + 1 });
      });
    await Promise.all(Array.from({ length: 8 }, raise));

    expect(await subject.keys.list(account.id, 1)).toMatchObject([{ rateLimit: 9 }]);
  });
});
