import { newId } from '@app/kernel';
import { SQLSTATE, sqlStateOf } from '@app/platform';
import { randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';
import type { Account } from '../../accounts/domain/account';
import type { ApiKeysRepository } from '../application/ports';
import { TooManyApiKeysError } from '../domain/errors';
import type { ManagedKey } from '../domain/key-settings';
import { aNewApiKey, givenAccount, givenKey, givenUser } from '../../testing/factories';
import { postgresPanel } from '../../testing/postgres-repositories';
import { testDataSource } from '../../../../../test/support/test-database';

describe('API keys on PostgreSQL', () => {
  let source: DataSource;
  let panel: ReturnType<typeof postgresPanel>;
  beforeAll(async () => {
    source = await testDataSource();
    panel = postgresPanel(source);
  });

  describe('PostgresApiKeysRepository', () => {
    const lock = (accountId: string, id: string) => panel.uow.run((tx) => panel.keys.lock(tx, accountId, id));
    const update = (key: ManagedKey) => panel.uow.run((tx) => panel.keys.update(tx, key));
    const remove = (accountId: string, id: string) => panel.uow.run((tx) => panel.keys.remove(tx, accountId, id));
    const idsOf = async (...page: Parameters<ApiKeysRepository['list']>) =>
      (await panel.keys.list(...page)).map(({ id }) => id);

    let account: Account;
    let other: Account;
    beforeEach(async () => {
      account = await givenAccount(panel);
      other = await givenAccount(panel);
    });

    /** Keys made one millisecond after another, the oldest first. */
    async function given(count: number): Promise<string[]> {
      const ids = Array.from({ length: count }, (_, ms) => `01890a5d-ac9${ms}${newId().slice(13)}`);
      for (const id of ids) await givenKey(panel, account.id, { id });
      return ids;
    }

    it('shows a key with its settings, and never its hash', async () => {
      const user = await givenUser(panel, account.id);
      const key = await givenKey(panel, account.id, {
        userId: user.id,
        name: 'Shop',
        environment: 'test',
        permissions: ['webhooks:read'],
        allowedOrigins: ['https://shop.example'],
        rateLimit: 7,
        expiresAt: new Date('2031-01-01T00:00:00.000Z'),
      });
      const shown = {
        id: key.id,
        accountId: account.id,
        name: 'Shop',
        environment: 'test',
        lastFour: 'Wx4z',
        owner: { id: user.id, email: user.email, isActive: true },
        permissions: ['webhooks:read'],
        allowedOrigins: ['https://shop.example'],
        rateLimit: 7,
        expiresAt: new Date('2031-01-01T00:00:00.000Z'),
        isActive: true,
        createdAt: expect.any(Date),
        lastUsedAt: null,
      };

      expect(await lock(account.id, key.id)).toEqual(shown);
      expect(await panel.keys.list(account.id, 10)).toEqual([shown]);
    });

    it('names the owner of a key also after the user was deleted, as not active', async () => {
      const { id: userId, email } = await givenUser(panel, account.id);
      const key = await givenKey(panel, account.id, { userId, lastFour: null });
      await panel.uow.run((tx) => panel.users.remove(tx, account.id, email));

      const owner = { id: userId, email, isActive: false };
      expect(await panel.keys.list(account.id, 10)).toMatchObject([{ id: key.id, owner, lastFour: null }]);
      expect(await lock(account.id, key.id)).toMatchObject({ owner });
    });

    it('locks the active keys of a user, and no others', async () => {
      const { id: userId } = await givenUser(panel, account.id);
      const [one, two, inactive] = [
        await givenKey(panel, account.id, { userId }),
        await givenKey(panel, account.id, { userId }),
        await givenKey(panel, account.id, { userId }),
      ];
      await givenKey(panel, account.id);
      await panel.uow.run((tx) => panel.credentials.deactivate(tx, inactive.id));
      const lockOf = (accountId: string) => panel.uow.run((tx) => panel.keys.lockOf(tx, accountId, userId));

      expect((await lockOf(account.id)).map(({ id }) => id)).toEqual([one.id, two.id].sort());
      expect(await lockOf(other.id)).toEqual([]);
    });

    it('rejects a key beyond the account’s maximum, also under concurrent requests', async () => {
      const user = await givenUser(panel, account.id);
      const foreign = await givenUser(panel, other.id);
      const insert = (accountId: string, userId: string, most?: number) =>
        panel.uow.run((tx) => panel.keys.insert(tx, aNewApiKey({ accountId, userId }), most));
      await insert(account.id, user.id, 2);
      const both = [insert(account.id, user.id, 2), insert(account.id, user.id, 2)];
      const outcomes = (await Promise.allSettled(both)).map(({ status }) => status);

      expect(outcomes.sort()).toEqual(['fulfilled', 'rejected']);
      await expect(insert(account.id, user.id, 2)).rejects.toThrow(TooManyApiKeysError);
      await expect(insert(other.id, foreign.id, 2)).resolves.toBeUndefined();
      await expect(insert(account.id, user.id)).resolves.toBeUndefined();
    });

    it('shows when a key was last used', async () => {
      const [id] = await given(1);
      const at = new Date('2030-01-01T12:00:00.000Z');
      await panel.uow.run((tx) => panel.credentials.markUsed(tx, new Map([[id!, at]])));

      expect(await lock(account.id, id!)).toMatchObject({ lastUsedAt: at });
    });

    it('lists the newest first, up to the limit', async () => {
      const [one, two, three] = await given(3);

      expect(await idsOf(account.id, 10)).toEqual([three, two, one]);
      expect(await idsOf(account.id, 2)).toEqual([three, two]);
    });

    it('continues after a key, even one that was deleted', async () => {
      const [one, two, three] = await given(3);
      expect(await idsOf(account.id, 10, three)).toEqual([two, one]);
      await remove(account.id, three!);
      expect(await idsOf(account.id, 10, three)).toEqual([two, one]);
    });

    it('lists no keys of other accounts', async () => {
      await given(1);

      expect(await idsOf(other.id, 10)).toEqual([]);
    });

    it('lists deactivated keys too', async () => {
      const [id] = await given(1);
      await panel.uow.run((tx) => panel.credentials.deactivate(tx, id!));

      expect(await panel.keys.list(account.id, 10)).toMatchObject([{ id, isActive: false }]);
    });

    it('writes every setting', async () => {
      const [id] = await given(1);
      const before = (await lock(account.id, id!))!;
      const after: ManagedKey = {
        ...before,
        name: 'Other',
        permissions: ['*'],
        allowedOrigins: ['*'],
        rateLimit: 10_000,
        expiresAt: new Date('2031-01-01T00:00:00.000Z'),
        isActive: false,
      };
      await update(after);
      expect(await lock(account.id, id!)).toEqual(after);
      await update(before);
      expect(await lock(account.id, id!)).toEqual(before);
    });

    it('never changes the environment', async () => {
      const [id] = await given(1);
      await update({ ...(await lock(account.id, id!))!, environment: 'dev' });

      expect(await lock(account.id, id!)).toMatchObject({ environment: 'live' });
    });

    it('removes a key', async () => {
      const [one, two] = await given(2);
      await remove(account.id, one!);

      expect(await idsOf(account.id, 10)).toEqual([two]);
    });

    it('reaches no key of another account', async () => {
      const [id] = await given(1);
      const key = (await lock(account.id, id!))!;
      expect(await lock(other.id, id!)).toBeUndefined();
      await update({ ...key, accountId: other.id, name: 'stolen' });
      await remove(other.id, id!);
      expect(await lock(account.id, id!)).toEqual(key);
    });

    it('finds no key that does not exist', async () => {
      expect(await lock(account.id, newId())).toBeUndefined();
    });

    it('serialises concurrent changes of one key', async () => {
      const account = await givenAccount(panel);
      const { id } = await givenKey(panel, account.id, { rateLimit: 1 });
      const raise = () =>
        panel.uow.run(async (tx) => {
          const key = (await panel.keys.lock(tx, account.id, id))!;
          await panel.keys.update(tx, { ...key, rateLimit: key.rateLimit + 1 });
        });
      await Promise.all(Array.from({ length: 8 }, raise));

      expect(await panel.keys.list(account.id, 1)).toMatchObject([{ rateLimit: 9 }]);
    });
  });

  describe('PostgresApiKeyCredentialsRepository', () => {
    /** When the key was last used, as far as it was written. */
    const lastUsedAt = async (id: string): Promise<Date | null> => {
      const [row] = await source.query('SELECT last_used_at FROM api_keys WHERE id = $1', [id]);
      return row.last_used_at;
    };
    const find = (slug: string, hash: Buffer) => panel.credentials.find(slug, hash);
    const deactivate = (id: string) => panel.uow.run((tx) => panel.credentials.deactivate(tx, id));
    const markUsed = (...uses: [string, Date][]) =>
      panel.uow.once((tx) => panel.credentials.markUsed(tx, new Map(uses)));

    let account: Account;
    beforeEach(async () => {
      account = await givenAccount(panel);
    });

    it('returns account and key together, with everything that the guards check', async () => {
      const user = await givenUser(panel, account.id);
      const key = await givenKey(panel, account.id, {
        userId: user.id,
        environment: 'test',
        permissions: ['payment_links:create', 'payment_links:read'],
        allowedOrigins: ['https://shop.example.com'],
        rateLimit: 10_000,
        expiresAt: new Date('2031-01-01T00:00:00.000Z'),
      });
      expect(await find(account.slug, key.secretHash)).toEqual({
        account,
        key: {
          secretHash: key.secretHash,
          record: {
            id: key.id,
            accountId: account.id,
            userId: user.id,
            userExists: true,
            environment: 'test',
            permissions: ['payment_links:create', 'payment_links:read'],
            allowedOrigins: ['https://shop.example.com'],
            rateLimit: 10_000,
            expiresAt: new Date('2031-01-01T00:00:00.000Z'),
          },
        },
      });
    });

    it('returns nothing for a slug that no account has', async () => {
      await expect(find('nobody', randomBytes(32))).resolves.toBeUndefined();
    });

    it('returns only the account for a hash that no key has', async () => {
      await givenKey(panel, account.id);
      await expect(find(account.slug, randomBytes(32))).resolves.toEqual({ account, key: null });
    });

    it('returns only the account for a key of another account', async () => {
      const other = await givenAccount(panel);
      const { secretHash } = await givenKey(panel, other.id);
      await expect(find(account.slug, secretHash)).resolves.toEqual({ account, key: null });
    });

    it('returns only the account for a key that was deactivated, once or twice', async () => {
      const { id, secretHash } = await givenKey(panel, account.id);
      await deactivate(id);
      await deactivate(id);
      await expect(find(account.slug, secretHash)).resolves.toEqual({ account, key: null });
    });

    it('deactivates no other key', async () => {
      const [one, other] = [await givenKey(panel, account.id), await givenKey(panel, account.id)];
      await deactivate(one.id);
      await expect(find(account.slug, other.secretHash)).resolves.toMatchObject({ key: { record: { id: other.id } } });
    });

    it('shows that the owner of a key was deleted', async () => {
      const user = await givenUser(panel, account.id);
      const { secretHash } = await givenKey(panel, account.id, { userId: user.id });
      await panel.uow.run((tx) => panel.users.remove(tx, account.id, user.email));
      await expect(find(account.slug, secretHash)).resolves.toMatchObject({
        key: { record: { userId: user.id, userExists: false } },
      });
    });

    it('moves the last use of many keys at once', async () => {
      const [one, other] = [await givenKey(panel, account.id), await givenKey(panel, account.id)];
      const [early, late] = [new Date('2030-01-01T00:00:00.000Z'), new Date('2030-01-01T00:00:01.500Z')];
      await markUsed([one.id, early], [other.id, late]);
      expect([await lastUsedAt(one.id), await lastUsedAt(other.id)]).toEqual([early, late]);
    });

    it('moves the last use of a key forward only', async () => {
      const { id } = await givenKey(panel, account.id);
      const [early, late] = [new Date('2030-01-01T00:00:00.000Z'), new Date('2030-01-01T00:00:01.000Z')];
      await markUsed([id, late]);
      await markUsed([id, early]);
      expect(await lastUsedAt(id)).toEqual(late);
    });

    it('ignores uses of a deleted key', async () => {
      await expect(markUsed([newId(), new Date()])).resolves.toBeUndefined();
    });

    it('has no last use for a new key', async () => {
      const { id } = await givenKey(panel, account.id);
      expect(await lastUsedAt(id)).toBeNull();
    });

    it('finds a key that has lost its owner', async () => {
      const account = await givenAccount(panel);
      const { id, secretHash } = await givenKey(panel, account.id);
      await source.query('UPDATE api_keys SET user_id = NULL WHERE id = $1', [id]);
      const found = await panel.credentials.find(account.slug, secretHash);
      expect(found?.key?.record).toMatchObject({ userId: null, userExists: false });
    });

    it.each([0, 10_001])('has a table that rejects a limit of %d', async (rateLimit) => {
      const account = await givenAccount(panel);
      await expect(givenKey(panel, account.id, { rateLimit }).catch(sqlStateOf)).resolves.toBe(SQLSTATE.checkViolation);
    });
  });
});
