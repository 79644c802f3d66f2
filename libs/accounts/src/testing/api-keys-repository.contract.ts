import { newId } from '@app/kernel';
import type { ApiKeysRepository } from '../keys/application/ports';
import { TooManyApiKeysError } from '../keys/domain/errors';
import type { Account } from '../accounts/domain/account';
import type { ManagedKey } from '../keys/domain/key-settings';
import { aNewApiKey, givenAccount, givenKey, givenUser, type AccountRepositories } from './factories';

/** What every adapter of the port must do. */
export function apiKeysRepositoryContract(subject: () => AccountRepositories): void {
  const lock = (accountId: string, id: string) => subject().uow.run((tx) => subject().keys.lock(tx, accountId, id));
  const update = (key: ManagedKey) => subject().uow.run((tx) => subject().keys.update(tx, key));
  const remove = (accountId: string, id: string) => subject().uow.run((tx) => subject().keys.remove(tx, accountId, id));
  const idsOf = async (...page: Parameters<ApiKeysRepository['list']>) =>
    (await subject().keys.list(...page)).map(({ id }) => id);

  let account: Account;
  let other: Account;
  beforeEach(async () => {
    account = await givenAccount(subject());
    other = await givenAccount(subject());
  });

  /** Keys made one millisecond after another, the oldest first. */
  async function given(count: number): Promise<string[]> {
    const ids = Array.from({ length: count }, (_, ms) => `01890a5d-ac9${ms}${newId().slice(13)}`);
    for (const id of ids) await givenKey(subject(), account.id, { id });
    return ids;
  }

  it('shows a key with its settings, and never its hash', async () => {
    const user = await givenUser(subject(), account.id);
    const key = await givenKey(subject(), account.id, {
      userId: user.id,
      name: 'Shop',
      environment: 'test',
      permissions: ['webhooks:read'],
      allowedOrigins: ['https://shop.example'],
      rateLimit: 7,
      expiresAt: new Date('2031-01-01T00:00:00.000Z'),
    });
    const shown = {
      id: key.id,
      accountId: account.id,
      name: 'Shop',
      environment: 'test',
      lastFour: 'Wx4z',
      owner: { id: user.id, email: user.email, isActive: true },
      permissions: ['webhooks:read'],
      allowedOrigins: ['https://shop.example'],
      rateLimit: 7,
      expiresAt: new Date('2031-01-01T00:00:00.000Z'),
      isActive: true,
      createdAt: expect.any(Date),
      lastUsedAt: null,
    };

    expect(await lock(account.id, key.id)).toEqual(shown);
    expect(await subject().keys.list(account.id, 10)).toEqual([shown]);
  });

  it('names the owner of a key also after the user was deleted, as not active', async () => {
    const { id: userId, email } = await givenUser(subject(), account.id);
    const key = await givenKey(subject(), account.id, { userId, lastFour: null });
    await subject().uow.run((tx) => subject().users.remove(tx, account.id, email));

    const owner = { id: userId, email, isActive: false };
    expect(await subject().keys.list(account.id, 10)).toMatchObject([{ id: key.id, owner, lastFour: null }]);
    expect(await lock(account.id, key.id)).toMatchObject({ owner });
  });

  it('locks the active keys of a user, and no others', async () => {
    const { id: userId } = await givenUser(subject(), account.id);
    const [one, two, inactive] = [
      await givenKey(subject(), account.id, { userId }),
      await givenKey(subject(), account.id, { userId }),
      await givenKey(subject(), account.id, { userId }),
    ];
    await givenKey(subject(), account.id);
    await subject().uow.run((tx) => subject().credentials.deactivate(tx, inactive.id));
    const lockOf = (accountId: string) => subject().uow.run((tx) => subject().keys.lockOf(tx, accountId, userId));

    expect((await lockOf(account.id)).map(({ id }) => id)).toEqual([one.id, two.id].sort());
    expect(await lockOf(other.id)).toEqual([]);
  });

  it('refuses a key beyond the account’s maximum, also under concurrent requests', async () => {
    const user = await givenUser(subject(), account.id);
    const foreign = await givenUser(subject(), other.id);
    const insert = (accountId: string, userId: string, most?: number) =>
      subject().uow.run((tx) => subject().keys.insert(tx, aNewApiKey({ accountId, userId }), most));
    await insert(account.id, user.id, 2);
    const both = [insert(account.id, user.id, 2), insert(account.id, user.id, 2)];
    const outcomes = (await Promise.allSettled(both)).map(({ status }) => status);

    expect(outcomes.sort()).toEqual(['fulfilled', 'rejected']);
    await expect(insert(account.id, user.id, 2)).rejects.toThrow(TooManyApiKeysError);
    await expect(insert(other.id, foreign.id, 2)).resolves.toBeUndefined();
    await expect(insert(account.id, user.id)).resolves.toBeUndefined();
  });

  it('shows when a key was last used', async () => {
    const [id] = await given(1);
    const at = new Date('2030-01-01T12:00:00.000Z');
    await subject().uow.run((tx) => subject().credentials.markUsed(tx, new Map([[id!, at]])));

    expect(await lock(account.id, id!)).toMatchObject({ lastUsedAt: at });
  });

  it('lists the newest first, up to the limit', async () => {
    const [one, two, three] = await given(3);

    expect(await idsOf(account.id, 10)).toEqual([three, two, one]);
    expect(await idsOf(account.id, 2)).toEqual([three, two]);
  });

  it('continues after a key, even one that was deleted', async () => {
    const [one, two, three] = await given(3);
    expect(await idsOf(account.id, 10, three)).toEqual([two, one]);
    await remove(account.id, three!);
    expect(await idsOf(account.id, 10, three)).toEqual([two, one]);
  });

  it('lists no keys of other accounts', async () => {
    await given(1);

    expect(await idsOf(other.id, 10)).toEqual([]);
  });

  it('lists deactivated keys too', async () => {
    const [id] = await given(1);
    await subject().uow.run((tx) => subject().credentials.deactivate(tx, id!));

    expect(await subject().keys.list(account.id, 10)).toMatchObject([{ id, isActive: false }]);
  });

  it('writes every setting', async () => {
    const [id] = await given(1);
    const before = (await lock(account.id, id!))!;
    const after: ManagedKey = {
      ...before,
      name: 'Other',
      permissions: ['*'],
      allowedOrigins: ['*'],
      rateLimit: 10_000,
      expiresAt: new Date('2031-01-01T00:00:00.000Z'),
      isActive: false,
    };
    await update(after);
    expect(await lock(account.id, id!)).toEqual(after);
    await update(before);
    expect(await lock(account.id, id!)).toEqual(before);
  });

  it('never changes the environment', async () => {
    const [id] = await given(1);
    await update({ ...(await lock(account.id, id!))!, environment: 'dev' });

    expect(await lock(account.id, id!)).toMatchObject({ environment: 'live' });
  });

  it('removes a key', async () => {
    const [one, two] = await given(2);
    await remove(account.id, one!);

    expect(await idsOf(account.id, 10)).toEqual([two]);
  });

  it('reaches no key of another account', async () => {
    const [id] = await given(1);
    const key = (await lock(account.id, id!))!;
    expect(await lock(other.id, id!)).toBeUndefined();
    await update({ ...key, accountId: other.id, name: 'stolen' });
    await remove(other.id, id!);
    expect(await lock(account.id, id!)).toEqual(key);
  });

  it('finds no key that does not exist', async () => {
    expect(await lock(account.id, newId())).toBeUndefined();
  });
}
