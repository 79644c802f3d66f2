import { newId } from '@app/kernel';
import type { UsersRepository } from '../users/application/ports';
import { UserEmailTakenError } from '../users/domain/errors';
import { aNewUser, givenAccount, givenUser, type AccountRepositories } from './factories';

/** What every adapter of the port must do. */
export function usersRepositoryContract(subject: () => AccountRepositories): void {
  const insert = (accountId: string, email: string) => givenUser(subject(), accountId, { email });
  const remove = (accountId: string, email: string) =>
    subject().uow.run((tx) => subject().users.remove(tx, accountId, email));

  let accountId: string;
  let email: string;
  beforeEach(async () => {
    accountId = (await givenAccount(subject())).id;
    email = `Ana.${newId()}@example.com`;
  });

  it('accepts an address once, in any letter case', async () => {
    await insert(accountId, email);
    await expect(insert(accountId, email.toUpperCase())).rejects.toThrow(UserEmailTakenError);
  });

  it('accepts an address once across all accounts, because users sign in with it', async () => {
    await insert(accountId, email);
    const other = await givenAccount(subject());
    await expect(insert(other.id, email.toLowerCase())).rejects.toThrow(UserEmailTakenError);
  });

  it('lets the transaction continue after a refusal', async () => {
    await insert(accountId, email);
    const another = aNewUser({ accountId });
    await subject().uow.run(async (tx) => {
      await expect(subject().users.insert(tx, aNewUser({ accountId, email }))).rejects.toThrow(UserEmailTakenError);
      await subject().users.insert(tx, another);
    });
    await expect(remove(accountId, another.email)).resolves.toBe(another.id);
  });

  it('removes a user once, by the address in any letter case', async () => {
    const { id } = await insert(accountId, email);
    await expect(remove(accountId, email.toUpperCase())).resolves.toBe(id);
    await expect(remove(accountId, email)).resolves.toBeUndefined();
  });

  it('removes no user of another account', async () => {
    await insert(accountId, email);
    await expect(remove((await givenAccount(subject())).id, email)).resolves.toBeUndefined();
    await expect(insert(accountId, email)).rejects.toThrow(UserEmailTakenError);
  });

  const list = async (...page: Parameters<UsersRepository['list']>) =>
    (await subject().users.list(...page)).map(({ email: address }) => address);
  const lock = (id = accountId) => subject().uow.run((tx) => subject().users.lock(tx, id));

  it('lists the users of the account, newest first, page by page, without deleted ones', async () => {
    const ids = [0, 1, 2, 3].map((ms) => `01890a5d-ac9${ms}${newId().slice(13)}`);
    const [one, two, three, four] = await Promise.all(ids.map((id) => givenUser(subject(), accountId, { id })));
    await remove(accountId, three!.email);

    expect(await list(accountId, 10)).toEqual([four!.email, two!.email, one!.email]);
    expect(await list(accountId, 1, four!.id)).toEqual([two!.email]);
    expect(await list((await givenAccount(subject())).id, 10)).toEqual([]);
  });

  it('shows a user with permissions and state, and never the password', async () => {
    const { id } = await givenUser(subject(), accountId, { email, permissions: ['view_payins'] });
    const shown = {
      id,
      accountId,
      email,
      name: null,
      permissions: ['view_payins'],
      isActive: true,
      invitedAt: null,
      createdAt: expect.any(Date),
    };

    expect(await subject().users.list(accountId, 10)).toEqual([shown]);
    expect(await lock()).toEqual([shown]);
  });

  it('changes permissions and state of one user', async () => {
    const other = await givenUser(subject(), accountId);
    await insert(accountId, email);
    const user = (await lock()).find((each) => each.email === email)!;
    await subject().uow.run((tx) => subject().users.update(tx, { ...user, permissions: ['*'], isActive: false }));

    expect(await lock()).toEqual(
      expect.arrayContaining([
        { ...user, permissions: ['*'], isActive: false },
        expect.objectContaining({ id: other.id, permissions: other.permissions, isActive: true }),
      ]),
    );
  });

  it('frees the address of a removed user, any number of times', async () => {
    for (let i = 0; i < 3; i++) {
      await insert(accountId, email);
      await remove(accountId, email);
    }
    await expect(insert(accountId, email)).resolves.toMatchObject({ email });
  });
}
