import { newId } from '@app/kernel';
import { aConfig, RecordedLog } from '@app/platform/testing';
import { anEndpoint } from '../testing/factories';
import { InMemoryEndpoints } from '../testing/in-memory-endpoints';
import { PlatformKeys } from './platform-keys';
import type { LoadedDelivery } from './ports';
import { SecretCipher } from './secret-cipher';
import { SigningSecrets } from './signing-secrets';

describe('SigningSecrets', () => {
  const config = aConfig();
  const cipher = new SecretCipher(config);
  let endpoints: InMemoryEndpoints;
  let log: RecordedLog;
  let secrets: SigningSecrets;
  let read: jest.SpiedFunction<InMemoryEndpoints['secrets']>;
  beforeEach(() => {
    endpoints = new InMemoryEndpoints();
    log = new RecordedLog();
    secrets = new SigningSecrets(endpoints, cipher, new PlatformKeys(config), log);
    read = jest.spyOn(endpoints, 'secrets');
  });

  const registered = async (secret: string) => {
    const endpoint = anEndpoint({ accountId: newId() });
    await endpoints.add(endpoint, cipher.encrypt(secret, endpoint.id, 1));
    return endpoint;
  };
  const aDelivery = (changes: Partial<LoadedDelivery>): LoadedDelivery => ({
    deliveryId: newId(),
    accountId: newId(),
    endpointId: null,
    paymentLinkId: null,
    requestId: null,
    attempt: 1,
    receiver: newId(),
    url: 'http://127.0.0.1:9/hook',
    body: '{}',
    queuedVersion: null,
    endpoint: null,
    platformKeyId: null,
    singleAttempt: false,
    ...changes,
  });
  const to = (endpointId: string, changes: Partial<LoadedDelivery> = {}) =>
    aDelivery({ endpointId, queuedVersion: 1, endpoint: { secretVersion: 1, deleted: false }, ...changes });
  const of = async (...deliveries: LoadedDelivery[]) => (await secrets.of(deliveries)).map(({ secret }) => secret);

  it('has the secret of each endpoint, in the order of the deliveries', async () => {
    const [one, two] = [await registered('one'), await registered('two')];
    await expect(of(to(two.id), to(one.id), to(two.id))).resolves.toEqual(['two', 'one', 'two']);
  });

  it('reads what a batch needs with one query, and each secret once', async () => {
    const [one, two] = [await registered('one'), await registered('two')];
    await of(to(one.id), to(two.id), to(one.id));
    await of(to(two.id), to(one.id));
    expect(read.mock.calls).toEqual([
      [
        [
          { endpointId: one.id, version: 1 },
          { endpointId: two.id, version: 1 },
        ],
      ],
    ]);
  });

  it('signs a first attempt with the version that was queued and a retry with the current one', async () => {
    const endpoint = await registered('first');
    const { id } = endpoint;
    await endpoints.rotate(endpoint, cipher.encrypt('second', id, 2));
    const rotated = { endpoint: { secretVersion: 2, deleted: false } };
    await expect(of(to(id, rotated), to(id, { ...rotated, attempt: 2 }))).resolves.toEqual(['first', 'second']);
  });

  it("needs no query for the platform's key", async () => {
    await expect(of(aDelivery({}))).resolves.toEqual([config.platformWebhookSecret]);
    expect(read).not.toHaveBeenCalled();
  });

  it("has the platform's key when the endpoint was deleted after its delivery was claimed", async () => {
    const endpoint = await registered('one');
    await endpoints.remove(endpoint);
    await expect(of(to(endpoint.id))).resolves.toEqual([config.platformWebhookSecret]);
  });

  it('has nothing for a version that is not stored, and logs why', async () => {
    const { id } = await registered('one');
    await expect(of(to(id, { queuedVersion: 7 }))).resolves.toEqual([undefined]);
    expect(log.lines).toMatchObject([{ level: 'error', fields: { endpoint_id: id } }]);
  });

  it('has nothing for a secret that cannot be decrypted, and tries again with the next batch', async () => {
    const { id } = await registered('one');
    const [encrypted] = endpoints.entries.get(id)?.secrets ?? [];
    Object.assign(encrypted ?? {}, cipher.encrypt('another', newId(), 1));
    await expect(of(to(id))).resolves.toEqual([undefined]);
    Object.assign(encrypted ?? {}, cipher.encrypt('one', id, 1));
    await expect(of(to(id))).resolves.toEqual(['one']);
  });
});
