import type { Account } from '../../accounts/domain/account';
import type { Actor } from '../../audit/domain/audit';
import { UserEmailTakenError } from '../domain/errors';
import { givenAccount, inMemoryAccounts } from '../../testing';
import type { NewPanelUser } from './new-users';

const by: Actor = { type: 'staff', name: 'ana' };

let harness: ReturnType<typeof inMemoryAccounts>;
let account: Account;
beforeEach(async () => {
  harness = inMemoryAccounts();
  account = await givenAccount(harness);
});

const create = (changes: Partial<NewPanelUser> = {}) =>
  harness.staffUsers.create(account.slug, by, { email: 'ana@example.com', permissions: ['view_payins'], ...changes });
const remove = (email = 'ana@example.com') => harness.staffUsers.remove(account.slug, by, email);
const stored = () => [...harness.users.users.values()];
const refusal = (field: string) => ({
  code: 'VALIDATION_FAILED',
  details: { errors: { [field]: [expect.any(String)] } },
});

describe('a new user', () => {
  it('is stored with a hash of the password, never with the password', async () => {
    const user = await create({ password: 'correct horse' });

    expect(stored()).toMatchObject([
      { id: user.id, email: 'ana@example.com', passwordHash: 'hash of correct horse', permissions: ['view_payins'] },
    ]);
    expect(Object.values(stored()[0]!)).not.toContain('correct horse');
  });

  it('gets a random password when none is given', async () => {
    const user = await create();

    expect(user.password).toMatch(/^[A-Za-z0-9]{20}$/);
    expect(stored()[0]).toMatchObject({ passwordHash: `hash of ${user.password}` });
  });

  it('has an audit entry, without the password', async () => {
    const { id } = await create({ password: 'correct horse' });

    expect(harness.audit.entries).toEqual([
      {
        actor: by,
        action: 'user.created',
        object: { type: 'user', id },
        accountId: account.id,
        details: { email: 'ana@example.com', permissions: ['view_payins'] },
      },
    ]);
  });

  it.each(['x'.repeat(9), '', 'x'.repeat(257), 'password123'])('is refused with the password %j', async (password) => {
    await expect(create({ password })).rejects.toMatchObject(refusal('password'));
  });

  it.each(['x'.repeat(10), 'x'.repeat(256)])('may have the password %j', async (password) => {
    await expect(create({ password })).resolves.toMatchObject({ password });
  });

  it.each(['ana@example.com', 'ana.b+c@sub.example.com', 'año@ejemplo.com', `${'a'.repeat(64)}@example.com`])(
    'may have the address %s',
    async (email) => {
      await expect(create({ email })).resolves.toMatchObject({ email });
    },
  );

  it.each([
    '',
    'ana',
    '@example.com',
    'ana@example',
    'ana@@example.com',
    'ana@example.com, bob@example.com',
    'Ana <ana@example.com>',
    'ana @example.com',
    'ana@example.com\r\nBcc: bob@example.com',
    'ana\0@example.com',
    '\ud83d@example.com',
    `${'a'.repeat(65)}@example.com`,
    `ana@${'a'.repeat(191)}.com`,
  ])('is refused with the address %j', async (email) => {
    await expect(create({ email })).rejects.toMatchObject(refusal('email'));
  });

  it('is refused with an unknown permission', async () => {
    await expect(create({ permissions: ['view_payin'] })).rejects.toMatchObject(refusal('permissions'));
  });

  it('is refused with an address that is taken, and leaves no audit entry', async () => {
    await create();

    await expect(create({ email: 'ANA@example.com' })).rejects.toThrow(UserEmailTakenError);
    expect(harness.audit.entries).toHaveLength(1);
  });

  it('needs an account that exists', async () => {
    const creation = harness.staffUsers.create('nobody', by, { email: 'ana@example.com', permissions: ['*'] });

    await expect(creation).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' });
  });
});

describe('removing a user', () => {
  it('deletes the user once, and records it', async () => {
    await create();
    await remove();

    expect(stored()).toMatchObject([{ deleted: true }]);
    await expect(remove()).rejects.toMatchObject(refusal('email'));
    expect(harness.audit.entries.map(({ action, object }) => [action, object.type])).toEqual([
      ['user.created', 'user'],
      ['user.deleted', 'user'],
    ]);
  });
});

describe('resetting a password', () => {
  const reset = (password?: string, email = 'ANA@example.com') =>
    harness.staffUsers.resetPassword(account.slug, by, email, password);

  it('stores only the hash of a generated one, and ends the sessions of the user', async () => {
    await create();
    const { password } = await reset();

    expect(password).toMatch(/^[A-Za-z0-9]{20}$/);
    expect(stored()).toMatchObject([{ passwordHash: `hash of ${password}`, sessionsEnded: 1, isActive: true }]);
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
        details: { email: 'ana@example.com' },
      },
    ]);
  });

  it('refuses a password that is not allowed and an address that is not a user’s, and changes nothing', async () => {
    await create();

    await expect(reset('password123')).rejects.toMatchObject(refusal('password'));
    await expect(reset('short')).rejects.toMatchObject(refusal('password'));
    await expect(reset('another horse', 'bob@example.com')).rejects.toMatchObject(refusal('email'));
    expect(stored()).toMatchObject([{ sessionsEnded: 0 }]);
    expect(harness.audit.entries).toHaveLength(1);
  });
});

describe('unlocking a user', () => {
  const failFiveTimes = async () => {
    for (let i = 0; i < 5; i++) {
      await harness.signIns
        .signIn({ email: 'ana@example.com', password: 'wrong horse', kind: 'bearer', requestId: 'r' })
        .catch(() => undefined);
    }
  };
  const signIn = () =>
    harness.signIns.signIn({
      email: 'ana@example.com',
      password: 'correct horse',
      kind: 'bearer' as const,
      requestId: 'r',
    });

  it('lets the user sign in again at once, and records it', async () => {
    await create({ password: 'correct horse' });
    await failFiveTimes();
    await expect(signIn()).rejects.toMatchObject({ code: 'SIGN_IN_LOCKED' });

    await harness.recovery.unlock(account.slug, by, 'ana@example.com');

    await expect(signIn()).resolves.toMatchObject({ user: { email: 'ana@example.com' } });
    expect(harness.audit.entries.map(({ action }) => action)).toContain('user.unlocked');
  });
});
