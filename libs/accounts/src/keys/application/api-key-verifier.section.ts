import { randomText, type Tx } from '@app/kernel';
import { StandingClock } from '@app/kernel/testing';
import type { DataSource } from 'typeorm';
import { testDataSource } from '../../../../../test/support/test-database';
import type { Account } from '../../accounts/domain/account';
import { givenAccount, givenKey, RecordedAuditLog } from '../../testing';
import { FakeKeyHasher } from '../../testing/fake-hashers';
import { postgresPanel } from '../../testing/postgres-repositories';
import { PostgresApiKeyCredentialsRepository } from '../adapters/postgres-api-key-credentials.repository';
import { ApiKeyVerifier } from './api-key-verifier';
import type { FoundCredential, NewApiKey } from './ports';

const SECRET = 'x'.repeat(48);

/** Counts lookups, and can hold them. */
class WatchedCredentials extends PostgresApiKeyCredentialsRepository {
  lookups = 0;
  deactivated: string[] = [];
  gate: Promise<void> = Promise.resolve();
  onRead = (): void => undefined;

  override async find(slug: string, secretHash: Buffer): Promise<FoundCredential | undefined> {
    this.lookups += 1;
    const found = await super.find(slug, secretHash);
    this.onRead();
    await this.gate;
    return found;
  }

  override deactivate(tx: Tx, id: string): Promise<boolean> {
    this.deactivated.push(id);
    return super.deactivate(tx, id);
  }
}

/** Holds lookups, after they have read, until `open` is called. */
function hold(credentials: WatchedCredentials) {
  let open = (): void => undefined;
  credentials.gate = new Promise((resolve) => (open = resolve));
  const read = new Promise<void>((resolve) => (credentials.onRead = resolve));
  return { open, read };
}

