import { noTx } from '@app/kernel/testing';
import type { Account } from '../domain/account';
import { SlugTakenError, UserEmailTakenError } from '../domain/errors';
import { inMemoryAccounts } from '../testing';
import type { NewAccount, NewPanelUser } from './accounts';

type Harness = ReturnType<typeof inMemoryAccounts>;

let harness: Harness;
beforeEach(() => {
  harness = inMemoryAccounts();
});

const create = (changes: Partial<NewAccount> = {}) =>
  harness.service.create(noTx(), {
    name: 'Café Río',
    email: 'owner@example.com',
    country: 'AR',
    kycStatus: 'verified',
    kybStatus: 'pending',
    usdEnabled: true,
    cardsEnabled: false,
    customerPaidFeeEnabled: true,
    ...changes,
  });

const refusal = (field: string) => ({
  code: 'VALIDATION_FAILED',
  details: { errors: { [field]: [expect.any(String)] } },
});

describe('a new account', () => {
  it('is active, and has the settings that it was created with', async () => {
    const account = await create();
    expect(account).toEqual({
      id: expect.any(String),
      slug: 'caferio',
      name: 'Café Río',
      email: 'owner@example.com',
      country: 'AR',
      status: 'active',
      kycStatus: 'verified',
      kybStatus: 'pending',
      usdEnabled: true,
      cardsEnabled: false,
      customerPaidFeeEnabled: true,
      customerPaidFeeDefault: false,
    });
    await expect(harness.service.find(account.id)).resolves.toEqual(account);
  });

  it('gets a tail behind the slug of its name when that is taken', async () => {
    await create();
    const [second, third] = [await create(), await create()];
    expect([second.slug, third.slug]).toEqual([
      expect.stringMatching(/^caferio[a-z0-9]{6}$/),
      expect.stringMatching(/^caferio[a-z0-9]{6}$/),
    ]);
    expect(second.slug).not.toBe(third.slug);
  });

  it('gives up after five slugs', async () => {
    const insert = jest.spyOn(harness.accounts, 'insertAccount').mockRejectedValue(new SlugTakenError('caferio'));
    await expect(create()).rejects.toThrow(SlugTakenError);
    expect(insert).toHaveBeenCalledTimes(5);
  });

  it('tries no second slug for a fault that is not about slugs', async () => {
    const insert = jest.spyOn(harness.accounts, 'insertAccount').mockRejectedValue(new Error('connection lost'));
    await expect(create()).rejects.toThrow('connection lost');
    expect(insert).toHaveBeenCalledTimes(1);
  });

  it('has the slug that was asked for, or is refused', async () => {
    await expect(create({ slug: 'mine' })).resolves.toMatchObject({ slug: 'mine' });
    await expect(create({ slug: 'mine' })).rejects.toMatchObject({ code: 'ACCOUNT_ALREADY_EXISTS' });
  });

  it('may be without an e-mail', async () => {
    await expect(create({ email: null })).resolves.toMatchObject({ email: null });
  });

  it.each`
    field        | changes
    ${'name'}    | ${{ name: '' }}
    ${'name'}    | ${{ name: '   ' }}
    ${'name'}    | ${{ name: 'x'.repeat(201) }}
    ${'name'}    | ${{ name: 'a\0b' }}
    ${'email'}   | ${{ email: '' }}
    ${'email'}   | ${{ email: 'nobody' }}
    ${'country'} | ${{ country: '' }}
    ${'country'} | ${{ country: 'ar' }}
    ${'country'} | ${{ country: 'ARG' }}
    ${'slug'}    | ${{ slug: '' }}
    ${'slug'}    | ${{ slug: 'a_b' }}
    ${'slug'}    | ${{ slug: 'AB' }}
  `('is refused naming $field: $changes', async ({ field, changes }) => {
    await expect(create(changes)).rejects.toMatchObject(refusal(field));
    expect(harness.accounts.accounts.size).toBe(0);
  });
});

describe('an account', () => {
  it('is found by its slug', async () => {
    const account = await create();
    await expect(harness.service.bySlug('caferio')).resolves.toEqual(account);
  });

  it('that does not exist is an error of its own', async () => {
    await expect(harness.service.bySlug('nobody')).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' });
    await expect(harness.service.update('nobody', {})).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' });
  });

  it('is changed, and answered as it is then', async () => {
    const account = await create();
    const changed = { ...account, status: 'paused', kybStatus: 'verified' };
    await expect(harness.service.update('caferio', { status: 'paused', kybStatus: 'verified' })).resolves.toEqual(
      changed,
    );
    await expect(harness.service.find(account.id)).resolves.toEqual(changed);
  });

  it('keeps, and is answered with, the settings that a change leaves undefined', async () => {
    const account = await create();
    const changes = { status: 'paused', kycStatus: undefined, usdEnabled: undefined } as const;
    await expect(harness.service.update('caferio', changes)).resolves.toEqual({ ...account, status: 'paused' });
  });
});

