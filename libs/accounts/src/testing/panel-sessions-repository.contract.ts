import { newId } from '@app/kernel';
import { randomBytes } from 'node:crypto';
import type { NewUser, PanelSessionsRepository } from '../application/ports';
import type { Account } from '../domain/account';
import { givenAccount, givenUser, type AccountRepositories } from './factories';

export interface PanelSessionsSubject extends AccountRepositories {
  sessions: PanelSessionsRepository;
  /** Advances the time of all sessions. */
  letPass(seconds: number): Promise<void>;
}

const HOUR = 3_600;

/** What every adapter of the port must do. */
export function panelSessionsRepositoryContract(subject: () => PanelSessionsSubject): void {
  const find = (tokenHash: Buffer) => subject().sessions.find(tokenHash);
  const remove = (tokenHash: Buffer) => subject().uow.once((tx) => subject().sessions.remove(tx, tokenHash));
  const deleteExpired = (limit: number) => subject().uow.once((tx) => subject().sessions.deleteExpired(tx, limit));

  let account: Account;
  let user: NewUser;
  beforeEach(async () => {
    account = await givenAccount(subject());
    const changes = { email: `Ana.${newId()}@example.com`, permissions: ['view_payins', 'manage_api_keys'] };
    user = await givenUser(subject(), account.id, changes);
  });

  async function begin(userId = user.id): Promise<{ tokenHash: Buffer; expiresAt: Date }> {
    const tokenHash = randomBytes(32);
    const expiresAt = await subject().uow.run((tx) => subject().sessions.insert(tx, { tokenHash, userId }));
    return { tokenHash, expiresAt };
  }

  const asPanelUser = () => ({ id: user.id, email: user.email, permissions: user.permissions, account });

  it('finds a user by the address, with account and password', async () => {
    expect(await subject().sessions.findUser(user.email)).toEqual({
      user: asPanelUser(),
      passwordHash: user.passwordHash,
    });
  });

  it('finds a user by the address in any letter case', async () => {
    expect((await subject().sessions.findUser(user.email.toUpperCase()))?.user.id).toBe(user.id);
  });

  it('finds the next user of the address after the first is deleted', async () => {
    await subject().uow.run((tx) => subject().users.remove(tx, account.id, user.email));
    expect(await subject().sessions.findUser(user.email)).toBeUndefined();
    const next = await givenUser(subject(), account.id, { email: user.email });
    expect((await subject().sessions.findUser(user.email))?.user.id).toBe(next.id);
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
    expect((await subject().sessions.findUser(user.email))?.passwordHash).toBe('another hash');
    expect(await find((await begin()).tokenHash)).toBeDefined();
  });

  it('finds no user and no session of a user who is not active', async () => {
    await update({ isActive: false });
    const late = await begin();

    expect(await subject().sessions.findUser(user.email)).toBeUndefined();
    expect(await find(late.tokenHash)).toBeUndefined();
    await update({ isActive: true });
    expect((await subject().sessions.findUser(user.email))?.user.id).toBe(user.id);
  });

  it('ends one session, and no other of the user', async () => {
    const [one, other] = [await begin(), await begin()];
    await remove(one.tokenHash);
    await remove(one.tokenHash);

    expect(await find(one.tokenHash)).toBeUndefined();
    expect(await find(other.tokenHash)).toBeDefined();
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
