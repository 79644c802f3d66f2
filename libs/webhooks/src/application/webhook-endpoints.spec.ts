import { newId } from '@app/kernel';
import { aClaim } from '@app/kernel/testing';
import { WebhookAlreadyExistsError, WebhookNotFoundError } from '../domain/errors';
import { TESTER } from '../testing/factories';
import { InMemoryWebhooks } from '../testing/in-memory-webhooks';
import { SecretCipher } from './secret-cipher';
import type { RegisteredEndpoint } from './webhook-endpoints';

const url = 'http://127.0.0.1:9/hook';

describe('WebhookEndpoints', () => {
  let webhooks: InMemoryWebhooks;
  let owner: { accountId: string; apiKeyId: string };
  beforeEach(() => {
    webhooks = new InMemoryWebhooks();
    owner = { accountId: newId(), apiKeyId: newId() };
  });
  const create = (input = {}) => webhooks.endpoints.create(owner, TESTER, { url, ...input });
  const storedSecrets = (id: string) => {
    const cipher = new SecretCipher(webhooks.config);
    return webhooks.repository.entries.get(id)?.secrets.map((encrypted) => cipher.open(encrypted, id));
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
    expect(storedSecrets(endpoint.id)).toEqual([secret]);
  });

  it('returns no secret when an endpoint is read, listed or changed', async () => {
    const { endpoint, secret } = await create();
    const { accountId } = owner;
    const shown = [
      await webhooks.endpoints.read(accountId, endpoint.id),
      await webhooks.endpoints.list(accountId),
      await webhooks.endpoints.update(accountId, TESTER, endpoint.id, { description: 'x' }),
    ];
    expect(JSON.stringify(shown)).not.toContain(secret);
  });

  it('refuses a URL that is already registered, also with another key', async () => {
    await create();
    await expect(webhooks.endpoints.create({ ...owner, apiKeyId: newId() }, TESTER, { url })).rejects.toThrow(
      WebhookAlreadyExistsError,
    );
  });

  it('stores the answer for repeated calls in the same transaction', async () => {
    const claim = aClaim();
    const present = ({ endpoint }: RegisteredEndpoint) => ({ id: endpoint.id });
    const { endpoint } = await webhooks.endpoints.create(owner, TESTER, { url }, { claim, present });
    expect(webhooks.answers.kept).toEqual([{ claim, answer: { id: endpoint.id } }]);
  });

  it('rotates to a new secret and keeps the old one for queued deliveries', async () => {
    const { endpoint, secret } = await create();
    const rotated = await webhooks.endpoints.rotateSecret(owner.accountId, TESTER, endpoint.id);
    expect(rotated).toEqual({ id: endpoint.id, secret: expect.stringMatching(/^[0-9a-f]{64}$/) as string });
    expect(storedSecrets(endpoint.id)).toEqual([secret, rotated.secret]);
  });

  it('does not find a deleted endpoint', async () => {
    const { endpoint } = await create();
    await webhooks.endpoints.remove(owner.accountId, TESTER, endpoint.id);
    await expect(webhooks.endpoints.read(owner.accountId, endpoint.id)).rejects.toThrow(WebhookNotFoundError);
    await expect(webhooks.endpoints.list(owner.accountId)).resolves.toEqual([]);
  });

  describe('the audit log', () => {
    const audited = () => webhooks.audit.entries.map(({ action, details }) => [action, details]);

    it('has every change with what it changed, in order', async () => {
      const { endpoint } = await create({ events: ['payout.failed'] });
      const { accountId } = owner;
      await webhooks.endpoints.update(accountId, TESTER, endpoint.id, { isActive: false, description: 'Shop' });
      await webhooks.endpoints.rotateSecret(accountId, TESTER, endpoint.id);
      await webhooks.endpoints.remove(accountId, TESTER, endpoint.id);
      expect(audited()).toEqual([
        ['webhook_endpoint.created', { url, description: null, events: ['payout.failed'], is_active: true }],
        ['webhook_endpoint.updated', { description: { from: null, to: 'Shop' }, is_active: { from: true, to: false } }],
        ['webhook_endpoint.secret_rotated', { secret_version: { from: 1, to: 2 } }],
        ['webhook_endpoint.deleted', { url, description: 'Shop' }],
      ]);
      const about = { actor: TESTER, object: { type: 'webhook_endpoint', id: endpoint.id }, accountId };
      for (const entry of webhooks.audit.entries) expect(entry).toMatchObject(about);
    });

    it('has no entry of a change that changes nothing', async () => {
      const { endpoint } = await create();
      await webhooks.endpoints.update(owner.accountId, TESTER, endpoint.id, { url, isActive: true });
      expect(webhooks.audit.entries).toHaveLength(1);
    });

    it('contains neither the secret nor the query of a URL', async () => {
      const { endpoint, secret } = await create({ url: `${url}?token=t0p` });
      await webhooks.endpoints.update(owner.accountId, TESTER, endpoint.id, { url: `${url}?token=0th3r` });
      expect(audited()[1]).toEqual(['webhook_endpoint.updated', { url: { from: url, to: url } }]);
      expect(JSON.stringify(audited())).not.toMatch(new RegExp(`${secret}|t0p|0th3r`));
    });
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['reading', (id) => webhooks.endpoints.read(newId(), id)],
    ['changing', (id) => webhooks.endpoints.update(newId(), TESTER, id, { isActive: false })],
    ['deleting', (id) => webhooks.endpoints.remove(newId(), TESTER, id)],
    ['rotating', (id) => webhooks.endpoints.rotateSecret(newId(), TESTER, id)],
  ])('finds no endpoint of another account when %s', async (_, act) => {
    const { endpoint } = await create();
    await expect(act(endpoint.id)).rejects.toMatchObject({ code: 'WEBHOOK_NOT_FOUND' });
  });
});
