import { newId } from '@app/kernel';
import type { DataSource } from 'typeorm';
import { testDataSource } from '../../../../../test/support/test-database';
import type { Actor } from '../../audit/domain/audit';
import type { PanelUser, UserChanges } from '../domain/panel-user';
import { givenKey, givenUser, PASSWORD, postgresAccounts } from '../../testing';

const ANA = { email: '', password: 'correct horse', permissions: ['view_payins'] };

const denied = (permission: string) => ({
  code: 'PERMISSION_DENIED',
  message: expect.stringContaining(`the permission ${permission}.`),
});
const naming = (field: string) => ({
  code: 'VALIDATION_FAILED',
  details: { errors: { [field]: [expect.any(String)] } },
});

describe('UserAdmin', () => {
  let source: DataSource;
  let harness: ReturnType<typeof postgresAccounts>;
  let owner: PanelUser;
  let by: Actor;
  beforeAll(async () => {
    source = await testDataSource();
  });
  beforeEach(async () => {
    harness = postgresAccounts(source);
    owner = await harness.givenPanelUser({ email: 'books@example.com' });
    ANA.email = `${newId()}@example.com`;
    by = { type: 'user', name: owner.id };
  });

  /** Another user of the account. */
  async function given(...permissions: string[]): Promise<PanelUser> {
    const { id, email } = await givenUser(harness, owner.account.id, {
      permissions,
      passwordHash: `hash of ${PASSWORD}`,
    });
    return { id, email, permissions, secondFactor: false, account: owner.account };
  }

  const create = (input: Partial<typeof ANA> = {}, user = owner) =>
    harness.invitations.create(user, by, { ...ANA, ...input });
  const update = (id: string, changes: UserChanges, user = owner) => harness.accountUsers.update(user, by, id, changes);
  const remove = (id: string, user = owner) => harness.accountUsers.remove(user, by, id);
  /** Signs the user in, and returns whether that session goes on. */
  async function session(email: string): Promise<() => Promise<boolean>> {
    const { token } = await harness.signIns.signIn({ email, password: PASSWORD, kind: 'bearer' });
    harness.audit.entries.length = 0;
    return () =>
      harness.sessions.authenticate(token, 'bearer').then(
        () => true,
        () => false,
      );
  }

  const entries = () => harness.audit.entries.map(({ action, details }) => [action, details]);

  describe('a new user', () => {
    it('is active, and has an audit entry without the password', async () => {
      const user = await create();

      expect(user).toMatchObject({ email: ANA.email, permissions: ['view_payins'], isActive: true });
      expect(entries()).toEqual([['user.created', { email: ANA.email, permissions: ['view_payins'] }]]);
    });

    it('gets no permission that the administrator lacks, and the address is not looked at', async () => {
      const manager = await given('manage_account', 'view_payins');

      for (const email of [owner.email, 'no address']) {
        const attempt = create({ email, permissions: ['view_payins', 'create_payins'] }, manager);
        await expect(attempt).rejects.toMatchObject(denied('create_payins'));
      }
      await expect(create({ permissions: ['*'] }, manager)).rejects.toMatchObject(denied('*'));
      await expect(create({}, manager)).resolves.toBeDefined();
    });

    it.each([
      ['email', { email: 'ana' }],
      ['password', { password: 'x'.repeat(9) }],
      ['permissions', { permissions: [] }],
    ])('is rejected with a wrong %s', async (field, input) => {
      await expect(create(input)).rejects.toMatchObject(naming(field));
    });

    it('is rejected with an address that is taken, also in another account', async () => {
      const stranger = await harness.givenPanelUser();

      await expect(create({ email: stranger.email.toUpperCase() })).rejects.toMatchObject(naming('email'));
      expect(entries()).toEqual([]);
    });
  });

  describe('a change of a user', () => {
    it('records old and new values, and for a password only that it changed', async () => {
      const { id, email } = await given('view_payins');
      const isRunning = await session(email);
      await update(id, { permissions: ['create_payins'], isActive: false, password: 'another horse' });

      expect(entries()).toEqual([
        [
          'user.updated',
          {
            permissions: { from: ['view_payins'], to: ['create_payins'] },
            is_active: { from: true, to: false },
            password: 'changed',
          },
        ],
      ]);
      expect(await isRunning()).toBe(false);
      const [stored] = await source.query('SELECT password_hash FROM users WHERE id = $1', [id]);
      expect(stored).toEqual({ password_hash: 'hash of another horse' });
    });

    it('that changes nothing ends no session and is not recorded', async () => {
      const { id, email } = await given('view_payins', 'create_payins');
      const isRunning = await session(email);
      await update(id, { permissions: ['create_payins', 'view_payins'], isActive: true });

      expect(entries()).toEqual([]);
      expect(await isRunning()).toBe(true);
    });

    it('is rejected for a user who has a permission that the administrator lacks', async () => {
      const manager = await given('manage_account');
      const { id } = await given('view_payins');

      for (const changes of [{ password: 'another horse' }, { permissions: ['manage_account'] }, { isActive: false }]) {
        await expect(update(id, changes, manager)).rejects.toMatchObject(denied('view_payins'));
        await expect(update(owner.id, changes, manager)).rejects.toMatchObject(denied('*'));
      }
      await expect(remove(id, manager)).rejects.toMatchObject(denied('view_payins'));
      expect(entries()).toEqual([]);
    });

    it('gives no permission that the administrator lacks, not even to that administrator', async () => {
      const manager = await given('manage_account');

      await expect(
        update(manager.id, { permissions: ['manage_account', 'view_payins'] }, manager),
      ).rejects.toMatchObject(denied('view_payins'));
    });

    it('uses the administrator’s current permissions', async () => {
      const { id } = await given('view_payins');
      const [gone, demoted] = [await given('*'), await given('*')];
      await update(gone.id, { isActive: false });
      await update(demoted.id, { permissions: ['view_payins'] });

      await expect(remove(id, gone)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
      await expect(remove(id, demoted)).rejects.toMatchObject(denied('manage_account'));
      await expect(create({}, demoted)).rejects.toMatchObject(denied('manage_account'));
    });

    it('finds no user of another account', async () => {
      const stranger = await harness.givenPanelUser();

      for (const id of [stranger.id, newId()]) {
        await expect(update(id, { isActive: false })).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
        await expect(remove(id)).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
      }
    });
  });

  describe('the API keys of a user whose permissions change', () => {
    const keyOf = async (userId: string, ...permissions: string[]) =>
      (await givenKey(harness, owner.account.id, { userId, permissions })).id;
    const isActive = async (id: string) =>
      (await harness.keys.list(owner.account.id, 10)).find((key) => key.id === id)?.isActive;
    /** Those about deactivated keys. */
    const mails = () => harness.outbox.sent.filter(({ dedupeKey }) => dedupeKey.startsWith('keys-deactivated:'));

    it.each([
      ['payment_links:create', ['create_payins', 'view_payins'], ['view_payins'], false],
      ['payment_links:read', ['create_payins', 'view_payins'], ['view_payins'], true],
      ['payment_links:read', ['create_payins'], ['view_payins'], true],
      ['card_payment_links:cancel', ['create_payins'], ['manage_webhooks'], false],
      ['webhooks:write', ['*'], ['create_payins'], false],
      ['webhooks:write', ['*'], ['manage_webhooks'], true],
      ['*', ['*'], ['create_payins', 'view_payins', 'manage_webhooks'], false],
      ['webhooks:read', ['create_payins'], ['view_payins'], true],
    ])('with %s, of %j that become %j, are active afterwards: %s', async (permission, before, after, active) => {
      const { id } = await given(...before);
      const key = await keyOf(id, permission);
      await update(id, { permissions: after });

      expect(await isActive(key)).toBe(active);
    });

    it('are deactivated with an audit entry for each, and one mail to the account and one to the user', async () => {
      const { id, email } = await given('create_payins', 'manage_webhooks');
      const lost = [await keyOf(id, 'payment_links:create', 'webhooks:read'), await keyOf(id, 'payment_links:read')];
      await keyOf(id, 'webhooks:write');
      await update(id, { permissions: ['manage_webhooks'] });

      const deactivated = harness.audit.entries.filter(({ action }) => action === 'api_key.deactivated');
      const detailsOf = new Map(deactivated.map(({ object, details }) => [object.id, details]));
      expect([...detailsOf.keys()].sort()).toEqual([...lost].sort());
      expect(detailsOf.get(lost[0]!)).toMatchObject({ owner: email, permissions: ['payment_links:create'] });
      expect(mails().map(({ to }) => to)).toEqual(['books@example.com', email]);
      expect(mails()[0]!.text).toContain(email);
    });

    it('stay as they are when the user is deactivated, gains permissions, or is deleted', async () => {
      const { id } = await given('create_payins');
      const key = await keyOf(id, 'payment_links:create');
      await update(id, { isActive: false });
      await update(id, { permissions: ['create_payins', 'view_payins'] });
      await remove(id);

      expect(await isActive(key)).toBe(true);
      expect(mails()).toEqual([]);
    });
  });

  describe('the last administrator', () => {
    it.each([
      ['is deleted', () => remove(owner.id)],
      ['is deactivated', () => update(owner.id, { isActive: false })],
      ['loses the permission', () => update(owner.id, { permissions: ['view_payins'] })],
    ])('stays when it %s', async (_what, attempt) => {
      await given('view_payins');
      const inactive = await given('*');
      await update(inactive.id, { isActive: false });

      await expect(attempt()).rejects.toMatchObject({ code: 'LAST_ADMINISTRATOR' });
      await given('manage_account');
      await expect(attempt()).resolves.not.toThrow();
    });
  });

  describe('a deleted user', () => {
    it('is gone, once, and has an audit entry', async () => {
      const { id, email } = await given('view_payins');
      await remove(id);

      expect(entries()).toEqual([['user.deleted', { email }]]);
      await expect(remove(id)).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
      expect((await harness.accountUsers.list(owner.account.id, { perPage: 10 })).items).toHaveLength(1);
    });
  });
});
