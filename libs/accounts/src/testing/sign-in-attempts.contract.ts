import { newId, type UnitOfWork } from '@app/kernel';
import type { SignInAttempts, SignInAttempt } from '../sign-in/application/ports';

export interface SignInAttemptsSubject {
  attempts: SignInAttempts;
  uow: UnitOfWork;
  /** Advances the time of everything that was counted. */
  letPass(seconds: number): Promise<void>;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const PLACE = { name: 'network 192.0.2.1', limit: 5, lockSeconds: 15 * MINUTE };

/** What every adapter of the port must do. */
export function signInAttemptsContract(subject: () => SignInAttemptsSubject): void {
  const take = (email: string, place = PLACE): Promise<SignInAttempt> =>
    subject().uow.run((tx) => subject().attempts.take(tx, email, place));
  const giveBack = (email: string) => subject().uow.once((tx) => subject().attempts.giveBack(tx, email, PLACE));
  const clear = (email: string) => subject().uow.once((tx) => subject().attempts.clear(tx, email, PLACE));
  const deleteExpired = (limit: number) => subject().uow.once((tx) => subject().attempts.deleteExpired(tx, limit));
  const anAddress = () => `Ana.${newId()}@example.com`;

  async function outcomes(email: string, count: number): Promise<string[]> {
    const all: string[] = [];
    for (let i = 0; i < count; i++) all.push((await take(email)).outcome);
    return all;
  }

  it('grants five attempts, reports which is the last, and then locks the address', async () => {
    expect(await outcomes(anAddress(), 7)).toEqual([
      'granted',
      'granted',
      'granted',
      'granted',
      'last',
      'locked',
      'locked',
    ]);
  });

  it('counts an attempt that was given back as none, and keeps the earlier ones', async () => {
    const email = anAddress();
    await outcomes(email, 3);
    await giveBack(email.toUpperCase());

    expect(await outcomes(email, 4)).toEqual(['granted', 'granted', 'last', 'locked']);
  });

  it('counts nothing when the only attempt was given back', async () => {
    const email = anAddress();
    await outcomes(email, 1);
    await giveBack(email);
    await giveBack(email);

    expect(await outcomes(email, 5)).toEqual(['granted', 'granted', 'granted', 'granted', 'last']);
  });

  it('unlocks when the last attempt was given back, whatever was rejected meanwhile', async () => {
    const email = anAddress();
    await outcomes(email, 7);
    await giveBack(email);

    expect(await outcomes(email, 2)).toEqual(['last', 'locked']);
  });

  it('locks for fifteen minutes, and reports the remaining time', async () => {
    const email = anAddress();
    await outcomes(email, 5);
    await subject().letPass(5 * MINUTE);
    const refused = await take(email);

    expect(refused.outcome === 'locked' && refused.retryAfterSeconds).toBeGreaterThan(10 * MINUTE - 30);
    expect(refused.outcome === 'locked' && refused.retryAfterSeconds).toBeLessThanOrEqual(10 * MINUTE);
  });

  it('does not extend the lock because of refused attempts', async () => {
    const email = anAddress();
    await outcomes(email, 5);
    await subject().letPass(14 * MINUTE);
    await outcomes(email, 3);
    await subject().letPass(MINUTE);

    expect((await take(email)).outcome).toBe('granted');
  });

  it('starts counting again after a lock', async () => {
    const email = anAddress();
    await outcomes(email, 6);
    await subject().letPass(15 * MINUTE);

    expect(await outcomes(email, 6)).toEqual(['granted', 'granted', 'granted', 'granted', 'last', 'locked']);
  });

  it('counts the failures of an hour', async () => {
    const email = anAddress();
    await outcomes(email, 3);
    await subject().letPass(14 * MINUTE);
    await outcomes(email, 1);
    await subject().letPass(14 * MINUTE);

    expect(await outcomes(email, 2)).toEqual(['last', 'locked']);
  });

  it('ignores each failure after an hour, however many came since', async () => {
    const email = anAddress();
    for (let i = 0; i < 8; i++) {
      expect(await outcomes(email, 1)).toEqual(['granted']);
      await subject().letPass(15 * MINUTE);
    }
  });

  it('counts each place separately, and clears one or all of them', async () => {
    const [email, elsewhere] = [anAddress(), { ...PLACE, name: 'anywhere' }];
    await outcomes(email, 5);
    for (let i = 0; i < 5; i++) expect((await take(email, elsewhere)).outcome).not.toBe('locked');
    await clear(email);
    expect([(await take(email)).outcome, (await take(email, elsewhere)).outcome]).toEqual(['granted', 'locked']);
    await outcomes(email, 4);
    await subject().uow.run((tx) => subject().attempts.clearAll(tx, email.toUpperCase()));

    expect([(await take(email)).outcome, (await take(email, elsewhere)).outcome]).toEqual(['granted', 'granted']);
  });

  it('counts each address separately', async () => {
    await outcomes(anAddress(), 6);

    expect((await take(anAddress())).outcome).toBe('granted');
  });

  it('counts all spellings of an address together', async () => {
    const email = anAddress();
    const all = [email, email.toUpperCase(), email.toLowerCase()];
    for (const each of [...all, email]) await take(each);

    expect((await take(email.toUpperCase())).outcome).toBe('last');
  });

  it('identifies all spellings of an address by one hash', async () => {
    const email = anAddress();
    const tries = [await take(email), await take(email.toUpperCase()), await take(anAddress())];
    const [one, same, other] = tries.map((each) => 'addressHash' in each && each.addressHash.toString('hex'));

    expect(one).toMatch(/^[0-9a-f]{64}$/);
    expect(same).toBe(one);
    expect(other).not.toBe(one);
  });

  it('starts counting again after a successful sign-in with any spelling', async () => {
    const email = anAddress();
    await outcomes(email, 4);
    await clear(email.toUpperCase());

    expect(await outcomes(email, 5)).toEqual(['granted', 'granted', 'granted', 'granted', 'last']);
  });

  it('grants five of many concurrent attempts', async () => {
    const email = anAddress();
    const all = await Promise.all(Array.from({ length: 20 }, () => take(email)));

    expect(all.map(({ outcome }) => outcome).sort()).toEqual([
      ...Array<string>(4).fill('granted'),
      'last',
      ...Array<string>(15).fill('locked'),
    ]);
  });

  it('deletes expired counters up to the limit, and no others', async () => {
    await subject().letPass(HOUR);
    while ((await deleteExpired(1_000)) > 0);
    for (let i = 0; i < 3; i++) await take(anAddress());
    await subject().letPass(HOUR);
    const running = anAddress();
    await outcomes(running, 4);

    expect([await deleteExpired(2), await deleteExpired(2), await deleteExpired(2)]).toEqual([2, 1, 0]);
    expect((await take(running)).outcome).toBe('last');
  });
}
