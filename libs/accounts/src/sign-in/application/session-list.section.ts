import { newId } from '@app/kernel';
import type { DataSource } from 'typeorm';
import { testDataSource } from '../../../../../test/support/test-database';
import type { Actor } from '../../audit/domain/audit';
import type { PanelUser } from '../../users/domain/panel-user';
import { postgresAccounts, PASSWORD } from '../../testing';

describe('SessionList', () => {
  let source: DataSource;
  let panel: ReturnType<typeof postgresAccounts>;
  let user: PanelUser;
  let by: Actor;
  beforeAll(async () => {
    source = await testDataSource();
  });
  beforeEach(async () => {
    panel = postgresAccounts(source);
    user = await panel.givenPanelUser();
    by = { type: 'user', name: user.id };
  });

  const signIn = async ({ email } = user, userAgent = 'Firefox') =>
    (await panel.signIns.signIn({ email, password: PASSWORD, kind: 'cookie', userAgent })).session.id;
  const ids = async () => (await panel.userSessions.list(user)).map(({ id }) => id);
  const entries = () => panel.audit.entries.filter(({ action }) => action !== 'user.signed_in');

  it('a user sees what a browser called itself, in bounded length', async () => {
    await signIn(user, 'x'.repeat(1_000));

    expect(await panel.userSessions.list(user)).toMatchObject([{ userAgent: 'x'.repeat(255) }]);
  });

  it('a session that its user ends is recorded by its id', async () => {
    const [one, other] = [await signIn(), await signIn()];
    await panel.userSessions.end(user, by, one);

    expect(await ids()).toEqual([other]);
    expect(entries()).toEqual([
      { actor: by, action: 'session.ended', object: { type: 'session', id: one }, accountId: user.account.id },
    ]);
  });

  it('a session of another user, or an unknown one, is not found', async () => {
    const colleague = await panel.givenPanelUser();
    for (const id of [await signIn(colleague), newId()]) {
      await expect(panel.userSessions.end(user, by, id)).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' });
    }
    expect(entries()).toEqual([]);
  });

  it('signing out everywhere else keeps the current session, and is recorded if anything ended', async () => {
    const [current] = [await signIn(), await signIn(), await signIn()];

    expect(await panel.userSessions.endOthers(user, by, current)).toBe(2);
    expect(await panel.userSessions.endOthers(user, by, current)).toBe(0);
    expect(await ids()).toEqual([current]);
    expect(entries()).toMatchObject([{ action: 'session.others_ended', details: { ended: 2 } }]);
  });
});
