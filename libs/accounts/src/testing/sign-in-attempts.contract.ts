import { newId, type UnitOfWork } from '@app/kernel';
import type { SignInAttempts, SignInAttempt } from '../application/ports';

export interface SignInAttemptsSubject {
  attempts: SignInAttempts;
  uow: UnitOfWork;
  /** Lets time pass for everything that has been counted. */
  letPass(seconds: number): Promise<void>;
}

const MINUTE = 60;

/** What every adapter of the port must do. */
export function signInAttemptsContract(subject: () => SignInAttemptsSubject): void {
  const take = (email: string): Promise<SignInAttempt> =>
    subject().uow.once((tx) => subject().attempts.take(tx, email));
  const clear = (email: string) => subject().uow.once((tx) => subject().attempts.clear(tx, email));
  const deleteExpired = (limit: number) => subject().uow.once((tx) => subject().attempts.deleteExpired(tx, limit));
  const anAddress = () => `Ana.${newId()}@example.com`;

  async function outcomes(email: string, count: number): Promise<string[]> {
    const all: string[] = [];
    for (let i = 0; i < count; i++) all.push((await take(email)).outcome);
    return all;
  }

  it('grants five tries, says which is the last, and locks the address then', async () => {
    expect(await outcomes(anAddress(), 7)).toEqual([
      ...['granted', 'granted', 'granted', 'granted', 'last'],
      ...['locked', 'locked'],
    ]);
  });

  it('locks for fifteen minutes, and says how long it still takes', async () => {
    const email = anAddress();
    await outcomes(email, 5);
    await subject().letPass(5 * MINUTE);
    const refused = await take(email);

    expect(refused.outcome === 'locked' && refused.retryAfterSeconds).toBeGreaterThan(10 * MINUTE - 30);
    expect(refused.outcome === 'locked' && refused.retryAfterSeconds).toBeLessThanOrEqual(10 * MINUTE);
  });

  it('locks no longer because of tries that were refused', async () => {
    const email = anAddress();
    await outcomes(email, 5);
    await subject().letPass(14 * MINUTE);
    await outcomes(email, 3);
    await subject().letPass(MINUTE);

    expect((await take(email)).outcome).toBe('granted');
  });

  it('counts anew after a lock', async () => {
    const email = anAddress();
    await outcomes(email, 6);
    await subject().letPass(15 * MINUTE);

    expect(await outcomes(email, 6)).toEqual(['granted', 'granted', 'granted', 'granted', 'last', 'locked']);
  });

  it('remembers failures for fifteen minutes after the last one', async () => {
    const email = anAddress();
    await outcomes(email, 3);
    await subject().letPass(14 * MINUTE);
    await outcomes(email, 1);
    await subject().letPass(14 * MINUTE);

    expect(await outcomes(email, 2)).toEqual(['last', 'locked']);
  });

  it('forgets failures after that', async () => {
    const email = anAddress();
    await outcomes(email, 4);
    await subject().letPass(15 * MINUTE);

    expect(await outcomes(email, 2)).toEqual(['granted', 'granted']);
  });

  it('counts no tries of other addresses', async () => {
    await outcomes(anAddress(), 6);

    expect((await take(anAddress())).outcome).toBe('granted');
  });

  it('counts an address as one however it is written', async () => {
    const email = anAddress();
    const all = [email, email.toUpperCase(), email.toLowerCase()];
    for (const each of [...all, email]) await take(each);

    expect((await take(email.toUpperCase())).outcome).toBe('last');
  });

  it('names the address by one hash however it is written, and others by others', async () => {
    const email = anAddress();
    const tries = [await take(email), await take(email.toUpperCase()), await take(anAddress())];
    const [one, same, other] = tries.map((each) => 'addressHash' in each && each.addressHash.toString('hex'));

    expect(one).toMatch(/^[0-9a-f]{64}$/);
    expect(same).toBe(one);
    expect(other).not.toBe(one);
  });

  it('counts anew when it is told to, however the address is written', async () => {
    const email = anAddress();
    await outcomes(email, 4);
    await clear(email.toUpperCase());

    expect(await outcomes(email, 5)).toEqual(['granted', 'granted', 'granted', 'granted', 'last']);
  });

  it('grants five of many tries at the same moment', async () => {
    const email = anAddress();
    const all = await Promise.all(Array.from({ length: 20 }, () => take(email)));

    expect(all.map(({ outcome }) => outcome).sort()).toEqual([
      ...Array<string>(4).fill('granted'),
      'last',
      ...Array<string>(15).fill('locked'),
    ]);
  });

  it('deletes what has ended, so many at a time, and nothing else', async () => {
    await subject().letPass(15 * MINUTE);
    while ((await deleteExpired(1_000)) > 0);
    for (let i = 0; i < 3; i++) await take(anAddress());
    await subject().letPass(15 * MINUTE);
    const running = anAddress();
    await outcomes(running, 4);

    expect([await deleteExpired(2), await deleteExpired(2), await deleteExpired(2)]).toEqual([2, 1, 0]);
    expect((await take(running)).outcome).toBe('last');
  });
}
