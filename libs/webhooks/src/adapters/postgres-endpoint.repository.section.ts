import { newId } from '@app/kernel';
import { PostgresDatabase, PostgresUnitOfWork } from '@app/platform';
import type { DataSource } from 'typeorm';
import { testDataSource } from '../../../../test/support/test-database';
import { MAX_ENDPOINTS } from '../domain/endpoint';
import { anEncryptedSecret, endpointRepositoryContract } from '../testing/endpoint-repository.contract';
import { anEndpoint } from '../testing/factories';
import { insertAccount } from '../testing/postgres-queue.subject';
import { PostgresEndpointRepository } from './postgres-endpoint.repository';
import { WebhookEndpointEntity } from './webhook-endpoint.entity';

describe('PostgresEndpointRepository', () => {
  let source: DataSource;
  let repository: PostgresEndpointRepository;
  let uow: PostgresUnitOfWork;

  beforeAll(async () => {
    source = await testDataSource();
    repository = new PostgresEndpointRepository(
      source.getRepository(WebhookEndpointEntity),
      new PostgresDatabase(source),
    );
    uow = new PostgresUnitOfWork(source);
  });

  const anAccount = () => insertAccount(source);

  endpointRepositoryContract(() => ({ repository, uow, anAccount }));

  it('accepts one of many registrations of the same URL at the same time', async () => {
    const accountId = await anAccount();
    const url = 'https://shop.example/hook';
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, () =>
        uow.run((tx) => repository.insert(tx, anEndpoint({ accountId, url }), anEncryptedSecret())),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('does not exceed the limit when many endpoints are registered at the same time', async () => {
    const accountId = await anAccount();
    await Promise.allSettled(
      Array.from({ length: MAX_ENDPOINTS + 8 }, () =>
        uow.run((tx) => repository.insert(tx, anEndpoint({ accountId }), anEncryptedSecret())),
      ),
    );
    await expect(repository.list(accountId)).resolves.toHaveLength(MAX_ENDPOINTS);
  });

  it('keeps an endpoint when the key that registered it is deleted', async () => {
    const accountId = await anAccount();
    const apiKeyId = newId();
    await source.query(
      `INSERT INTO api_keys (id, account_id, name, environment, secret_hash, permissions)
       VALUES ($1, $2, 'key', 'test', sha256(convert_to($3, 'UTF8')), '{}')`,
      [apiKeyId, accountId, apiKeyId],
    );
    const endpoint = anEndpoint({ accountId, apiKeyId });
    await uow.run((tx) => repository.insert(tx, endpoint, anEncryptedSecret()));
    await source.query('DELETE FROM api_keys WHERE id = $1', [apiKeyId]);
    await expect(repository.find(accountId, endpoint.id)).resolves.toEqual({ ...endpoint, apiKeyId: null });
  });

  it('stores a URL of the maximum length', async () => {
    const accountId = await anAccount();
    const url = `https://shop.example/${Array.from({ length: 126 }, () => newId().slice(20)).join('')}`.slice(0, 2_048);
    const endpoint = anEndpoint({ accountId, url });
    await uow.run((tx) => repository.insert(tx, endpoint, anEncryptedSecret()));
    await expect(repository.find(accountId, endpoint.id)).resolves.toMatchObject({ url });
  });

  it('destroys the secrets of a deleted endpoint', async () => {
    const endpoint = anEndpoint({ accountId: await anAccount() });
    await uow.run((tx) => repository.insert(tx, endpoint, anEncryptedSecret()));
    await uow.run((tx) => repository.remove(tx, endpoint.accountId, endpoint.id));
    await expect(source.query('SELECT 1 FROM webhook_secrets WHERE endpoint_id = $1', [endpoint.id])).resolves.toEqual(
      [],
    );
  });
});
