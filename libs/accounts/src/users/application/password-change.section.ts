import { newId } from '@app/kernel';
import type { DataSource } from 'typeorm';
import { testDataSource } from '../../../../../test/support/test-database';
import type { Actor } from '../../audit/domain/audit';
import type { PanelUser } from '../domain/panel-user';
import { aCaller, postgresAccounts, PASSWORD, PUBLIC_URL } from '../../testing';

const MINUTE = 60_000;
const NEW = 'another horse';
const ORIGIN = { fromAddress: '192.0.2.1', requestId: 'request-1' };
const naming = (field: string) => ({
  code: 'VALIDATION_FAILED',
  details: { errors: { [field]: [expect.any(String)] } },
});

describe('passwords', () => {
  let source: DataSource;
  let panel: ReturnType<typeof postgresAccounts>;
  let user: PanelUser;
  let by: Actor;
  beforeAll(async () => {
    source = await testDataSource();
  });
  beforeEach(async () => {
    panel = postgresAccounts(source);
    user = await panel.givenPanelUser({ language: 'pt' });
    by = { type: 'user', name: user.id, ...ORIGIN };
  });

  const forgot = (email = user.email) => panel.passwordReset.forgot(email);
  const reset = (token: string, password = NEW) => panel.passwordReset.reset(token, password, ORIGIN);
  const signIn = (password: string) => panel.signIns.signIn({ email: user.email, password, kind: 'cookie' });
  const isRunning = ({ token }: { token: string }) =>
    panel.sessions.authenticate(token, 'cookie').then(
      () => true,
      () => false,
    );
  const mailedToken = () =>
    /#token=([A-Za-z0-9_-]{43})$/m.exec(panel.outbox.sent.findLast(({ sensitive }) => sensitive)!.text)![1]!;
  const fail = async (times: number) => {
    for (let i = 0; i < times; i++) await signIn('wrong').catch(() => undefined);
  };

  describe('a forgotten password', () => {
    it('brings a mail in the language of the account, with a link alone on a line', async () => {
      await forgot(user.email.toUpperCase());
      const [mail] = panel.outbox.sent;

      expect(mail).toMatchObject({ accountId: user.account.id, to: user.email, subject: 'Escolha uma nova senha' });
      expect(mail!.sensitive).toBe(true);
      const lines = mail!.text
        .split('\n')
        .filter((line) => line.startsWith(`${PUBLIC_URL}/panel/reset-password#token=`));
      expect(lines).toHaveLength(1);
    });

    it('stores the token only as a hash', async () => {
      await forgot();
      const [{ hash }] = await source.query(
        `SELECT encode(token_hash, 'hex') AS hash FROM password_resets WHERE user_id = $1`,
        [user.id],
      );

      expect(hash).toMatch(/^[0-9a-f]{64}$/);
      expect([hash, Buffer.from(hash, 'hex').toString('base64url')]).not.toContain(mailedToken());
    });

    it('of an unknown address does the same work and mails nothing', async () => {
      const insert = jest.spyOn(panel.resets, 'insert');
      await forgot(`${newId()}@example.com`);

      expect(panel.outbox.sent).toEqual([]);
      expect(insert.mock.calls).toEqual([[expect.anything(), expect.objectContaining({ userId: null })]]);
    });

    it('brings at most three mails within an hour', async () => {
      for (let i = 0; i < 5; i++) await forgot();
      expect(panel.outbox.sent).toHaveLength(3);
      await panel.letPass(60 * MINUTE);
      await forgot();

      expect(panel.outbox.sent).toHaveLength(4);
      expect(new Set(panel.outbox.sent.map(({ dedupeKey }) => dedupeKey)).size).toBe(4);
    });
  });

  describe('resetting a password', () => {
    it('sets it, ends all sessions of the user, and is recorded', async () => {
      const session = await signIn(PASSWORD);
      await forgot();
      await reset(mailedToken());

      expect(await isRunning(session)).toBe(false);
      await expect(signIn(PASSWORD)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
      await expect(signIn(NEW)).resolves.toBeDefined();
      expect(panel.audit.entries[1]).toEqual({
        actor: by,
        action: 'user.password_reset',
        object: { type: 'user', id: user.id },
        accountId: user.account.id,
        details: { email: user.email },
      });
    });

    it('works once, also for the other links of the user', async () => {
      await forgot();
      const first = mailedToken();
      await forgot();
      await reset(mailedToken());

      await expect(reset(mailedToken())).rejects.toMatchObject(naming('token'));
      await expect(reset(first)).rejects.toMatchObject(naming('token'));
    });

    it('works for half an hour', async () => {
      await forgot();
      await panel.letPass(30 * MINUTE);

      await expect(reset(mailedToken())).rejects.toMatchObject(naming('token'));
    });

    it.each(['', 'x', 'x'.repeat(43)])('does not work with the token %j', async (token) => {
      await forgot();

      await expect(reset(token)).rejects.toMatchObject(naming('token'));
    });

    it.each(['short', 'password123'])('rejects the password %j, and the link still works', async (password) => {
      await forgot();
      await expect(reset(mailedToken(), password)).rejects.toMatchObject(naming('password'));

      await expect(reset(mailedToken())).resolves.toBeUndefined();
    });

    it('lifts the lock that failed sign-ins have put on the address', async () => {
      await fail(5);
      await forgot();
      await reset(mailedToken());

      await expect(signIn(NEW)).resolves.toBeDefined();
    });

    it('does not lift a lock that protects a second factor', async () => {
      const { secret } = await panel.secondFactors.begin(aCaller(user, by), PASSWORD);
      await panel.secondFactors.confirm(aCaller(user, by), panel.codes.codeOf(secret));
      await fail(5);
      await forgot();
      await reset(mailedToken());

      await expect(signIn(NEW)).rejects.toMatchObject({ code: 'SIGN_IN_LOCKED' });
    });
  });

  describe('changing a password', () => {
    const change = (sessionId: string, current = PASSWORD, password = NEW) =>
      panel.passwordChange.change(aCaller(user, by, sessionId), current, password);

    it('keeps the session that changes it, ends all others, and is recorded', async () => {
      const [mine, other] = [await signIn(PASSWORD), await signIn(PASSWORD)];
      await change(mine.session.id);

      expect([await isRunning(mine), await isRunning(other)]).toEqual([true, false]);
      await expect(signIn(NEW)).resolves.toBeDefined();
      expect(panel.audit.entries[2]).toMatchObject({ actor: by, action: 'user.password_changed' });
    });

    it('uses up the links of the user', async () => {
      await forgot();
      await change(newId());

      await expect(reset(mailedToken())).rejects.toMatchObject(naming('token'));
    });

    it('rejects a wrong current password and a common new one, and changes nothing', async () => {
      await expect(change(newId(), 'wrong')).rejects.toMatchObject(naming('current_password'));
      await expect(change(newId(), PASSWORD, 'password123')).rejects.toMatchObject(naming('password'));

      await expect(signIn(PASSWORD)).resolves.toBeDefined();
    });

    it('counts a wrong current password as a failed sign-in', async () => {
      await fail(3);
      for (let i = 0; i < 2; i++)
        await expect(change(newId(), 'wrong')).rejects.toMatchObject(naming('current_password'));

      await expect(change(newId())).rejects.toMatchObject({ code: 'SIGN_IN_LOCKED' });
      const locks = panel.audit.entries.filter(({ action }) => action === 'sign_in.locked');
      expect(locks).toMatchObject([{ actor: { fromAddress: '192.0.2.1' } }]);
    });

    it('does not clear earlier failures', async () => {
      await fail(4);
      await change(newId());
      await fail(1);

      await expect(signIn(NEW)).rejects.toMatchObject({ code: 'SIGN_IN_LOCKED' });
    });
  });
});
