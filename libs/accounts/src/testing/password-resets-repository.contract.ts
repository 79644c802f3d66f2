import { newId } from '@app/kernel';
import { randomBytes } from 'node:crypto';
import type { NewUser } from '../users/application/ports';
import { givenAccount, givenUser } from './factories';
import type { PanelSubject } from './panel-subject';

const MINUTE = 60;

/** What every adapter of the two ports must do. */
export function passwordResetsRepositoryContract(subject: () => PanelSubject): void {
  let user: NewUser;
  beforeEach(async () => {
    user = await givenUser(subject(), (await givenAccount(subject())).id);
  });

  async function link(userId: string | null = user.id): Promise<Buffer> {
    const tokenHash = randomBytes(32);
    await subject().uow.run((tx) => subject().resets.insert(tx, { tokenHash, userId, seconds: 30 * MINUTE }));
    return tokenHash;
  }

  const find = async (tokenHash: Buffer) => (await subject().resets.find(tokenHash))?.user.id;
  const consume = (tokenHash: Buffer) => subject().uow.once((tx) => subject().resets.consume(tx, tokenHash));
  const takeMail = (email: string) => subject().uow.once((tx) => subject().resets.takeMail(tx, email));
  const deleteExpired = (limit: number) => subject().uow.run((tx) => subject().resets.deleteExpired(tx, limit));
  const replace = (keptSessionId?: string) =>
    subject().uow.run((tx) => subject().userPasswords.replace(tx, user.id, 'another hash', keptSessionId));

  it('finds the user of a link, with the account', async () => {
    const found = await subject().resets.find(await link());

    expect(found).toMatchObject({
      user: { id: user.id, email: user.email, account: { id: user.accountId } },
      isInvited: false,
    });
    expect(await find(randomBytes(32))).toBeUndefined();
  });

  it('lets a link work for half an hour', async () => {
    const tokenHash = await link();
    await subject().letPass(29 * MINUTE);
    expect(await find(tokenHash)).toBe(user.id);
    await subject().letPass(MINUTE);

    expect(await find(tokenHash)).toBeUndefined();
    expect(await consume(tokenHash)).toBe(false);
  });

  it('uses up a link once, and no other', async () => {
    const [one, other] = [await link(), await link()];

    expect([await consume(one), await consume(one)]).toEqual([true, false]);
    expect([await find(one), await find(other)]).toEqual([undefined, user.id]);
  });

  it('never accepts a link that belongs to no user', async () => {
    const tokenHash = await link(null);

    expect([await find(tokenHash), await consume(tokenHash)]).toEqual([undefined, false]);
  });

  it('rejects the link of a deleted user', async () => {
    const tokenHash = await link();
    await subject().uow.run((tx) => subject().users.remove(tx, user.accountId, user.email));

    expect(await find(tokenHash)).toBeUndefined();
  });

  it('uses up the links of a user who is changed', async () => {
    const tokenHash = await link();
    await subject().uow.run(async (tx) => {
      const [found] = await subject().users.lock(tx, user.accountId);
      await subject().users.update(tx, found!, 'another hash');
    });

    expect(await find(tokenHash)).toBeUndefined();
  });

  it('replaces a password: the links are used up and the other sessions end', async () => {
    const begin = async (userId: string) => {
      const started = { tokenHash: randomBytes(32), kind: 'bearer', userId, userAgent: null, address: null } as const;
      return (await subject().uow.run((tx) => subject().sessions.insert(tx, started))).id;
    };
    const colleague = await givenUser(subject(), user.accountId);
    const [kept, tokenHash] = [await begin(user.id), await link()];
    for (const { id } of [user, colleague]) await begin(id);
    const sessions = async ({ id }: NewUser) => (await subject().userSessions.list(id, 10)).map((each) => each.id);
    await replace(kept);

    expect((await subject().userPasswords.find(user.email))?.passwordHash).toBe('another hash');
    expect(await find(tokenHash)).toBeUndefined();
    expect([await sessions(user), (await sessions(colleague)).length]).toEqual([[kept], 1]);
    await replace();
    expect(await sessions(user)).toEqual([]);
  });

  it('grants three mails to an address, in any letter case, and no address another’s', async () => {
    const email = `Ana.${newId()}@example.com`;

    expect([await takeMail(email), await takeMail(email.toUpperCase()), await takeMail(email)]).toEqual([
      true,
      true,
      true,
    ]);
    expect([await takeMail(email), await takeMail(`x${email}`)]).toEqual([false, true]);
  });

  it('grants three mails within any hour', async () => {
    const email = `${newId()}@example.com`;
    await takeMail(email);
    await subject().letPass(40 * MINUTE);
    for (const granted of [true, true, false]) expect(await takeMail(email)).toBe(granted);
    await subject().letPass(20 * MINUTE);

    for (const granted of [true, false]) expect(await takeMail(email)).toBe(granted);
  });

  it('deletes what has expired up to the limit, and nothing else', async () => {
    await subject().letPass(60 * MINUTE);
    while ((await deleteExpired(1_000)) > 0);
    for (let i = 0; i < 3; i++) await link(null);
    await subject().letPass(30 * MINUTE);
    const working = await link();

    expect([await deleteExpired(2), await deleteExpired(2), await deleteExpired(2)]).toEqual([2, 1, 0]);
    expect(await find(working)).toBe(user.id);
  });

  it('deletes counters of mails an hour after the last one', async () => {
    await subject().letPass(60 * MINUTE);
    while ((await deleteExpired(1_000)) > 0);
    await takeMail(`${newId()}@example.com`);
    await subject().letPass(59 * MINUTE);
    expect(await deleteExpired(10)).toBe(0);
    await subject().letPass(MINUTE);

    expect(await deleteExpired(10)).toBe(1);
  });
}
