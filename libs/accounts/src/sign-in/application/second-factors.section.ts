import type { DataSource } from 'typeorm';
import { testDataSource } from '../../../../../test/support/test-database';
import type { Actor } from '../../audit/domain/audit';
import type { PanelUser } from '../../users/domain/panel-user';
import { aCaller, postgresAccounts, PASSWORD } from '../../testing';

const HALF_MINUTE = 30_000;
const wrongCode = { code: 'VALIDATION_FAILED', details: { errors: { code: [expect.any(String)] } } };
const rejected = { code: 'UNAUTHENTICATED', message: 'The e-mail address, the password or the code is wrong.' };

const { stringContaining } = expect;

describe('SecondFactors', () => {
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

  const begin = () => panel.secondFactors.begin(aCaller(user, by), PASSWORD);
  const confirm = (code: string) => panel.secondFactors.confirm(aCaller(user, by), code);
  const remove = (code: string) => panel.secondFactors.remove(aCaller(user, by), code);
  const signIn = (code?: string, password = PASSWORD) =>
    panel.signIns.signIn({ email: user.email, password, code, kind: 'bearer' });
  const nextCode = (secret: string) => {
    panel.clock.advance(HALF_MINUTE);
    return panel.codes.codeOf(secret);
  };
  const actions = () => panel.audit.entries.map(({ action }) => action);

  /** A user with a second factor. */
  async function given() {
    const { secret } = await begin();
    const recoveryCodes = await confirm(panel.codes.codeOf(secret));
    return { secret, recoveryCodes };
  }

  describe('setting up a second factor', () => {
    it('returns the secret and what an authenticator scans, and stores it encrypted', async () => {
      const { secret, url } = await begin();

      expect(url).toBe(`otpauth://totp/${user.email}?secret=${secret}`);
      expect((await panel.factors.find(user.id))?.encryptedSecret.includes(secret)).toBe(false);
    });

    it('changes no sign-in before it is confirmed', async () => {
      await begin();

      await expect(signIn()).resolves.toMatchObject({ user: { secondFactor: false } });
    });

    it('is confirmed with a right code, which returns ten recovery codes and is recorded', async () => {
      const { recoveryCodes } = await given();

      expect(new Set(recoveryCodes).size).toBe(10);
      for (const code of recoveryCodes) expect(code).toMatch(/^[a-z0-9]{5}-[a-z0-9]{5}$/);
      expect(panel.audit.entries).toEqual([
        {
          actor: by,
          action: 'user.second_factor_enabled',
          object: { type: 'user', id: user.id },
          accountId: user.account.id,
        },
      ]);
    });

    it('is not confirmed with a wrong code, nor with a code of a secret that was replaced', async () => {
      const { secret } = await begin();
      await begin();

      await expect(confirm('999999')).rejects.toMatchObject(wrongCode);
      await expect(confirm(panel.codes.codeOf(secret))).rejects.toMatchObject(wrongCode);
    });

    it('is rejected while one is on, and there is nothing to confirm before', async () => {
      await expect(confirm('123456')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
      const { secret } = await given();

      await expect(begin()).rejects.toMatchObject({ message: stringContaining('on already') });
      await expect(confirm(nextCode(secret))).rejects.toMatchObject({ message: stringContaining('on already') });
    });

    it('locks the address after five wrong codes', async () => {
      const { secret } = await begin();
      for (let i = 0; i < 5; i++) await expect(confirm('999999')).rejects.toMatchObject(wrongCode);

      await expect(confirm(panel.codes.codeOf(secret))).rejects.toMatchObject({ code: 'SIGN_IN_LOCKED' });
      await expect(signIn()).rejects.toMatchObject({ code: 'SIGN_IN_LOCKED' });
      expect(actions()).toEqual(['sign_in.locked']);
    });
  });

  describe('a sign-in with a second factor', () => {
    it('asks for the code once the password is right, and that is not a failure', async () => {
      await given();
      for (let i = 0; i < 6; i++) await expect(signIn()).rejects.toMatchObject({ code: 'SECOND_FACTOR_REQUIRED' });
      await expect(signIn(undefined, 'wrong')).rejects.toMatchObject(rejected);
    });

    it('succeeds with the code of the authenticator', async () => {
      const { secret } = await given();

      await expect(signIn(nextCode(secret))).resolves.toMatchObject({ user: { secondFactor: true } });
    });

    it('accepts a code once', async () => {
      const { secret } = await given();
      const code = nextCode(secret);
      await signIn(code);

      await expect(signIn(code)).rejects.toMatchObject(rejected);
    });

    it('does not accept the code that confirmed the second factor', async () => {
      const { secret } = await given();

      await expect(signIn(panel.codes.codeOf(secret))).rejects.toMatchObject(rejected);
    });

    it('uses up no code when the password is wrong', async () => {
      const { secret } = await given();
      const code = nextCode(secret);
      await expect(signIn(code, 'wrong')).rejects.toMatchObject(rejected);

      await expect(signIn(code)).resolves.toBeDefined();
    });

    it('accepts each recovery code once, however it is typed', async () => {
      const { recoveryCodes } = await given();
      const [one, two] = recoveryCodes as [string, string];
      await signIn(one.toUpperCase().replace('-', ' '));

      await expect(signIn(one)).rejects.toMatchObject(rejected);
      await expect(signIn(two)).resolves.toBeDefined();
    });

    it('stores no recovery code in clear text', async () => {
      const { recoveryCodes } = await given();
      const stored: { row: string }[] = await source.query(
        'SELECT c::text AS row FROM recovery_codes c WHERE user_id = $1',
        [user.id],
      );

      expect(stored).toHaveLength(10);
      for (const code of recoveryCodes) expect(JSON.stringify(stored)).not.toContain(code.replace('-', ''));
    });

    it('counts a wrong code as a failure: five lock the address for the right one too', async () => {
      const { secret } = await given();
      for (let i = 0; i < 5; i++) await expect(signIn('999999')).rejects.toMatchObject(rejected);

      await expect(signIn(nextCode(secret))).rejects.toMatchObject({ code: 'SIGN_IN_LOCKED' });
    });

    it('is not helped by a right password between wrong codes', async () => {
      await given();
      for (let i = 0; i < 4; i++) {
        await expect(signIn('999999')).rejects.toMatchObject(rejected);
        await expect(signIn()).rejects.toMatchObject({ code: 'SECOND_FACTOR_REQUIRED' });
      }
      await expect(signIn('999999')).rejects.toMatchObject(rejected);

      await expect(signIn()).rejects.toMatchObject({ code: 'SIGN_IN_LOCKED' });
    });
  });

  describe('turning a second factor off', () => {
    it('takes a code, is recorded, and sign-ins need none afterwards', async () => {
      const { secret } = await given();
      await remove(nextCode(secret));

      await expect(signIn()).resolves.toBeDefined();
      expect(actions()).toEqual(['user.second_factor_enabled', 'user.second_factor_disabled', 'user.signed_in']);
    });

    it('takes a recovery code as well', async () => {
      const { recoveryCodes } = await given();
      await remove(recoveryCodes[9]!);

      await expect(signIn()).resolves.toBeDefined();
    });

    it('is rejected with a wrong code, which counts as a failure', async () => {
      const { secret } = await given();
      for (let i = 0; i < 5; i++) await expect(remove('999999')).rejects.toMatchObject(wrongCode);

      await expect(remove(nextCode(secret))).rejects.toMatchObject({ code: 'SIGN_IN_LOCKED' });
    });

    it('is rejected when none is on', async () => {
      await begin();

      await expect(remove('123456')).rejects.toMatchObject({ message: stringContaining('No second factor') });
    });

    it('is done by staff for a user who has lost it, once', async () => {
      await given();
      const staff: Actor = { type: 'staff', name: 'ana' };
      const reset = () => panel.recovery.resetSecondFactor(user.account.slug, staff, user.email);
      await reset();

      await expect(signIn()).resolves.toBeDefined();
      await expect(reset()).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
      expect(panel.audit.entries[1]).toMatchObject({ actor: staff, action: 'user.second_factor_disabled' });
    });
  });
});
