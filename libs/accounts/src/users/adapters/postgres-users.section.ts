import { newId } from '@app/kernel';
import { randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { aNewUser, givenAccount, givenUser } from '../../testing/factories';
import { postgresPanel } from '../../testing/postgres-repositories';
import type { NewUser, UsersRepository } from '../application/ports';
import { UserEmailTakenError } from '../domain/errors';
import { testDataSource } from '../../../../../test/support/test-database';

const MINUTE = 60;

describe('users on PostgreSQL', () => {
  let source: DataSource;
  let panel: ReturnType<typeof postgresPanel>;
  beforeAll(async () => {
    source = await testDataSource();
    panel = postgresPanel(source);
  });

  describe('PostgresUsersRepository', () => {
    const insert = (accountId: string, email: string) => givenUser(panel, accountId, { email });
    const remove = (accountId: string, email: string) =>
      panel.uow.run((tx) => panel.users.remove(tx, accountId, email));

    let accountId: string;
    let email: string;
    beforeEach(async () => {
      accountId = (await givenAccount(panel)).id;
      email = `Ana.${newId()}@example.com`;
    });

    it('accepts an address once, in any letter case', async () => {
      await insert(accountId, email);
      await expect(insert(accountId, email.toUpperCase())).rejects.toThrow(UserEmailTakenError);
    });

    it('accepts an address once across all accounts, because users sign in with it', async () => {
      await insert(accountId, email);
      const other = await givenAccount(panel);
      await expect(insert(other.id, email.toLowerCase())).rejects.toThrow(UserEmailTakenError);
    });

    it('lets the transaction continue after a rejection', async () => {
      await insert(accountId, email);
      const another = aNewUser({ accountId });
      await panel.uow.run(async (tx) => {
        await expect(panel.users.insert(tx, aNewUser({ accountId, email }))).rejects.toThrow(UserEmailTakenError);
        await panel.users.insert(tx, another);
      });
      await expect(remove(accountId, another.email)).resolves.toBe(another.id);
    });

    it('removes a user once, by the address in any letter case', async () => {
      const { id } = await insert(accountId, email);
      await expect(remove(accountId, email.toUpperCase())).resolves.toBe(id);
      await expect(remove(accountId, email)).resolves.toBeUndefined();
    });

    it('removes no user of another account', async () => {
      await insert(accountId, email);
      await expect(remove((await givenAccount(panel)).id, email)).resolves.toBeUndefined();
      await expect(insert(accountId, email)).rejects.toThrow(UserEmailTakenError);
    });

    const list = async (...page: Parameters<UsersRepository['list']>) =>
      (await panel.users.list(...page)).map(({ email: address }) => address);
    const lock = (id = accountId) => panel.uow.run((tx) => panel.users.lock(tx, id));

    it('lists the users of the account, newest first, page by page, without deleted ones', async () => {
      const ids = [0, 1, 2, 3].map((ms) => `01890a5d-ac9${ms}${newId().slice(13)}`);
      const [one, two, three, four] = await Promise.all(ids.map((id) => givenUser(panel, accountId, { id })));
      await remove(accountId, three!.email);

      expect(await list(accountId, 10)).toEqual([four!.email, two!.email, one!.email]);
      expect(await list(accountId, 1, four!.id)).toEqual([two!.email]);
      expect(await list((await givenAccount(panel)).id, 10)).toEqual([]);
    });

    it('shows a user with permissions and state, and never the password', async () => {
      const { id } = await givenUser(panel, accountId, { email, permissions: ['view_payins'] });
      const shown = {
        id,
        accountId,
        email,
        name: null,
        permissions: ['view_payins'],
        isActive: true,
        invitedAt: null,
        createdAt: expect.any(Date),
      };

      expect(await panel.users.list(accountId, 10)).toEqual([shown]);
      expect(await lock()).toEqual([shown]);
    });

    it('changes permissions and state of one user', async () => {
      const other = await givenUser(panel, accountId);
      await insert(accountId, email);
      const user = (await lock()).find((each) => each.email === email)!;
      await panel.uow.run((tx) => panel.users.update(tx, { ...user, permissions: ['*'], isActive: false }));

      expect(await lock()).toEqual(
        expect.arrayContaining([
          { ...user, permissions: ['*'], isActive: false },
          expect.objectContaining({ id: other.id, permissions: other.permissions, isActive: true }),
        ]),
      );
    });

    it('frees the address of a removed user, any number of times', async () => {
      for (let i = 0; i < 3; i++) {
        await insert(accountId, email);
        await remove(accountId, email);
      }
      await expect(insert(accountId, email)).resolves.toMatchObject({ email });
    });

    it('lets an account add sixty users an hour, also when a hundred are added at the same moment', async () => {
      const { id } = await givenAccount(panel);
      const add = () => panel.uow.run((tx) => panel.users.takeAddition(tx, id));
      const waits = await Promise.all(Array.from({ length: 100 }, add));
      expect(waits.filter((seconds) => seconds === undefined)).toHaveLength(60);
    });
  });

  describe('PostgresPasswordResetsRepository', () => {
    let user: NewUser;
    beforeEach(async () => {
      user = await givenUser(panel, (await givenAccount(panel)).id);
    });

    async function link(userId: string | null = user.id): Promise<Buffer> {
      const tokenHash = randomBytes(32);
      await panel.uow.run((tx) => panel.resets.insert(tx, { tokenHash, userId, seconds: 30 * MINUTE }));
      return tokenHash;
    }

    const find = async (tokenHash: Buffer) => (await panel.resets.find(tokenHash))?.user.id;
    const consume = (tokenHash: Buffer) => panel.uow.once((tx) => panel.resets.consume(tx, tokenHash));
    const takeMail = (email: string) => panel.uow.once((tx) => panel.resets.takeMail(tx, email));
    const deleteExpired = (limit: number) => panel.uow.run((tx) => panel.resets.deleteExpired(tx, limit));
    const replace = (keptSessionId?: string) =>
      panel.uow.run((tx) => panel.userPasswords.replace(tx, user.id, 'another hash', keptSessionId));

    it('finds the user of a link, with the account', async () => {
      const found = await panel.resets.find(await link());

      expect(found).toMatchObject({
        user: { id: user.id, email: user.email, account: { id: user.accountId } },
        isInvited: false,
      });
      expect(await find(randomBytes(32))).toBeUndefined();
    });

    it('lets a link work for half an hour', async () => {
      const tokenHash = await link();
      await panel.letPass(29 * MINUTE);
      expect(await find(tokenHash)).toBe(user.id);
      await panel.letPass(MINUTE);

      expect(await find(tokenHash)).toBeUndefined();
      expect(await consume(tokenHash)).toBe(false);
    });

    it('uses up a link once, and no other', async () => {
      const [one, other] = [await link(), await link()];

      expect([await consume(one), await consume(one)]).toEqual([true, false]);
      expect([await find(one), await find(other)]).toEqual([undefined, user.id]);
    });

    it('never accepts a link that belongs to no user', async () => {
      const tokenHash = await link(null);

      expect([await find(tokenHash), await consume(tokenHash)]).toEqual([undefined, false]);
    });

    it('rejects the link of a deleted user', async () => {
      const tokenHash = await link();
      await panel.uow.run((tx) => panel.users.remove(tx, user.accountId, user.email));

      expect(await find(tokenHash)).toBeUndefined();
    });

    it('uses up the links of a user who is changed', async () => {
      const tokenHash = await link();
      await panel.uow.run(async (tx) => {
        const [found] = await panel.users.lock(tx, user.accountId);
        await panel.users.update(tx, found!, 'another hash');
      });

      expect(await find(tokenHash)).toBeUndefined();
    });

    it('replaces a password: the links are used up and the other sessions end', async () => {
      const begin = async (userId: string) => {
        const started = { tokenHash: randomBytes(32), kind: 'bearer', userId, userAgent: null, address: null } as const;
        return (await panel.uow.run((tx) => panel.sessions.insert(tx, started))).id;
      };
      const colleague = await givenUser(panel, user.accountId);
      const [kept, tokenHash] = [await begin(user.id), await link()];
      for (const { id } of [user, colleague]) await begin(id);
      const sessions = async ({ id }: NewUser) => (await panel.userSessions.list(id, 10)).map((each) => each.id);
      await replace(kept);

      expect((await panel.userPasswords.find(user.email))?.passwordHash).toBe('another hash');
      expect(await find(tokenHash)).toBeUndefined();
      expect([await sessions(user), (await sessions(colleague)).length]).toEqual([[kept], 1]);
      await replace();
      expect(await sessions(user)).toEqual([]);
    });

    it('grants three mails to an address, in any letter case, and no address another’s', async () => {
      const email = `Ana.${newId()}@example.com`;

      expect([await takeMail(email), await takeMail(email.toUpperCase()), await takeMail(email)]).toEqual([
        true,
        true,
        true,
      ]);
      expect([await takeMail(email), await takeMail(`x${email}`)]).toEqual([false, true]);
    });

    it('grants three mails within any hour', async () => {
      const email = `${newId()}@example.com`;
      await takeMail(email);
      await panel.letPass(40 * MINUTE);
      for (const granted of [true, true, false]) expect(await takeMail(email)).toBe(granted);
      await panel.letPass(20 * MINUTE);

      for (const granted of [true, false]) expect(await takeMail(email)).toBe(granted);
    });

    it('deletes what has expired up to the limit, and nothing else', async () => {
      // Until the links of all other tests have expired, invitations included.
      await panel.letPass(72 * 60 * MINUTE);
      while ((await deleteExpired(1_000)) > 0);
      for (let i = 0; i < 3; i++) await link(null);
      await panel.letPass(30 * MINUTE);
      const working = await link();

      expect([await deleteExpired(2), await deleteExpired(2), await deleteExpired(2)]).toEqual([2, 1, 0]);
      expect(await find(working)).toBe(user.id);
    });

    it('deletes counters of mails an hour after the last one', async () => {
      // Until the links of all other tests have expired, invitations included.
      await panel.letPass(72 * 60 * MINUTE);
      while ((await deleteExpired(1_000)) > 0);
      await takeMail(`${newId()}@example.com`);
      await panel.letPass(59 * MINUTE);
      expect(await deleteExpired(10)).toBe(0);
      await panel.letPass(MINUTE);

      expect(await deleteExpired(10)).toBe(1);
    });

    it('grants three mails of many concurrent requests for one address', async () => {
      const email = `${newId()}@example.com`;
      const take = () => panel.uow.once((tx) => panel.resets.takeMail(tx, email));
      const granted = await Promise.all(Array.from({ length: 8 }, take));

      expect(granted.filter(Boolean)).toHaveLength(3);
    });

    it('keeps no address in clear text', async () => {
      const email = `${newId()}@example.com`;
      await panel.uow.once((tx) => panel.resets.takeMail(tx, email));

      const rows = await source.query('SELECT 1 FROM password_reset_mails m WHERE m::text LIKE $1', [`%${email}%`]);
      expect(rows).toEqual([]);
    });
  });
});
