import { newId } from '@app/kernel';
import type { DataSource } from 'typeorm';
import { testDataSource } from '../../../../../test/support/test-database';
import type { Account } from '../../accounts/domain/account';
import type { Actor } from '../../audit/domain/audit';
import { UserEmailTakenError } from '../domain/errors';
import { givenAccount, postgresAccounts } from '../../testing';
import type { NewPanelUser } from './new-users';

const by: Actor = { type: 'staff', name: 'ana' };

const rejection = (field: string) => ({
  code: 'VALIDATION_FAILED',
  details: { errors: { [field]: [expect.any(String)] } },
});

describe('StaffUserAdmin', () => {
  let source: DataSource;
  let harness: ReturnType<typeof postgresAccounts>;
  let account: Account;
  let ana: string;
  beforeAll(async () => {
    source = await testDataSource();
  });
  beforeEach(async () => {
    harness = postgresAccounts(source);
    account = await givenAccount(harness);
    ana = `${newId()}@example.com`;
  });

  const create = (changes: Partial<NewPanelUser> = {}) =>
    harness.staffUsers.create(account.slug, by, { email: ana, permissions: ['view_payins'], ...changes });
  const remove = (email = ana) => harness.staffUsers.remove(account.slug, by, email);
  const stored = (): Promise<Record<string, unknown>[]> =>
    source.query(
      `SELECT id, email, password_hash, permissions, deleted_at IS NOT NULL AS deleted FROM users WHERE account_id = $1`,
      [account.id],
    );
  const signIn = (password: string) => harness.signIns.signIn({ email: ana, password, kind: 'bearer', requestId: 'r' });

  describe('a new user', () => {
    it('is stored with a hash of the password, never with the password', async () => {
      const user = await create({ password: 'correct horse' });

      expect(await stored()).toEqual([
        {
          id: user.id,
          email: ana,
          password_hash: 'hash of correct horse',
          permissions: ['view_payins'],
          deleted: false,
        },
      ]);
    });

    it('gets a random password when none is given', async () => {
      const user = await create();

      expect(user.password).toMatch(/^[A-Za-z0-9]{20}$/);
      expect(await stored()).toMatchObject([{ password_hash: `hash of ${user.password}` }]);
    });

    it('has an audit entry, without the password', async () => {
      const { id } = await create({ password: 'correct horse' });

      expect(harness.audit.entries).toEqual([
        {
          actor: by,
          action: 'user.created',
          object: { type: 'user', id },
          accountId: account.id,
          details: { email: ana, permissions: ['view_payins'] },
        },
      ]);
    });

    it.each([
      ['password', { password: 'password123' }],
      ['email', { email: 'ana' }],
      ['permissions', { permissions: ['view_payin'] }],
    ])('is rejected with a wrong %s', async (field, changes) => {
      await expect(create(changes)).rejects.toMatchObject(rejection(field));
    });

    it('is rejected with an address that is taken, and leaves no audit entry', async () => {
      await create();

      await expect(create({ email: ana.toUpperCase() })).rejects.toThrow(UserEmailTakenError);
      expect(harness.audit.entries).toHaveLength(1);
    });

    it('needs an account that exists', async () => {
      const creation = harness.staffUsers.create('nobody', by, { email: ana, permissions: ['*'] });

      await expect(creation).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' });
    });
  });

  describe('removing a user', () => {
    it('deletes the user once, and records it', async () => {
      await create();
      await remove();

      expect(await stored()).toMatchObject([{ deleted: true }]);
      await expect(remove()).rejects.toMatchObject(rejection('email'));
      expect(harness.audit.entries.map(({ action, object }) => [action, object.type])).toEqual([
        ['user.created', 'user'],
        ['user.deleted', 'user'],
      ]);
    });
  });

  describe('resetting a password', () => {
    const reset = (password?: string, email = ana.toUpperCase()) =>
      harness.staffUsers.resetPassword(account.slug, by, email, password);

    it('stores only the hash of a generated one, and ends the sessions of the user', async () => {
      await create({ password: 'correct horse' });
      const { token } = await signIn('correct horse');
      const { password } = await reset();

      expect(password).toMatch(/^[A-Za-z0-9]{20}$/);
      expect(await stored()).toMatchObject([{ password_hash: `hash of ${password}` }]);
      await expect(harness.sessions.authenticate(token, 'bearer')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    });

    it('has an audit entry, without the password', async () => {
      const { id } = await create();
      await reset('another horse');

      expect(harness.audit.entries.slice(1)).toEqual([
        {
          actor: by,
          action: 'user.password_reset',
          object: { type: 'user', id },
          accountId: account.id,
          details: { email: ana },
        },
      ]);
    });

    it('rejects a password that is not allowed and an address that is not a user’s, and changes nothing', async () => {
      await create({ password: 'correct horse' });

      await expect(reset('password123')).rejects.toMatchObject(rejection('password'));
      await expect(reset('short')).rejects.toMatchObject(rejection('password'));
      await expect(reset('another horse', 'bob@example.com')).rejects.toMatchObject(rejection('email'));
      expect(await stored()).toMatchObject([{ password_hash: 'hash of correct horse' }]);
      expect(harness.audit.entries).toHaveLength(1);
    });
  });

  describe('unlocking a user', () => {
    it('lets the user sign in again at once, and records it', async () => {
      await create({ password: 'correct horse' });
      for (let i = 0; i < 5; i++) await signIn('wrong horse').catch(() => undefined);
      await expect(signIn('correct horse')).rejects.toMatchObject({ code: 'SIGN_IN_LOCKED' });

      await harness.recovery.unlock(account.slug, by, ana);

      await expect(signIn('correct horse')).resolves.toMatchObject({ user: { email: ana } });
      expect(harness.audit.entries.map(({ action }) => action)).toContain('user.unlocked');
    });
  });
});
