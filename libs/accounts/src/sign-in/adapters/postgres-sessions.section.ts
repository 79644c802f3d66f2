import { newId } from '@app/kernel';
import { randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';
import type { Account } from '../../accounts/domain/account';
import type { NewSession } from '../application/ports';
import type { PanelSession, SessionKind } from '../domain/sign-in';
import { givenAccount, givenUser } from '../../testing/factories';
import { postgresPanel } from '../../testing/postgres-repositories';
import type { NewUser } from '../../users/application/ports';
import { testDataSource } from '../../../../../test/support/test-database';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

describe('sessions on PostgreSQL', () => {
  let source: DataSource;
  let panel: ReturnType<typeof postgresPanel>;
  beforeAll(async () => {
    source = await testDataSource();
    panel = postgresPanel(source);
  });

  describe('PostgresSessionsRepository', () => {
    const look = (tokenHash: Buffer, kind: SessionKind = 'bearer') => panel.sessions.find(tokenHash, kind);
    const find = async (tokenHash: Buffer) => (await look(tokenHash))?.user;
    const markSeen = (id: string) => panel.uow.once((tx) => panel.sessions.markSeen(tx, id));
    const deleteExpired = (limit: number) => panel.uow.once((tx) => panel.sessions.deleteExpired(tx, limit));

    let account: Account;
    let user: NewUser;
    beforeEach(async () => {
      account = await givenAccount(panel);
      const changes = { email: `Ana.${newId()}@example.com`, permissions: ['view_payins', 'manage_api_keys'] };
      user = await givenUser(panel, account.id, changes);
    });

    async function begin(
      userId = user.id,
      kind: SessionKind = 'bearer',
    ): Promise<PanelSession & { tokenHash: Buffer }> {
      const tokenHash = randomBytes(32);
      const started = { tokenHash, kind, userId, userAgent: null, address: null };
      return { tokenHash, ...(await panel.uow.run((tx) => panel.sessions.insert(tx, started))) };
    }

    const asPanelUser = () => ({
      id: user.id,
      email: user.email,
      permissions: user.permissions,
      secondFactor: false,
      account,
    });

    it('finds a user by the address, with account and password', async () => {
      expect(await panel.userPasswords.find(user.email)).toEqual({
        user: asPanelUser(),
        passwordHash: user.passwordHash,
        isInvited: false,
      });
    });

    it('finds a user by the address in any letter case', async () => {
      expect((await panel.userPasswords.find(user.email.toUpperCase()))?.user.id).toBe(user.id);
    });

    it('finds the next user of the address after the first is deleted', async () => {
      await panel.uow.run((tx) => panel.users.remove(tx, account.id, user.email));
      expect(await panel.userPasswords.find(user.email)).toBeUndefined();
      const next = await givenUser(panel, account.id, { email: user.email });
      expect((await panel.userPasswords.find(user.email))?.user.id).toBe(next.id);
    });

    it('returns the user of a session, with the account, as both are now', async () => {
      const { tokenHash } = await begin();
      await panel.uow.run((tx) => panel.accounts.update(tx, account.id, { status: 'paused' }));

      expect(await find(tokenHash)).toEqual({ ...asPanelUser(), account: { ...account, status: 'paused' } });
    });

    it('finds no session that was not started', async () => {
      await begin();

      expect(await find(randomBytes(32))).toBeUndefined();
    });

    it('lets a session last twelve hours', async () => {
      const { tokenHash } = await begin();
      await panel.letPass(12 * HOUR - 60);
      expect(await find(tokenHash)).toBeDefined();
      await panel.letPass(60);
      expect(await find(tokenHash)).toBeUndefined();
    });

    it('returns the session as it was started', async () => {
      for (const kind of ['bearer', 'cookie'] as const) {
        const { tokenHash, ...started } = await begin(user.id, kind);
        expect(await look(tokenHash, kind)).toMatchObject({ session: started, isDue: false });
      }
    });

    it('finds a token only in the place that it was made for', async () => {
      const [bearer, cookie] = [await begin(user.id, 'bearer'), await begin(user.id, 'cookie')];

      expect(await look(bearer.tokenHash, 'cookie')).toBeUndefined();
      expect(await look(cookie.tokenHash, 'bearer')).toBeUndefined();
    });

    it('lets a session in a cookie end after half an hour without activity, and no other', async () => {
      const [bearer, cookie] = [await begin(user.id, 'bearer'), await begin(user.id, 'cookie')];
      await panel.letPass(29 * MINUTE);
      expect(await look(cookie.tokenHash, 'cookie')).toBeDefined();
      await panel.letPass(MINUTE);

      expect(await look(cookie.tokenHash, 'cookie')).toBeUndefined();
      expect(await look(bearer.tokenHash, 'bearer')).toMatchObject({ session: { idleExpiresAt: null } });
    });

    it('lets activity extend a session in a cookie, but not beyond twelve hours', async () => {
      const { tokenHash, id } = await begin(user.id, 'cookie');
      for (let passed = 0; passed < 12 * HOUR - 20 * MINUTE; passed += 20 * MINUTE) {
        await panel.letPass(20 * MINUTE);
        expect(await markSeen(id)).toBeDefined();
      }
      await panel.letPass(20 * MINUTE);

      expect(await look(tokenHash, 'cookie')).toBeUndefined();
      expect(await markSeen(id)).toBeUndefined();
    });

    it('is due to be marked as seen after a minute', async () => {
      const { tokenHash, id } = await begin();
      await panel.letPass(MINUTE - 5);
      expect((await look(tokenHash))?.isDue).toBe(false);
      await panel.letPass(5);
      expect((await look(tokenHash))?.isDue).toBe(true);
      await markSeen(id);

      expect((await look(tokenHash))?.isDue).toBe(false);
    });

    it('does not mark an idle session as seen', async () => {
      const { tokenHash, id } = await begin(user.id, 'cookie');
      await panel.letPass(30 * MINUTE);
      expect(await markSeen(id)).toBeUndefined();

      expect(await look(tokenHash, 'cookie')).toBeUndefined();
    });

    it('shows whether the user has a second factor', async () => {
      const { tokenHash } = await begin();
      const secret = randomBytes(32);
      await panel.uow.once((tx) => panel.factors.begin(tx, user.id, secret));
      expect((await find(tokenHash))?.secondFactor).toBe(false);
      const factor = { encryptedSecret: secret, step: 1, recoveryCodeHashes: [] };
      await panel.uow.run((tx) => panel.factors.confirm(tx, user.id, factor));

      expect((await find(tokenHash))?.secondFactor).toBe(true);
      expect((await panel.userPasswords.find(user.email))?.user.secondFactor).toBe(true);
    });

    it('returns when the session expires', async () => {
      const [one, later] = [await begin(), await begin()];

      expect(later.expiresAt.getTime()).toBeGreaterThanOrEqual(one.expiresAt.getTime());
    });

    it('ends all sessions of a deleted user, and no others', async () => {
      const other = await givenUser(panel, account.id);
      const [one, two, others] = [await begin(), await begin(), await begin(other.id)];
      await panel.uow.run((tx) => panel.users.remove(tx, account.id, user.email));

      expect([await find(one.tokenHash), await find(two.tokenHash)]).toEqual([undefined, undefined]);
      expect(await find(others.tokenHash)).toMatchObject({ id: other.id });
    });

    const update = (changes: { isActive?: boolean }, passwordHash?: string) =>
      panel.uow.run(async (tx) => {
        const [found] = (await panel.users.lock(tx, account.id)).filter(({ id }) => id === user.id);
        await panel.users.update(tx, { ...found!, ...changes }, passwordHash);
      });

    it('ends all sessions of a user who is changed, and no others', async () => {
      const other = await givenUser(panel, account.id);
      const [one, two, others] = [await begin(), await begin(), await begin(other.id)];
      await update({}, 'another hash');

      expect([await find(one.tokenHash), await find(two.tokenHash)]).toEqual([undefined, undefined]);
      expect(await find(others.tokenHash)).toMatchObject({ id: other.id });
      expect((await panel.userPasswords.find(user.email))?.passwordHash).toBe('another hash');
      expect(await find((await begin()).tokenHash)).toBeDefined();
    });

    it('finds no user and no session of a user who is not active', async () => {
      await update({ isActive: false });
      const late = await begin();

      expect(await panel.userPasswords.find(user.email)).toBeUndefined();
      expect(await find(late.tokenHash)).toBeUndefined();
      await update({ isActive: true });
      expect((await panel.userPasswords.find(user.email))?.user.id).toBe(user.id);
    });

    it('deletes expired sessions up to the limit, and no others', async () => {
      await panel.letPass(12 * HOUR);
      while ((await deleteExpired(1_000)) > 0);
      for (let i = 0; i < 3; i++) await begin();
      await panel.letPass(12 * HOUR);
      const running = await begin();

      expect([await deleteExpired(2), await deleteExpired(2), await deleteExpired(2)]).toEqual([2, 1, 0]);
      expect(await find(running.tokenHash)).toBeDefined();
    });
  });

  describe('PostgresSessionListRepository', () => {
    let user: NewUser;
    let other: NewUser;
    beforeEach(async () => {
      const { id } = await givenAccount(panel);
      user = await givenUser(panel, id);
      other = await givenUser(panel, id);
    });

    async function begin(changes: Partial<NewSession> = {}): Promise<string> {
      const tokenHash = randomBytes(32);
      const session = {
        tokenHash,
        kind: 'cookie' as const,
        userId: user.id,
        userAgent: 'Firefox',
        address: '192.0.2.1',
      };
      const started = { ...session, ...changes };
      return (await panel.uow.run((tx) => panel.sessions.insert(tx, started))).id;
    }

    const list = (limit = 10) => panel.userSessions.list(user.id, limit);
    const ids = async () => (await list()).map(({ id }) => id).sort();
    const remove = (id: string) => panel.uow.run((tx) => panel.userSessions.remove(tx, user.id, id));
    const removeOthers = (id: string) => panel.uow.run((tx) => panel.userSessions.removeOthers(tx, user.id, id));

    it('lists the running sessions of the user, with what they said of themselves', async () => {
      const id = await begin();
      await begin({ userId: other.id });

      expect(await list()).toEqual([
        {
          id,
          createdAt: expect.any(Date),
          lastSeenAt: expect.any(Date),
          expiresAt: expect.any(Date),
          userAgent: 'Firefox',
          address: '192.0.2.1',
        },
      ]);
    });

    it('lists those seen last first, up to the limit', async () => {
      const [one, two] = [await begin(), await begin()];
      await panel.letPass(120);
      const three = await begin();
      await panel.letPass(120);
      await panel.uow.once((tx) => panel.sessions.markSeen(tx, one));

      expect((await list()).map(({ id }) => id)).toEqual([one, three, two]);
      expect((await list(2)).map(({ id }) => id)).toEqual([one, three]);
    });

    it('lists no session that has expired or is idle (rule 14.12)', async () => {
      const bearer = await begin({ kind: 'bearer' });
      await begin();
      await panel.letPass(30 * 60);
      expect(await ids()).toEqual([bearer]);
      await panel.letPass(12 * 3_600);

      expect(await ids()).toEqual([]);
    });

    it('ends one session of the user once, and no other', async () => {
      const [one, two] = [await begin(), await begin()];

      expect([await remove(one), await remove(one)]).toEqual([true, false]);
      expect(await ids()).toEqual([two]);
    });

    it('ends no session of another user, and none that is idle or unknown', async () => {
      const others = await begin({ userId: other.id });
      const idle = await begin();
      await panel.letPass(30 * 60);

      expect([await remove(others), await remove(idle), await remove(newId())]).toEqual([false, false, false]);
    });

    it('ends all sessions of the user but one, and counts those that were running', async () => {
      await begin();
      await panel.letPass(30 * 60);
      const [kept] = [await begin(), await begin(), await begin({ kind: 'bearer' })];
      const others = await begin({ userId: other.id });

      expect([await removeOthers(kept), await removeOthers(kept)]).toEqual([2, 0]);
      expect(await ids()).toEqual([kept]);
      expect((await panel.userSessions.list(other.id, 10)).map(({ id }) => id)).toEqual([others]);
    });
  });
});
