import { newId } from '@app/kernel';
import type { DataSource } from 'typeorm';
import { testDataSource } from '../../../../../test/support/test-database';
import type { PanelUser } from '../../users/domain/panel-user';
import { postgresAccounts, PASSWORD } from '../../testing';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const rejected = {
  code: 'UNAUTHENTICATED',
  message: 'The e-mail address, the password or the code is wrong.',
  details: {},
};
/** The remaining time is that of the database's clock. */
const about = (seconds: number) => ({ asymmetricMatch: (left: number) => left <= seconds && left > seconds - 30 });
const locked = (seconds: number) => ({ code: 'SIGN_IN_LOCKED', details: { meta: { retry_after: about(seconds) } } });

describe('SignIn', () => {
  let source: DataSource;
  let panel: ReturnType<typeof postgresAccounts>;
  let user: PanelUser;
  beforeAll(async () => {
    source = await testDataSource();
  });
  beforeEach(async () => {
    panel = postgresAccounts(source);
    user = await panel.givenPanelUser();
  });

  const signIn = (password = PASSWORD, email = user.email) =>
    panel.signIns.signIn({ email, password, kind: 'bearer', fromAddress: '192.0.2.1', requestId: 'request-1' });

  /** The hashes under which the sessions of the user are stored. */
  const hashes = async (): Promise<string[]> =>
    (
      await source.query(`SELECT encode(token_hash, 'hex') AS hash FROM panel_sessions WHERE user_id = $1`, [user.id])
    ).map(({ hash }: { hash: string }) => hash);

  async function fail(times: number, email = user.email): Promise<void> {
    for (let i = 0; i < times; i++) await expect(signIn('wrong', email)).rejects.toMatchObject(rejected);
  }

  describe('a sign-in', () => {
    it('with the right password starts a session of twelve hours', async () => {
      const { token, session, user: signedIn } = await signIn();

      expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
      expect(Math.round((session.expiresAt.getTime() - Date.now()) / MINUTE)).toBe(12 * 60);
      expect(signedIn).toEqual(user);
    });

    it('accepts the address in any letter case', async () => {
      await expect(signIn(PASSWORD, user.email.toUpperCase())).resolves.toMatchObject({ user: { id: user.id } });
    });

    it('gives every session another token', async () => {
      const tokens = await Promise.all([signIn(), signIn(), signIn()]);

      expect(new Set(tokens.map(({ token }) => token)).size).toBe(3);
    });

    it('does not store the token', async () => {
      const { token } = await signIn();
      const [hash] = await hashes();

      expect(hash).toMatch(/^[0-9a-f]{64}$/);
      expect([hash, Buffer.from(hash!, 'hex').toString('base64url')]).not.toContain(token);
      expect(hash).not.toBe(Buffer.from(token, 'base64url').toString('hex'));
    });

    it('with a wrong password is rejected like one with an unknown address', async () => {
      await expect(signIn('wrong')).rejects.toMatchObject(rejected);
      await expect(signIn(PASSWORD, `${newId()}@example.com`)).rejects.toMatchObject(rejected);
    });

    it('of a deleted user is rejected in the same way', async () => {
      await panel.uow.run((tx) => panel.users.remove(tx, user.account.id, user.email));

      await expect(signIn()).rejects.toMatchObject(rejected);
    });

    it.each([
      ['with a wrong password', () => user.email],
      ['with an unknown address', () => `${newId()}@example.com`],
    ] as const)('%s verifies a password once', async (_what, email) => {
      await expect(signIn('wrong', `${newId()}@example.com`)).rejects.toMatchObject(rejected);
      const [hash, verify] = [jest.spyOn(panel.passwords, 'hash'), jest.spyOn(panel.passwords, 'verify')];
      await expect(signIn('wrong', email())).rejects.toMatchObject(rejected);

      expect([hash.mock.calls.length, verify.mock.calls.length]).toEqual([0, 1]);
    });

    it('is in the audit log with its origin, without token, password and address', async () => {
      const { token } = await signIn();

      expect(panel.audit.entries).toEqual([
        {
          actor: { type: 'user', name: user.id, fromAddress: '192.0.2.1', requestId: 'request-1' },
          action: 'user.signed_in',
          object: { type: 'user', id: user.id },
          accountId: user.account.id,
        },
      ]);
      expect(JSON.stringify(panel.audit.entries)).not.toContain(token);
    });
  });

  describe('five failures', () => {
    it('lock the address for fifteen minutes, even for the right password', async () => {
      await fail(5);
      await expect(signIn('wrong')).rejects.toMatchObject(locked(900));
      await panel.letPass(14 * MINUTE);
      await expect(signIn()).rejects.toMatchObject(locked(60));
      await panel.letPass(MINUTE);
      await expect(signIn()).resolves.toMatchObject({ user });
    });

    it('lock an unknown address in the same way', async () => {
      const email = `${newId()}@example.com`;
      await fail(5, email);

      await expect(signIn('wrong', email)).rejects.toMatchObject(locked(900));
    });

    it('lock no other address', async () => {
      await fail(5);
      const other = await panel.givenPanelUser();

      await expect(signIn(PASSWORD, other.email)).resolves.toBeDefined();
    });

    it('are not reached by four: the right password is accepted, and the count starts again', async () => {
      await fail(4);
      await signIn();
      await fail(4);

      await expect(signIn()).resolves.toBeDefined();
    });

    it('end no existing session', async () => {
      const { token } = await signIn();
      await fail(5);

      await expect(panel.sessions.authenticate(token, 'bearer')).resolves.toMatchObject({ user });
    });

    it('are the most that are verified of many concurrent attempts', async () => {
      const verify = jest.spyOn(panel.passwords, 'verify');
      const responses = await Promise.allSettled(Array.from({ length: 20 }, () => signIn('wrong')));

      const codes = responses.map(
        (response) => response.status === 'rejected' && (response.reason as { code: string }).code,
      );
      expect(codes.filter((code) => code === 'UNAUTHENTICATED')).toHaveLength(5);
      expect(codes.filter((code) => code === 'SIGN_IN_LOCKED')).toHaveLength(15);
      expect(verify).toHaveBeenCalledTimes(5);
    });

    it('are not counted when the password is right, even for concurrent sign-ins', async () => {
      await expect(Promise.all(Array.from({ length: 10 }, () => signIn()))).resolves.toHaveLength(10);
    });

    it('are in the audit log once, with a hash of the address', async () => {
      await fail(5);
      await expect(signIn()).rejects.toMatchObject(locked(900));

      expect(panel.audit.entries.filter(({ action }) => action === 'sign_in.locked')).toEqual([
        {
          actor: { type: 'system', name: 'sign-in', fromAddress: '192.0.2.1', requestId: 'request-1' },
          action: 'sign_in.locked',
          object: { type: 'sign_in_address', id: expect.stringMatching(/^[0-9a-f]{64}$/) },
          accountId: user.account.id,
        },
      ]);
    });
  });

  describe('failures from many networks', () => {
    const from = (network: string, password = 'wrong', deviceToken?: string) =>
      panel.signIns.signIn({ email: user.email, password, kind: 'cookie', network, deviceToken, fromAddress: network });
    /** Each from another network. */
    const failures = async (times: number, deviceToken?: string) => {
      for (let i = 0; i < times; i++) {
        await expect(from(`198.51.100.${i}`, 'wrong', deviceToken)).rejects.toMatchObject(rejected);
      }
    };
    const mails = () => panel.outbox.sent.filter(({ to }) => to === user.email);

    it('lock the address where they come from, and nowhere else: a stranger does not lock the owner out', async () => {
      for (let i = 0; i < 5; i++) await expect(from('203.0.113.5')).rejects.toMatchObject(rejected);
      await expect(from('203.0.113.5', PASSWORD)).rejects.toMatchObject(locked(900));

      await expect(from('192.0.2.1', PASSWORD)).resolves.toMatchObject({ user });
      await expect(from('203.0.113.5', PASSWORD)).rejects.toMatchObject(locked(900));
    });

    it('lock it for an hour everywhere but in known browsers, once fifty came within an hour', async () => {
      const { deviceToken } = await from('192.0.2.1', PASSWORD);
      await failures(50);
      await expect(from('192.0.2.1', PASSWORD)).rejects.toMatchObject(locked(3_600));
      await expect(from('192.0.2.1', PASSWORD, 'x'.repeat(43))).rejects.toMatchObject(locked(3_600));

      await expect(from('192.0.2.1', PASSWORD, deviceToken!)).resolves.toMatchObject({ deviceToken });
      await expect(from('192.0.2.1', PASSWORD)).rejects.toMatchObject(locked(3_600));
      await panel.letPass(60 * MINUTE);
      await expect(from('192.0.2.1', PASSWORD)).resolves.toBeDefined();
    });

    it('that are forty-nine within each hour lock nothing', async () => {
      await failures(49);
      await panel.letPass(60 * MINUTE);
      await failures(49);

      await expect(from('192.0.2.1', PASSWORD)).resolves.toBeDefined();
    });

    it('are not forgotten when the owner signs in', async () => {
      await failures(49);
      await from('192.0.2.1', PASSWORD);
      await expect(from('203.0.113.5')).rejects.toMatchObject(rejected);

      await expect(from('192.0.2.1', PASSWORD)).rejects.toMatchObject(locked(3_600));
    });

    it('mail the owner once, and are one entry in the audit log', async () => {
      await failures(50);
      for (let i = 0; i < 10; i++) await expect(from(`203.0.113.${i}`)).rejects.toMatchObject(locked(3_600));

      expect(mails()).toMatchObject([{ subject: expect.stringContaining('Inicio de sesión bloqueado') }]);
      const locks = panel.audit.entries.filter(({ action }) => action === 'sign_in.locked');
      expect(locks).toMatchObject([{ details: { everywhere: true } }]);
    });

    it('in a known browser, which was stolen, lock that browser too', async () => {
      const { deviceToken } = await from('192.0.2.1', PASSWORD);
      await failures(50, deviceToken!);

      await expect(from('192.0.2.1', PASSWORD, deviceToken!)).rejects.toMatchObject(locked(3_600));
      await expect(from('192.0.2.1', PASSWORD)).resolves.toBeDefined();
    });

    it('are lifted by staff, all of them', async () => {
      await failures(50);
      for (let i = 0; i < 5; i++) await from('203.0.113.5').catch(() => undefined);
      await panel.recovery.unlock(user.account.slug, { type: 'staff', name: 'root' }, user.email);

      for (const network of ['203.0.113.5', '198.51.100.1'])
        await expect(from(network, PASSWORD)).resolves.toBeDefined();
    });

    it('lock an address that no user has in the same way', async () => {
      const email = `${newId()}@example.com`;
      const attempt = (network: string) => panel.signIns.signIn({ email, password: 'wrong', kind: 'bearer', network });
      for (let i = 0; i < 50; i++) await expect(attempt(`198.51.100.${i}`)).rejects.toMatchObject(rejected);

      await expect(attempt('192.0.2.1')).rejects.toMatchObject(locked(3_600));
    });

    it('make a browser known to its own user only, and twenty browsers at most', async () => {
      const { deviceToken } = await from('192.0.2.1', PASSWORD);
      const other = await panel.givenPanelUser();
      const elsewhere = { email: other.email, password: PASSWORD, kind: 'cookie', deviceToken: deviceToken! } as const;
      expect((await panel.signIns.signIn(elsewhere)).deviceToken).not.toBe(deviceToken);
      for (let i = 0; i < 20; i++) await from('192.0.2.1', PASSWORD);
      await failures(50);

      await expect(from('192.0.2.1', PASSWORD, deviceToken!)).rejects.toMatchObject(locked(3_600));
    });
  });

  describe('failures for an address that no user has', () => {
    const failures = async () =>
      (await panel.metrics.registry.getSingleMetric('panel_sign_in_failures_total')!.get()).values.map(
        ({ labels, value }) => [labels.address, value],
      );

    it('leave no row in the audit log, however many addresses a stranger invents', async () => {
      for (let i = 0; i < 3; i++) await fail(5, `${newId()}@example.com`);

      expect(panel.audit.entries).toEqual([]);
    });

    it('are counted', async () => {
      await fail(5, `${newId()}@example.com`);
      await fail(2);

      expect(await failures()).toEqual([
        ['known', 2],
        ['unknown', 5],
      ]);
    });
  });

  describe('failures for a user’s address', () => {
    const of = (wanted: string) => panel.audit.entries.filter(({ action }) => action === wanted);

    it('are in the audit log with their origin, without the password', async () => {
      await fail(1);

      expect(panel.audit.entries).toEqual([
        {
          actor: { type: 'system', name: 'sign-in', fromAddress: '192.0.2.1', requestId: 'request-1' },
          action: 'user.sign_in_failed',
          object: { type: 'user', id: user.id },
          accountId: user.account.id,
          details: { email: user.email },
        },
      ]);
    });

    it('leave a bounded number of rows, however many a stranger makes', async () => {
      for (let time = 0; time < 4; time++) {
        await fail(5);
        await panel.letPass(15 * MINUTE);
      }

      const rows = await source.query(
        `SELECT 1 FROM audit_log WHERE action = 'user.sign_in_failed' AND object_id = $1`,
        [user.id],
      );
      expect(rows).toHaveLength(10);
    });

    it('leave one row for each lock, however often a locked address is tried', async () => {
      await fail(5);
      for (let i = 0; i < 10; i++) await expect(signIn('wrong')).rejects.toMatchObject({ code: 'SIGN_IN_LOCKED' });
      expect(of('sign_in.locked')).toHaveLength(1);
      await panel.letPass(15 * MINUTE);
      await fail(5);

      expect(of('sign_in.locked')).toHaveLength(2);
    });
  });

  describe('a session', () => {
    it('belongs to its user for twelve hours', async () => {
      const { token } = await signIn();
      await panel.letPass(12 * HOUR - MINUTE);
      await expect(panel.sessions.authenticate(token, 'bearer')).resolves.toMatchObject({ user });
      await panel.letPass(MINUTE);
      await expect(panel.sessions.authenticate(token, 'bearer')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    });

    it('ends when its user signs out; other sessions do not', async () => {
      const [one, other] = [await signIn(), await signIn()];
      await panel.userSessions.signOut(user, one.session.id);

      await expect(panel.sessions.authenticate(one.token, 'bearer')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
      await expect(panel.sessions.authenticate(other.token, 'bearer')).resolves.toMatchObject({ user });
    });

    it('ends when its user is deleted', async () => {
      const { token } = await signIn();
      await panel.uow.run((tx) => panel.users.remove(tx, user.account.id, user.email));

      await expect(panel.sessions.authenticate(token, 'bearer')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    });

    it.each(['', 'x', 'x'.repeat(43), 'x'.repeat(10_000)])('does not exist for the token %j', async (token) => {
      await expect(panel.sessions.authenticate(token, 'bearer')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    });

    it('is not looked up for text that cannot be a token', async () => {
      const find = jest.spyOn(panel.store, 'find');
      await expect(panel.sessions.authenticate('pay_shop_live_x', 'bearer')).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
      });

      expect(find).not.toHaveBeenCalled();
    });
  });

  describe('deleteExpired', () => {
    it('deletes sessions and failures', async () => {
      await signIn();
      await fail(1);
      await panel.letPass(12 * HOUR);
      while ((await panel.retention.deleteExpired(1_000)) > 0);

      expect(await hashes()).toEqual([]);
      expect(await source.query('SELECT 1 FROM sign_in_failures')).toEqual([]);
    });
  });

  describe('a session in a cookie', () => {
    const signInWithCookie = () => panel.signIns.signIn({ email: user.email, password: PASSWORD, kind: 'cookie' });
    const find = (token: string) => panel.sessions.authenticate(token, 'cookie');

    it('ends after thirty minutes without activity', async () => {
      const { token } = await signInWithCookie();
      await panel.letPass(29 * MINUTE);
      await find(token);
      await panel.letPass(MINUTE);

      await expect(find(token)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    });

    it('is extended by activity, up to twelve hours', async () => {
      const { token } = await signInWithCookie();
      for (let i = 0; i < 12 * 3 - 1; i++) {
        await panel.letPass(20 * MINUTE);
        await panel.sessions.recordActivity(await find(token));
      }
      await panel.letPass(20 * MINUTE);

      await expect(find(token)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    });

    it('writes that it was seen once a minute at most', async () => {
      const write = jest.spyOn(panel.store, 'markSeen');
      const { token } = await signInWithCookie();
      for (let seconds = 0; seconds < 180; seconds += 10) {
        await panel.sessions.recordActivity(await find(token));
        await panel.letPass(10_000);
      }

      expect(write).toHaveBeenCalledTimes(2);
    });

    it('is not a bearer token, and a bearer token is not a cookie', async () => {
      const [cookie, bearer] = [await signInWithCookie(), await signIn()];

      await expect(panel.sessions.authenticate(cookie.token, 'bearer')).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
      });
      await expect(find(bearer.token)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    });
  });
});
