import { newId, type UnitOfWork } from '@app/kernel';
import type { EndpointRepository, StoredSecrets, EncryptedSecret } from '../application/ports';
import { MAX_ENDPOINTS, type WebhookEndpoint } from '../domain/endpoint';
import { TooManyWebhooksError, WebhookAlreadyExistsError } from '../domain/errors';
import { anEndpoint } from './factories';

export interface EndpointRepositorySubject {
  repository: EndpointRepository & StoredSecrets;
  uow: UnitOfWork;
  /** Id of an account that exists. */
  anAccount(): Promise<string>;
}

export function anEncryptedSecret(version = 1): EncryptedSecret {
  return { version, keyId: 'key', ciphertext: Buffer.from(`encrypted ${version}`) };
}

/** What every adapter of the port must do. */
export function endpointRepositoryContract(subject: () => EndpointRepositorySubject): void {
  let accountId: string;
  beforeEach(async () => {
    accountId = await subject().anAccount();
  });
  const insert = async (changes: Partial<WebhookEndpoint> = {}) => {
    const endpoint = anEndpoint({ accountId, ...changes });
    await subject().uow.run((tx) => subject().repository.insert(tx, endpoint, anEncryptedSecret()));
    return endpoint;
  };
  const lock = (id: string, account = accountId) =>
    subject().uow.run((tx) => subject().repository.lock(tx, account, id));
  const update = (id: string, changes: Parameters<EndpointRepository['update']>[3], account = accountId) =>
    subject().uow.run((tx) => subject().repository.update(tx, account, id, changes));
  const remove = (id: string, account = accountId) =>
    subject().uow.run((tx) => subject().repository.remove(tx, account, id));
  const rotate = (id: string, version: number, account = accountId) =>
    subject().uow.run((tx) => subject().repository.rotate(tx, account, id, anEncryptedSecret(version)));

  registering();
  changing();
  secrets();

  function registering(): void {
    it('returns an endpoint as it was registered', async () => {
      const endpoint = await insert({ description: 'Shop', events: ['payout.failed'] });
      await expect(subject().repository.find(accountId, endpoint.id)).resolves.toEqual(endpoint);
    });

    it('finds no endpoint of another account', async () => {
      const { id } = await insert();
      await expect(subject().repository.find(await subject().anAccount(), id)).resolves.toBeUndefined();
    });

    it('locks an endpoint as it is found, and none of another account', async () => {
      const endpoint = await insert();
      await expect(lock(endpoint.id)).resolves.toEqual(endpoint);
      await expect(lock(endpoint.id, await subject().anAccount())).resolves.toBeUndefined();
    });

    it("lists the account's endpoints, oldest first", async () => {
      const second = await insert({ createdAt: new Date(2_000) });
      const first = await insert({ createdAt: new Date(1_000) });
      const listed = await subject().repository.list(accountId);
      expect(listed.map(({ id }) => id)).toEqual([first.id, second.id]);
    });

    it('rejects a URL that the account has already registered', async () => {
      const { url } = await insert();
      await expect(insert({ url })).rejects.toThrow(WebhookAlreadyExistsError);
    });

    it('rejects another spelling of an address that the account has registered, and keeps the given one', async () => {
      const { id, url } = await insert({ url: 'https://SHOP.example:443/a/../hook#x' });
      await expect(insert({ url: 'https://shop.example./hook' })).rejects.toThrow(WebhookAlreadyExistsError);
      await expect(subject().repository.find(accountId, id)).resolves.toMatchObject({ url });
    });

    it('registers an address once when its spellings are registered at the same moment', async () => {
      const spellings = ['https://shop.example/hook', 'https://SHOP.example/hook', 'https://shop.example:443/./hook'];
      const urls = [...spellings, ...spellings, ...spellings];
      const outcomes = await Promise.allSettled(urls.map((url) => insert({ url })));
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });

    it('lets two accounts register the same URL', async () => {
      const { url } = await insert();
      await expect(insert({ url, accountId: await subject().anAccount() })).resolves.toMatchObject({ url });
    });

    it('lets a URL be registered again after its endpoint was deleted', async () => {
      const { id, url } = await insert();
      await remove(id);
      await expect(insert({ url })).resolves.toMatchObject({ url });
    });

    it(`rejects endpoint ${MAX_ENDPOINTS + 1}`, async () => {
      for (let count = 0; count < MAX_ENDPOINTS; count++) await insert();
      await expect(insert()).rejects.toThrow(TooManyWebhooksError);
    });

    it('reports a repeated URL also when the account has the maximum number of endpoints', async () => {
      const { url } = await insert();
      for (let count = 1; count < MAX_ENDPOINTS; count++) await insert();
      await expect(insert({ url })).rejects.toThrow(WebhookAlreadyExistsError);
    });
  }

  function changing(): void {
    it('changes the given fields and no others', async () => {
      const endpoint = await insert({ description: 'Shop' });
      const updated = await update(endpoint.id, { isActive: false, events: ['payout.failed'] });
      expect(updated).toEqual({
        ...endpoint,
        isActive: false,
        events: ['payout.failed'],
        updatedAt: expect.any(Date) as Date,
      });
    });

    it('rejects a change to another spelling of a registered address, but not of its own', async () => {
      await insert({ url: 'https://shop.example/one' });
      const { id } = await insert({ url: 'https://shop.example/two' });
      await expect(update(id, { url: 'https://SHOP.example/one' })).rejects.toThrow(WebhookAlreadyExistsError);
      await expect(update(id, { url: 'https://SHOP.example/two' })).resolves.toMatchObject({ id });
    });

    it('accepts an update without any field', async () => {
      const endpoint = await insert();
      await expect(update(endpoint.id, {})).resolves.toEqual({ ...endpoint, updatedAt: expect.any(Date) as Date });
    });

    it('can remove the description', async () => {
      const { id } = await insert({ description: 'Shop' });
      await expect(update(id, { description: null })).resolves.toMatchObject({ description: null });
    });

    it('rejects the URL of another endpoint of the account', async () => {
      const [one, two] = [await insert(), await insert()];
      await expect(update(two.id, { url: one.url })).rejects.toThrow(WebhookAlreadyExistsError);
    });

    it('accepts the URL that the endpoint already has', async () => {
      const { id, url } = await insert();
      await expect(update(id, { url })).resolves.toMatchObject({ url });
    });

    it('finds no deleted endpoint', async () => {
      const { id } = await insert();
      await remove(id);
      await expect(subject().repository.find(accountId, id)).resolves.toBeUndefined();
      await expect(lock(id)).resolves.toBeUndefined();
    });

    it('deletes an endpoint once', async () => {
      const { id } = await insert();
      await expect(remove(id)).resolves.toBe(true);
      await expect(remove(id)).resolves.toBe(false);
    });

    it('adds the next secret version with each rotation', async () => {
      const { id } = await insert();
      await expect(rotate(id, 2)).resolves.toBe(true);
      await expect(rotate(id, 3)).resolves.toBe(true);
      await expect(subject().repository.find(accountId, id)).resolves.toMatchObject({ secretVersion: 3 });
    });

    it.each([1, 3])('adds no version %i after the first', async (version) => {
      const { id } = await insert();
      await expect(rotate(id, version)).resolves.toBe(false);
      await expect(subject().repository.find(accountId, id)).resolves.toMatchObject({ secretVersion: 1 });
    });

    it('changes no endpoint of another account', async () => {
      const { id } = await insert();
      const other = await subject().anAccount();
      await expect(update(id, { isActive: false }, other)).resolves.toBeUndefined();
      await expect(remove(id, other)).resolves.toBe(false);
      await expect(rotate(id, 2, other)).resolves.toBe(false);
    });

    it('changes no unknown endpoint', async () => {
      await expect(update(newId(), { isActive: false })).resolves.toBeUndefined();
    });
  }

  function secrets(): void {
    const stored = (...names: [endpointId: string, version: number][]) =>
      subject().repository.secrets(names.map(([endpointId, version]) => ({ endpointId, version })));

    it('returns the secrets that are asked for, in that order', async () => {
      const [one, two] = [await insert(), await insert()];
      await rotate(one.id, 2);
      await expect(stored([two.id, 1], [one.id, 2], [one.id, 1])).resolves.toEqual([1, 2, 1].map(anEncryptedSecret));
    });

    it('returns no secret for a version that is not stored', async () => {
      const { id } = await insert();
      await expect(stored([id, 2], [id, 1])).resolves.toEqual([undefined, anEncryptedSecret(1)]);
    });

    it('says of which secrets the endpoint is deleted', async () => {
      const [one, two] = [await insert(), await insert()];
      await remove(one.id);
      await expect(stored([one.id, 1], [two.id, 1])).resolves.toEqual(['endpoint deleted', anEncryptedSecret(1)]);
    });
  }
}