describe('a new user', () => {
  let account: Account;
  beforeEach(async () => {
    account = await create();
  });

  const createUser = (changes: Partial<NewPanelUser> = {}) =>
    harness.service.createUser(noTx(), account.id, {
      email: 'ana@example.com',
      permissions: ['view_payins'],
      ...changes,
    });
  const stored = () => [...harness.users.users.values()];

  it('is stored with a hash of the password, never with the password', async () => {
    const user = await createUser({ password: 'correct horse' });
    expect(stored()).toMatchObject([
      { id: user.id, email: 'ana@example.com', passwordHash: 'hash of correct horse', permissions: ['view_payins'] },
    ]);
    expect(Object.values(stored()[0]!)).not.toContain('correct horse');
  });

  it('gets a password nobody can guess when none is given', async () => {
    const user = await createUser();
    expect(user.password).toMatch(/^[A-Za-z0-9]{20}$/);
    expect(stored()[0]).toMatchObject({ passwordHash: `hash of ${user.password}` });
  });

  it.each(['x'.repeat(9), '', 'x'.repeat(257)])('is refused with the password %j', async (password) => {
    await expect(createUser({ password })).rejects.toMatchObject(refusal('password'));
  });

  it.each(['x'.repeat(10), 'x'.repeat(256)])('may have the password %j', async (password) => {
    await expect(createUser({ password })).resolves.toMatchObject({ password });
  });

  it.each(['ana@example.com', 'ana.b+c@sub.example.com', 'año@ejemplo.com', `${'a'.repeat(64)}@example.com`])(
    'may have the address %s',
    async (email) => {
      await expect(createUser({ email })).resolves.toMatchObject({ email });
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
    await expect(createUser({ email })).rejects.toMatchObject(refusal('email'));
  });

  it('is refused with an address that is taken', async () => {
    await createUser();
    await expect(createUser({ email: 'ANA@example.com' })).rejects.toThrow(UserEmailTakenError);
  });

  it('can be removed, once', async () => {
    await createUser();
    await expect(harness.service.removeUser(account.id, 'ana@example.com')).resolves.toBe(true);
    await expect(harness.service.removeUser(account.id, 'ana@example.com')).resolves.toBe(false);
  });
});

describe('a new key', () => {
  const issue = async (more: { rateLimit?: number; environment?: 'dev' | 'test' | 'live' } = {}) => {
    const account = await create();
    const { id: userId } = await harness.service.createUser(noTx(), account.id, {
      email: 'ana@example.com',
      permissions: [],
    });
    const input = { userId, name: 'shop', environment: 'live', permissions: ['webhooks:read'], ...more } as const;
    const issued = await harness.service.issueKey(noTx(), account, input);
    return { account, userId, issued, stored: harness.keys.keys.get(issued.id)! };
  };

  it('is the prefix, the account, the environment and 48 random characters', async () => {
    const { issued } = await issue();
    expect(issued.apiKey).toMatch(/^pay_caferio_live_[A-Za-z0-9]{48}$/);
    expect(issued.prefix).toBe('pay_caferio_live');
  });

  it('says its environment', async () => {
    const { issued } = await issue({ environment: 'test' });
    expect(issued.apiKey).toMatch(/^pay_caferio_test_/);
  });

  it('is stored as a hash of the whole key, and nothing that was stored gives it away', async () => {
    const { issued, stored } = await issue();
    expect(stored.secretHash).toEqual(harness.hasher.hash(issued.apiKey));
    expect(JSON.stringify(stored)).not.toContain(issued.apiKey.slice(-48));
  });

  it('belongs to the user and the account, has the permissions asked for, and works from anywhere without an end', async () => {
    const { account, userId, stored } = await issue();
    expect(stored).toMatchObject({
      accountId: account.id,
      userId,
      name: 'shop',
      permissions: ['webhooks:read'],
      allowedOrigins: [],
      expiresAt: null,
      isActive: true,
    });
  });

  it.each`
    asked        | limit
    ${undefined} | ${60}
    ${10_000}    | ${10_000}
  `('asked for a limit of $asked has $limit', async ({ asked, limit }) => {
    expect((await issue({ rateLimit: asked })).stored.rateLimit).toBe(limit);
  });

  it('is never the same twice', async () => {
    const { account, userId, issued } = await issue();
    const input = { userId, name: 'shop', environment: 'live', permissions: [] } as const;
    const second = await harness.service.issueKey(noTx(), account, input);
    expect(second.apiKey).not.toBe(issued.apiKey);
  });
});
