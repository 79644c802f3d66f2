import { RecordedAuditLog } from '@app/accounts/testing';
import { newId } from '@app/kernel';
import { aClaim, RecordedResponses, StandingClock } from '@app/kernel/testing';
import { PostgresUnitOfWork } from '@app/platform';
import { aConfig } from '@app/platform/testing';
import type { DataSource } from 'typeorm';
import { testDataSource } from '../../../../test/support/test-database';
import { WebhookAlreadyExistsError, WebhookNotFoundError } from '../domain/errors';
import { TESTER } from '../testing/factories';
import { insertAccount, postgresEndpoints } from '../testing/postgres-queue.subject';
import { SecretCipher } from './secret-cipher';
import { WebhookEndpoints, type RegisteredEndpoint } from './webhook-endpoints';

const url = 'http://127.0.0.1:9/hook';

describe('WebhookEndpoints', () => {
  const cipher = new SecretCipher(aConfig());
  let source: DataSource;
  let endpoints: WebhookEndpoints;
  let audit: RecordedAuditLog;
  let responses: RecordedResponses;
  let owner: { accountId: string; apiKeyId: null };

  beforeAll(async () => {
    source = await testDataSource();
  });
  beforeEach(async () => {
    [audit, responses] = [new RecordedAuditLog(), new RecordedResponses()];
    const repository = postgresEndpoints(source);
    const uow = new PostgresUnitOfWork(source);
    endpoints = new WebhookEndpoints(repository, cipher, audit, responses, uow, new StandingClock());
    owner = { accountId: await insertAccount(source), apiKeyId: null };
  });

  const create = (input = {}) => endpoints.create(owner, TESTER, { url, ...input });
  const storedSecrets = async (endpointId: string) => {
    const stored = await postgresEndpoints(source).secrets([1, 2].map((version) => ({ endpointId, version })));
    return stored.map((secret) => typeof secret === 'object' && cipher.decrypt(secret, endpointId));
  };

  it('registers an active endpoint that subscribes to every event', async () => {
    const { endpoint } = await create({ description: 'Shop' });
    expect(endpoint).toMatchObject({ ...owner, url, description: 'Shop', isActive: true, lastTriggeredAt: null });
    expect(endpoint.events).toHaveLength(6);
  });

  it('returns a new secret of 64 lower-case hexadecimal characters each time', async () => {
    const [one, two] = [await create(), await create({ url: `${url}2` })];
    expect(one.secret).toMatch(/^[0-9a-f]{64}$/);
    expect(two.secret).not.toBe(one.secret);
  });

  it('stores the secret encrypted', async () => {
    const { endpoint, secret } = await create();
    expect(await storedSecrets(endpoint.id)).toEqual([secret, false]);
  });

  it('returns no secret when an endpoint is read, listed or changed', async () => {
    const { endpoint, secret } = await create();
    const { accountId } = owner;
    const shown = [
      await endpoints.read(accountId, endpoint.id),
      await endpoints.list(accountId),
      await endpoints.update(accountId, TESTER, endpoint.id, { description: 'x' }),
    ];
    expect(JSON.stringify(shown)).not.toContain(secret);
  });

  it('rejects a URL that is already registered, also with another key', async () => {
    await create();
    await expect(endpoints.create({ ...owner, apiKeyId: newId() }, TESTER, { url })).rejects.toThrow(
      WebhookAlreadyExistsError,
    );
  });

  it('stores the response for repeated calls in the same transaction', async () => {
    const claim = aClaim();
    const present = ({ endpoint }: RegisteredEndpoint) => ({ id: endpoint.id });
    const { endpoint } = await endpoints.create(owner, TESTER, { url }, { claim, present });
    expect(responses.kept).toEqual([{ claim, response: { id: endpoint.id } }]);
  });

  it('rotates to a new secret and keeps the old one for queued deliveries', async () => {
    const { endpoint, secret } = await create();
    const rotated = await endpoints.rotateSecret(owner.accountId, TESTER, endpoint.id);
    expect(rotated).toEqual({ id: endpoint.id, secret: expect.stringMatching(/^[0-9a-f]{64}$/) as string });
    expect(await storedSecrets(endpoint.id)).toEqual([secret, rotated.secret]);
  });

  it('does not find a deleted endpoint', async () => {
    const { endpoint } = await create();
    await endpoints.remove(owner.accountId, TESTER, endpoint.id);
    await expect(endpoints.read(owner.accountId, endpoint.id)).rejects.toThrow(WebhookNotFoundError);
    await expect(endpoints.list(owner.accountId)).resolves.toEqual([]);
  });

  describe('the audit log', () => {
    const audited = () => audit.entries.map(({ action, details }) => [action, details]);

    it('has every change with what it changed, in order', async () => {
      const { endpoint } = await create({ events: ['payout.failed'] });
      const { accountId } = owner;
      await endpoints.update(accountId, TESTER, endpoint.id, { isActive: false, description: 'Shop' });
      await endpoints.rotateSecret(accountId, TESTER, endpoint.id);
      await endpoints.remove(accountId, TESTER, endpoint.id);
      expect(audited()).toEqual([
        ['webhook_endpoint.created', { url, description: null, events: ['payout.failed'], is_active: true }],
        ['webhook_endpoint.updated', { description: { from: null, to: 'Shop' }, is_active: { from: true, to: false } }],
        ['webhook_endpoint.secret_rotated', { secret_version: { from: 1, to: 2 } }],
        ['webhook_endpoint.deleted', { url, description: 'Shop' }],
      ]);
      const about = { actor: TESTER, object: { type: 'webhook_endpoint', id: endpoint.id }, accountId };
      for (const entry of audit.entries) expect(entry).toMatchObject(about);
    });

    it('has no entry of a change that changes nothing', async () => {
      const { endpoint } = await create();
      await endpoints.update(owner.accountId, TESTER, endpoint.id, { url, isActive: true });
      expect(audit.entries).toHaveLength(1);
    });

    it('contains neither the secret nor the query of a URL (rule 14.14)', async () => {
      const { endpoint, secret } = await create({ url: `${url}?token=t0p` });
      await endpoints.update(owner.accountId, TESTER, endpoint.id, { url: `${url}?token=0th3r` });
      expect(audited()[1]).toEqual(['webhook_endpoint.updated', { url: { from: url, to: url } }]);
      expect(JSON.stringify(audited())).not.toMatch(new RegExp(`${secret}|t0p|0th3r`));
    });
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['reading', (id) => endpoints.read(newId(), id)],
    ['changing', (id) => endpoints.update(newId(), TESTER, id, { isActive: false })],
    ['deleting', (id) => endpoints.remove(newId(), TESTER, id)],
    ['rotating', (id) => endpoints.rotateSecret(newId(), TESTER, id)],
  ])('finds no endpoint of another account when %s', async (_, act) => {
    const { endpoint } = await create();
    await expect(act(endpoint.id)).rejects.toMatchObject({ code: 'WEBHOOK_NOT_FOUND' });
  });
});