describe('ApiKeyVerifier', () => {
  let source: DataSource;
  beforeAll(async () => {
    source = await testDataSource();
  });

  async function aDirectory() {
    const panel = postgresPanel(source);
    const { db, uow } = panel;
    const credentials = new WatchedCredentials(db);
    const [hasher, clock, audit] = [new FakeKeyHasher(), new StandingClock(), new RecordedAuditLog()];
    const directory = new ApiKeyVerifier(credentials, hasher, audit, uow, clock);
    const repositories = { ...panel, credentials };
    /** An account with a key, and the key as a request carries it. */
    const given = async (changes: Partial<NewApiKey> = {}, of: Partial<Account> = {}) => {
      const account = await givenAccount(repositories, of);
      const credential = `pay_${account.slug}_live_${randomText(48)}`;
      const key = await givenKey(repositories, account.id, { secretHash: hasher.hash(credential), ...changes });
      return { account, credential, key };
    };
    const outcomeOf = async (credential: string) => (await directory.verify(credential)).outcome;
    return { ...repositories, hasher, clock, audit, directory, given, outcomeOf };
  }

  describe('a credential', () => {
    it('that is a key of the account is verified, with account and key', async () => {
      const { directory, given } = await aDirectory();
      const { account, credential, key } = await given();
      await expect(directory.verify(credential)).resolves.toMatchObject({
        outcome: 'verified',
        account,
        key: { id: key.id, userId: key.userId, permissions: ['*'] },
      });
    });

    it('whose prefix cannot be read has an invalid format, and is not looked up', async () => {
      const { outcomeOf, credentials } = await aDirectory();
      await expect(outcomeOf('sk_live_123')).resolves.toBe('invalid_key_format');
      expect(credentials.lookups).toBe(0);
    });

    it('of an account that does not exist is an invalid tenant', async () => {
      const { outcomeOf } = await aDirectory();
      await expect(outcomeOf(`pay_nobody_live_${SECRET}`)).resolves.toBe('invalid_tenant');
    });

    it.each<Partial<Account>>([{ name: ' ' }, { country: '' }, { country: 'argentina' }])(
      'of an account that was not provisioned completely (%j) fails to load its tenant',
      async (changes) => {
        const { outcomeOf, given, credentials } = await aDirectory();
        const { account, credential } = await given();
        jest.spyOn(credentials, 'find').mockResolvedValue({ account: { ...account, ...changes }, key: null });
        await expect(outcomeOf(credential)).resolves.toBe('tenant_init_failed');
      },
    );

    it.each`
      what                        | change
      ${'with another secret'}    | ${(key: string) => key.slice(0, -1) + (key.endsWith('y') ? 'z' : 'y')}
      ${'with a shorter secret'}  | ${(key: string) => key.slice(0, -1)}
      ${'with a longer secret'}   | ${(key: string) => `${key}x`}
      ${'of another environment'} | ${(key: string) => key.replace('_live_', '_test_')}
    `('$what does not verify', async ({ change }) => {
      const { outcomeOf, given } = await aDirectory();
      const { credential } = await given();
      await expect(outcomeOf(change(credential))).resolves.toBe('invalid_api_key');
    });

    it('of one account does not verify under the slug of another', async () => {
      const { outcomeOf, given } = await aDirectory();
      const [one, other] = [await given(), await given()];
      await expect(outcomeOf(one.credential.replace(one.account.slug, other.account.slug))).resolves.toBe(
        'invalid_api_key',
      );
    });

    it('that was deactivated does not verify', async () => {
      const { outcomeOf, given, uow, credentials } = await aDirectory();
      const { credential, key } = await given();
      await uow.run((tx) => credentials.deactivate(tx, key.id));
      await expect(outcomeOf(credential)).resolves.toBe('invalid_api_key');
    });

    it('is compared here, whatever the repository returns', async () => {
      const { outcomeOf, given, credentials } = await aDirectory();
      const { account, credential } = await given();
      const found = await credentials.find(account.slug, new FakeKeyHasher().hash(credential));
      jest
        .spyOn(credentials, 'find')
        .mockResolvedValue({ ...found!, key: { ...found!.key!, secretHash: Buffer.alloc(32) } });
      await expect(outcomeOf(credential)).resolves.toBe('invalid_api_key');
    });
  });

  describe('an expired key', () => {
    const expiresAt = new Date('2030-01-01T12:00:10.000Z');

    it('works until its date', async () => {
      const { outcomeOf, given, clock } = await aDirectory();
      const { credential } = await given({ expiresAt });
      clock.advance(9_999);
      await expect(outcomeOf(credential)).resolves.toBe('verified');
    });

    it.each(['cached', 'not cached'])('that is %s is deactivated by the first request after its date', async (how) => {
      const { outcomeOf, given, clock, keys, credentials, uow } = await aDirectory();
      const { credential, key } = await given({ expiresAt });
      clock.advance(7_000);
      if (how === 'cached') await outcomeOf(credential);
      clock.advance(3_000);
      await expect(outcomeOf(credential)).resolves.toBe('invalid_api_key');
      expect(credentials.deactivated).toEqual([key.id]);
      expect(await uow.run((tx) => keys.lock(tx, key.accountId, key.id))).toMatchObject({ isActive: false });
    });

    it('is not deactivated again by the second request', async () => {
      const { outcomeOf, given, clock, credentials } = await aDirectory();
      const { credential } = await given({ expiresAt });
      clock.advance(10_000);
      await outcomeOf(credential);
      await expect(outcomeOf(credential)).resolves.toBe('invalid_api_key');
      expect(credentials.deactivated).toHaveLength(1);
    });

    it('has one audit entry, however many requests find it', async () => {
      const { outcomeOf, given, clock, audit } = await aDirectory();
      const { credential, key, account } = await given({ expiresAt });
      await outcomeOf(credential);
      clock.advance(10_000);
      await Promise.all([outcomeOf(credential), outcomeOf(credential)]);

      expect(audit.entries).toMatchObject([
        { actor: { type: 'system' }, action: 'api_key.expired', object: { id: key.id }, accountId: account.id },
      ]);
    });
  });

  describe('a verified key', () => {
    it('is cached: the next request costs neither a lookup nor a promise', async () => {
      const { directory, given, credentials } = await aDirectory();
      const { credential } = await given();
      const first = await directory.verify(credential);
      expect(directory.verify(credential)).toEqual(first);
      expect(credentials.lookups).toBe(1);
    });

    it('is cached for four seconds', async () => {
      const { outcomeOf, given, clock, credentials } = await aDirectory();
      const { credential } = await given();
      await outcomeOf(credential);
      clock.advance(4_000);
      await outcomeOf(credential);
      expect(credentials.lookups).toBe(1);
      clock.advance(1);
      await outcomeOf(credential);
      expect(credentials.lookups).toBe(2);
    });

    it('is cached from the start of its lookup, not from the end', async () => {
      const { outcomeOf, given, clock, credentials } = await aDirectory();
      const { credential } = await given();
      const { open } = hold(credentials);
      const slow = outcomeOf(credential);
      clock.advance(4_001);
      open();
      await slow;
      await outcomeOf(credential);
      expect(credentials.lookups).toBe(2);
    });

    it('that was deactivated without a notification stops working when it expires from the cache', async () => {
      const { outcomeOf, given, clock, uow, credentials } = await aDirectory();
      const { credential, key } = await given();
      await outcomeOf(credential);
      await uow.run((tx) => credentials.deactivate(tx, key.id));
      clock.advance(4_001);
      await expect(outcomeOf(credential)).resolves.toBe('invalid_api_key');
    });

    it('is looked up once for concurrent requests', async () => {
      const { outcomeOf, given, credentials } = await aDirectory();
      const { credential } = await given();
      const outcomes = await Promise.all(Array.from({ length: 50 }, () => outcomeOf(credential)));
      expect(new Set(outcomes)).toEqual(new Set(['verified']));
      expect(credentials.lookups).toBe(1);
    });
  });

  describe('a rejected credential', () => {
    it('is not cached: a key that is created a moment later works', async () => {
      const repositories = await aDirectory();
      const { outcomeOf, hasher } = repositories;
      const slug = randomText(12).toLowerCase();
      const credential = `pay_${slug}_live_${SECRET}`;
      await expect(outcomeOf(credential)).resolves.toBe('invalid_tenant');
      const account = await givenAccount(repositories, { slug });
      await expect(outcomeOf(credential)).resolves.toBe('invalid_api_key');
      await givenKey(repositories, account.id, { secretHash: hasher.hash(credential) });
      await expect(outcomeOf(credential)).resolves.toBe('verified');
    });
  });

  describe('a lookup that fails', () => {
    it('fails the request, and not the next one', async () => {
      const { outcomeOf, given, credentials } = await aDirectory();
      const { credential } = await given();
      credentials.gate = Promise.reject(new Error('connection lost'));
      await expect(outcomeOf(credential)).rejects.toThrow('connection lost');
      credentials.gate = Promise.resolve();
      await expect(outcomeOf(credential)).resolves.toBe('verified');
    });
  });

  describe('the notification of a change', () => {
    it('drops the keys of the account, and no others', async () => {
      const { directory, outcomeOf, given, credentials } = await aDirectory();
      const [one, other] = [await given(), await given()];
      await outcomeOf(one.credential);
      await outcomeOf(other.credential);
      directory.forget(one.account.id);
      await outcomeOf(other.credential);
      expect(credentials.lookups).toBe(2);
      await outcomeOf(one.credential);
      expect(credentials.lookups).toBe(3);
    });

    it('without an account drops all keys', async () => {
      const { directory, outcomeOf, given, credentials } = await aDirectory();
      const [one, other] = [await given(), await given()];
      await outcomeOf(one.credential);
      await outcomeOf(other.credential);
      directory.forget();
      await outcomeOf(one.credential);
      await outcomeOf(other.credential);
      expect(credentials.lookups).toBe(4);
    });

    it('during a lookup keeps its result, which may be older, out of the cache', async () => {
      const { directory, outcomeOf, given, uow, credentials } = await aDirectory();
      const { account, credential, key } = await given();
      const { open, read } = hold(credentials);
      const early = outcomeOf(credential);
      await read;
      await uow.run((tx) => credentials.deactivate(tx, key.id));
      directory.forget(account.id);
      open();
      await early;
      await expect(outcomeOf(credential)).resolves.toBe('invalid_api_key');
    });

    it('makes later requests look up again instead of joining an earlier lookup', async () => {
      const { directory, outcomeOf, given, uow, credentials } = await aDirectory();
      const { account, credential, key } = await given();
      const { open, read } = hold(credentials);
      const early = outcomeOf(credential);
      await read;
      await uow.run((tx) => credentials.deactivate(tx, key.id));
      directory.forget(account.id);
      const late = outcomeOf(credential);
      open();
      await expect(late).resolves.toBe('invalid_api_key');
      await early;
    });
  });
});
