import { newId } from '@app/kernel';
import { randomBytes } from 'node:crypto';
import type { NewUser } from '../users/application/ports';
import type { Account } from '../accounts/domain/account';
import type { PanelSession, SessionKind } from '../sign-in/domain/sign-in';
import { givenAccount, givenUser } from './factories';
import type { PanelSubject } from './panel-subject';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** What every adapter of the port must do. */
export function panelSessionsRepositoryContract(subject: () => PanelSubject): void {
  const look = (tokenHash: Buffer, kind: SessionKind = 'bearer') => subject().sessions.find(tokenHash, kind);
  const find = async (tokenHash: Buffer) => (await look(tokenHash))?.user;
  const markSeen = (id: string) => subject().uow.once((tx) => subject().sessions.markSeen(tx, id));
  const deleteExpired = (limit: number) => subject().uow.once((tx) => subject().sessions.deleteExpired(tx, limit));

  let account: Account;
  let user: NewUser;
  beforeEach(async () => {
    account = await givenAccount(subject());
    const changes = { email: `Ana.${newId()}@example.com`, permissions: ['view_payins', 'manage_api_keys'] };
    user = await givenUser(subject(), account.id, changes);
  });

  async function begin(userId = user.id, kind: SessionKind = 'bearer'): Promise<PanelSession & { tokenHash: Buffer }> {
    const tokenHash = randomBytes(32);
    const started = { tokenHash, kind, userId, userAgent: null, address: null };
    return { tokenHash, ...(await subject().uow.run((tx) => subject().sessions.insert(tx, started))) };
  }

  const asPanelUser = () => ({
    id: user.id,
    email: user.email,
    permissions: user.permissions,
    secondFactor: false,
    account,
  });

  it('finds a user by the address, with account and password', async () => {
    expect(await subject().userPasswords.find(user.email)).toEqual({
      user: asPanelUser(),
      passwordHash: user.passwordHash,
      isInvited: false,
    });
  });

  it('finds a user by the address in any letter case', async () => {
    expect((await subject().userPasswords.find(user.email.toUpperCase()))?.user.id).toBe(user.id);
  });

  it('finds the next user of the address after the first is deleted', async () => {
    await subject().uow.run((tx) => subject().users.remove(tx, account.id, user.email));
    expect(await subject().userPasswords.find(user.email)).toBeUndefined();
    const next = await givenUser(subject(), account.id, { email: user.email });
    expect((await subject().userPasswords.find(user.email))?.user.id).toBe(next.id);
  });

  it('returns the user of a session, with the account, as both are now', async () => {
    const { tokenHash } = await begin();
    await subject().uow.run((tx) => subject().accounts.update(tx, account.id, { status: 'paused' }));

    expect(await find(tokenHash)).toEqual({ ...asPanelUser(), account: { ...account, status: 'paused' } });
  });

  it('finds no session that was not started', async () => {
    await begin();

    expect(await find(randomBytes(32))).toBeUndefined();
  });

  it('lets a session last twelve hours', async () => {
    const { tokenHash } = await begin();
    await subject().letPass(12 * HOUR - 60);
    expect(await find(tokenHash)).toBeDefined();
    await subject().letPass(60);
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
    await subject().letPass(29 * MINUTE);
    expect(await look(cookie.tokenHash, 'cookie')).toBeDefined();
    await subject().letPass(MINUTE);

    expect(await look(cookie.tokenHash, 'cookie')).toBeUndefined();
    expect(await look(bearer.tokenHash, 'bearer')).toMatchObject({ session: { idleExpiresAt: null } });
  });

  it('lets activity extend a session in a cookie, but not beyond twelve hours', async () => {
    const { tokenHash, id } = await begin(user.id, 'cookie');
    for (let passed = 0; passed < 12 * HOUR - 20 * MINUTE; passed += 20 * MINUTE) {
      await subject().letPass(20 * MINUTE);
      expect(await markSeen(id)).toBeDefined();
    }
    await subject().letPass(20 * MINUTE);

    expect(await look(tokenHash, 'cookie')).toBeUndefined();
    expect(await markSeen(id)).toBeUndefined();
  });

  it('is due to be marked as seen after a minute', async () => {
    const { tokenHash, id } = await begin();
    await subject().letPass(MINUTE - 5);
    expect((await look(tokenHash))?.isDue).toBe(false);
    await subject().letPass(5);
    expect((await look(tokenHash))?.isDue).toBe(true);
    await markSeen(id);

    expect((await look(tokenHash))?.isDue).toBe(false);
  });

  it('does not mark an idle session as seen', async () => {
    const { tokenHash, id } = await begin(user.id, 'cookie');
    await subject().letPass(30 * MINUTE);
    expect(await markSeen(id)).toBeUndefined();

    expect(await look(tokenHash, 'cookie')).toBeUndefined();
  });

  it('shows whether the user has a second factor', async () => {
    const { tokenHash } = await begin();
    const secret = randomBytes(32);
    await subject().uow.once((tx) => subject().factors.begin(tx, user.id, secret));
    expect((await find(tokenHash))?.secondFactor).toBe(false);
    const factor = { encryptedSecret: secret, step: 1, recoveryCodeHashes: [] };
    await subject().uow.run((tx) => subject().factors.confirm(tx, user.id, factor));

    expect((await find(tokenHash))?.secondFactor).toBe(true);
    expect((await subject().userPasswords.find(user.email))?.user.secondFactor).toBe(true);
  });

  it('returns when the session expires', async () => {
    const [one, later] = [await begin(), await begin()];

    expect(later.expiresAt.getTime()).toBeGreaterThanOrEqual(one.expiresAt.getTime());
  });

  it('ends all sessions of a deleted user, and no others', async () => {
    const other = await givenUser(subject(), account.id);
    const [one, two, others] = [await begin(), await begin(), await begin(other.id)];
    await subject().uow.run((tx) => subject().users.remove(tx, account.id, user.email));

    expect([await find(one.tokenHash), await find(two.tokenHash)]).toEqual([undefined, undefined]);
    expect(await find(others.tokenHash)).toMatchObject({ id: other.id });
  });

  const update = (changes: { isActive?: boolean }, passwordHash?: string) =>
    subject().uow.run(async (tx) => {
      const [found] = (await subject().users.lock(tx, account.id)).filter(({ id }) => id === user.id);
      await subject().users.update(tx, { ...found!, ...changes }, passwordHash);
    });

  it('ends all sessions of a user who is changed, and no others', async () => {
    const other = await givenUser(subject(), account.id);
    const [one, two, others] = [await begin(), await begin(), await begin(other.id)];
    await update({}, 'another hash');

    expect([await find(one.tokenHash), await find(two.tokenHash)]).toEqual([undefined, undefined]);
    expect(await find(others.tokenHash)).toMatchObject({ id: other.id });
    expect((await subject().userPasswords.find(user.email))?.passwordHash).toBe('another hash');
    expect(await find((await begin()).tokenHash)).toBeDefined();
  });

  it('finds no user and no session of a user who is not active', async () => {
    await update({ isActive: false });
    const late = await begin();

    expect(await subject().userPasswords.find(user.email)).toBeUndefined();
    expect(await find(late.tokenHash)).toBeUndefined();
    await update({ isActive: true });
    expect((await subject().userPasswords.find(user.email))?.user.id).toBe(user.id);
  });

  it('deletes expired sessions up to the limit, and no others', async () => {
    await subject().letPass(12 * HOUR);
    while ((await deleteExpired(1_000)) > 0);
    for (let i = 0; i < 3; i++) await begin();
    await subject().letPass(12 * HOUR);
    const running = await begin();

    expect([await deleteExpired(2), await deleteExpired(2), await deleteExpired(2)]).toEqual([2, 1, 0]);
    expect(await find(running.tokenHash)).toBeDefined();
  });
}
