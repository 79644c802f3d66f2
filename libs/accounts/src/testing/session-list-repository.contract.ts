import { newId } from '@app/kernel';
import { randomBytes } from 'node:crypto';
import type { NewSession } from '../sign-in/application/ports';
import type { NewUser } from '../users/application/ports';
import { givenAccount, givenUser } from './factories';
import type { PanelSubject } from './panel-subject';

/** What every adapter of the port must do. */
export function userSessionsRepositoryContract(subject: () => PanelSubject): void {
  let user: NewUser;
  let other: NewUser;
  beforeEach(async () => {
    const { id } = await givenAccount(subject());
    user = await givenUser(subject(), id);
    other = await givenUser(subject(), id);
  });

  async function begin(changes: Partial<NewSession> = {}): Promise<string> {
    const tokenHash = randomBytes(32);
    const session = { tokenHash, kind: 'cookie' as const, userId: user.id, userAgent: 'Firefox', address: '192.0.2.1' };
    const started = { ...session, ...changes };
    return (await subject().uow.run((tx) => subject().sessions.insert(tx, started))).id;
  }

  const list = (limit = 10) => subject().userSessions.list(user.id, limit);
  const ids = async () => (await list()).map(({ id }) => id).sort();
  const remove = (id: string) => subject().uow.run((tx) => subject().userSessions.remove(tx, user.id, id));
  const removeOthers = (id: string) => subject().uow.run((tx) => subject().userSessions.removeOthers(tx, user.id, id));

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
    await subject().letPass(120);
    const three = await begin();
    await subject().letPass(120);
    await subject().uow.once((tx) => subject().sessions.markSeen(tx, one));

    expect((await list()).map(({ id }) => id)).toEqual([one, three, two]);
    expect((await list(2)).map(({ id }) => id)).toEqual([one, three]);
  });

  it('lists no session that has expired or is idle (rule 14.12)', async () => {
    const bearer = await begin({ kind: 'bearer' });
    await begin();
    await subject().letPass(30 * 60);
    expect(await ids()).toEqual([bearer]);
    await subject().letPass(12 * 3_600);

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
    await subject().letPass(30 * 60);

    expect([await remove(others), await remove(idle), await remove(newId())]).toEqual([false, false, false]);
  });

  it('ends all sessions of the user but one, and counts those that were running', async () => {
    await begin();
    await subject().letPass(30 * 60);
    const [kept] = [await begin(), await begin(), await begin({ kind: 'bearer' })];
    const others = await begin({ userId: other.id });

    expect([await removeOthers(kept), await removeOthers(kept)]).toEqual([2, 0]);
    expect(await ids()).toEqual([kept]);
    expect((await subject().userSessions.list(other.id, 10)).map(({ id }) => id)).toEqual([others]);
  });
}
