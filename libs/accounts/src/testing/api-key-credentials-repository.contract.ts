import { newId } from '@app/kernel';
import { randomBytes } from 'node:crypto';
import type { Account } from '../accounts/domain/account';
import { givenAccount, givenKey, givenUser, type AccountRepositories } from './factories';

export interface CredentialsSubject extends AccountRepositories {
  /** When the key was last used, as far as it was written. */
  lastUsedAt(id: string): Promise<Date | null>;
}

/** What every adapter of the port must do. */
export function credentialsRepositoryContract(subject: () => CredentialsSubject): void {
  const find = (slug: string, hash: Buffer) => subject().credentials.find(slug, hash);
  const deactivate = (id: string) => subject().uow.run((tx) => subject().credentials.deactivate(tx, id));
  const markUsed = (...uses: [string, Date][]) =>
    subject().uow.once((tx) => subject().credentials.markUsed(tx, new Map(uses)));

  let account: Account;
  beforeEach(async () => {
    account = await givenAccount(subject());
  });

  it('returns account and key together, with everything that the guards check', async () => {
    const user = await givenUser(subject(), account.id);
    const key = await givenKey(subject(), account.id, {
      userId: user.id,
      environment: 'test',
      permissions: ['payment_links:create', 'payment_links:read'],
      allowedOrigins: ['https://shop.example.com'],
      rateLimit: 10_000,
      expiresAt: new Date('2031-01-01T00:00:00.000Z'),
    });
    expect(await find(account.slug, key.secretHash)).toEqual({
      account,
      key: {
        secretHash: key.secretHash,
        record: {
          id: key.id,
          accountId: account.id,
          userId: user.id,
          userExists: true,
          environment: 'test',
          permissions: ['payment_links:create', 'payment_links:read'],
          allowedOrigins: ['https://shop.example.com'],
          rateLimit: 10_000,
          expiresAt: new Date('2031-01-01T00:00:00.000Z'),
        },
      },
    });
  });

  it('returns nothing for a slug that no account has', async () => {
    await expect(find('nobody', randomBytes(32))).resolves.toBeUndefined();
  });

  it('returns only the account for a hash that no key has', async () => {
    await givenKey(subject(), account.id);
    await expect(find(account.slug, randomBytes(32))).resolves.toEqual({ account, key: null });
  });

  it('returns only the account for a key of another account', async () => {
    const other = await givenAccount(subject());
    const { secretHash } = await givenKey(subject(), other.id);
    await expect(find(account.slug, secretHash)).resolves.toEqual({ account, key: null });
  });

  it('returns only the account for a key that was deactivated, once or twice', async () => {
    const { id, secretHash } = await givenKey(subject(), account.id);
    await deactivate(id);
    await deactivate(id);
    await expect(find(account.slug, secretHash)).resolves.toEqual({ account, key: null });
  });

  it('deactivates no other key', async () => {
    const [one, other] = [await givenKey(subject(), account.id), await givenKey(subject(), account.id)];
    await deactivate(one.id);
    await expect(find(account.slug, other.secretHash)).resolves.toMatchObject({ key: { record: { id: other.id } } });
  });

  it('shows that the owner of a key was deleted', async () => {
    const user = await givenUser(subject(), account.id);
    const { secretHash } = await givenKey(subject(), account.id, { userId: user.id });
    await subject().uow.run((tx) => subject().users.remove(tx, account.id, user.email));
    await expect(find(account.slug, secretHash)).resolves.toMatchObject({
      key: { record: { userId: user.id, userExists: false } },
    });
  });

  it('moves the last use of many keys at once', async () => {
    const [one, other] = [await givenKey(subject(), account.id), await givenKey(subject(), account.id)];
    const [early, late] = [new Date('2030-01-01T00:00:00.000Z'), new Date('2030-01-01T00:00:01.500Z')];
    await markUsed([one.id, early], [other.id, late]);
    expect([await subject().lastUsedAt(one.id), await subject().lastUsedAt(other.id)]).toEqual([early, late]);
  });

  it('moves the last use of a key forward only', async () => {
    const { id } = await givenKey(subject(), account.id);
    const [early, late] = [new Date('2030-01-01T00:00:00.000Z'), new Date('2030-01-01T00:00:01.000Z')];
    await markUsed([id, late]);
    await markUsed([id, early]);
    expect(await subject().lastUsedAt(id)).toEqual(late);
  });

  it('ignores uses of a deleted key', async () => {
    await expect(markUsed([newId(), new Date()])).resolves.toBeUndefined();
  });

  it('has no last use for a new key', async () => {
    const { id } = await givenKey(subject(), account.id);
    expect(await subject().lastUsedAt(id)).toBeNull();
  });
}
