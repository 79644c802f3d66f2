import { newId } from '@app/kernel';
import { statement } from '@app/platform';
import { randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';
import type { SignInAttempt } from '../application/ports';
import type { FactorProof } from '../domain/second-factor';
import { placesOf } from '../domain/sign-in';
import { givenAccount, givenUser } from '../../testing/factories';
import { postgresPanel } from '../../testing/postgres-repositories';
import { testDataSource } from '../../../../../test/support/test-database';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const PLACE = { name: 'network 192.0.2.1', limit: 5, lockSeconds: 15 * MINUTE };

describe('sign-in on PostgreSQL', () => {
  let source: DataSource;
  let panel: ReturnType<typeof postgresPanel>;
  beforeAll(async () => {
    source = await testDataSource();
    panel = postgresPanel(source);
  });

  describe('PostgresSignInAttempts', () => {
    const take = (email: string, place = PLACE): Promise<SignInAttempt> =>
      panel.uow.run((tx) => panel.attempts.take(tx, email, place));
    const giveBack = (email: string) => panel.uow.once((tx) => panel.attempts.giveBack(tx, email, PLACE));
    const clear = (email: string) => panel.uow.once((tx) => panel.attempts.clear(tx, email, PLACE));
    const deleteExpired = (limit: number) => panel.uow.once((tx) => panel.attempts.deleteExpired(tx, limit));
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
      await panel.letPass(5 * MINUTE);
      const rejected = await take(email);

      expect(rejected.outcome === 'locked' && rejected.retryAfterSeconds).toBeGreaterThan(10 * MINUTE - 30);
      expect(rejected.outcome === 'locked' && rejected.retryAfterSeconds).toBeLessThanOrEqual(10 * MINUTE);
    });

    it('does not extend the lock because of rejected attempts', async () => {
      const email = anAddress();
      await outcomes(email, 5);
      await panel.letPass(14 * MINUTE);
      await outcomes(email, 3);
      await panel.letPass(MINUTE);

      expect((await take(email)).outcome).toBe('granted');
    });

    it('starts counting again after a lock', async () => {
      const email = anAddress();
      await outcomes(email, 6);
      await panel.letPass(15 * MINUTE);

      expect(await outcomes(email, 6)).toEqual(['granted', 'granted', 'granted', 'granted', 'last', 'locked']);
    });

    it('counts the failures of an hour', async () => {
      const email = anAddress();
      await outcomes(email, 3);
      await panel.letPass(14 * MINUTE);
      await outcomes(email, 1);
      await panel.letPass(14 * MINUTE);

      expect(await outcomes(email, 2)).toEqual(['last', 'locked']);
    });

    it('ignores each failure after an hour, however many came since', async () => {
      const email = anAddress();
      for (let i = 0; i < 8; i++) {
        expect(await outcomes(email, 1)).toEqual(['granted']);
        await panel.letPass(15 * MINUTE);
      }
    });

    it('counts each place separately, and clears one or all of them', async () => {
      const [email, elsewhere] = [anAddress(), { ...PLACE, name: 'anywhere' }];
      await outcomes(email, 5);
      for (let i = 0; i < 5; i++) expect((await take(email, elsewhere)).outcome).not.toBe('locked');
      await clear(email);
      expect([(await take(email)).outcome, (await take(email, elsewhere)).outcome]).toEqual(['granted', 'locked']);
      await outcomes(email, 4);
      await panel.uow.run((tx) => panel.attempts.clearAll(tx, email.toUpperCase()));

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
      await panel.letPass(HOUR);
      while ((await deleteExpired(1_000)) > 0);
      for (let i = 0; i < 3; i++) await take(anAddress());
      await panel.letPass(HOUR);
      const running = anAddress();
      await outcomes(running, 4);

      expect([await deleteExpired(2), await deleteExpired(2), await deleteExpired(2)]).toEqual([2, 1, 0]);
      expect((await take(running)).outcome).toBe('last');
    });

    it('deletes no more than the limit when the planner prefers nested loops', async () => {
      for (let count = 0; count < 3; count++) {
        await panel.uow.once((tx) => panel.attempts.take(tx, `${newId()}@example.com`, placesOf().network));
      }
      await source.query(`UPDATE sign_in_failures SET ends_at = now() - interval '1 minute'`);
      await source.query('ANALYZE sign_in_failures');

      const deleted = await panel.uow.run(async (tx) => {
        for (const plan of ['hashjoin', 'mergejoin', 'hashagg', 'sort', 'material', 'indexscan', 'bitmapscan']) {
          await panel.db.in(tx).execute(statement(`without ${plan}`, `SET LOCAL enable_${plan} = off`));
        }
        return panel.attempts.deleteExpired(tx, 2);
      });
      expect(deleted).toBe(2);
    });

    it('keeps no address in clear text', async () => {
      const email = `${newId()}@example.com`;
      await panel.uow.once((tx) => panel.attempts.take(tx, email, placesOf().network));

      const rows = await source.query('SELECT 1 FROM sign_in_failures a WHERE a::text LIKE $1', [`%${email}%`]);
      expect(rows).toEqual([]);
    });
  });

  describe('PostgresSecondFactorsRepository', () => {
    let userId: string;
    let otherId: string;
    beforeEach(async () => {
      const { id } = await givenAccount(panel);
      userId = (await givenUser(panel, id)).id;
      otherId = (await givenUser(panel, id)).id;
    });

    const find = (id = userId) => panel.factors.find(id);
    const begin = (secret: Buffer, id = userId) => panel.uow.once((tx) => panel.factors.begin(tx, id, secret));
    const confirm = (encryptedSecret: Buffer, recoveryCodeHashes: readonly Buffer[] = [], id = userId) =>
      panel.uow.run((tx) => panel.factors.confirm(tx, id, { encryptedSecret, step: 10, recoveryCodeHashes }));
    const use = (proof: FactorProof, id = userId) => panel.uow.once((tx) => panel.factors.use(tx, id, proof));
    const remove = (id = userId) => panel.uow.once((tx) => panel.factors.remove(tx, id));

    async function givenFactor(recoveryCodeHashes: readonly Buffer[] = [], id = userId): Promise<Buffer> {
      const secret = randomBytes(48);
      await begin(secret, id);
      expect(await confirm(secret, recoveryCodeHashes, id)).toBe(true);
      return secret;
    }

    it('keeps the secret that was set up last, until one is confirmed', async () => {
      const [one, two, three] = [randomBytes(48), randomBytes(48), randomBytes(48)];
      expect([await begin(one), await begin(two)]).toEqual([true, true]);
      expect(await find()).toEqual({ encryptedSecret: two, isConfirmed: false });
      expect([await confirm(one), await confirm(two), await confirm(two)]).toEqual([false, true, false]);
      expect(await begin(three)).toBe(false);

      expect(await find()).toEqual({ encryptedSecret: two, isConfirmed: true });
    });

    it('finds nothing of a user who set up nothing', async () => {
      await givenFactor();

      expect(await find(otherId)).toBeUndefined();
    });

    it('accepts each step once, and none before the last one', async () => {
      await givenFactor();

      const steps = [10, 11, 11, 9, 12];
      const used = [];
      for (const step of steps) used.push(await use({ step }));
      expect(used).toEqual([false, true, false, false, true]);
    });

    it('accepts one of many concurrent uses of a step', async () => {
      await givenFactor();
      const used = await Promise.all(Array.from({ length: 5 }, () => use({ step: 11 })));

      expect(used.filter(Boolean)).toHaveLength(1);
    });

    it('accepts each recovery code once, from its own user', async () => {
      const [one, two] = [randomBytes(32), randomBytes(32)];
      await givenFactor([one, two]);
      await givenFactor([], otherId);

      expect(await use({ recoveryCodeHash: one }, otherId)).toBe(false);
      expect([await use({ recoveryCodeHash: one }), await use({ recoveryCodeHash: one })]).toEqual([true, false]);
      expect(await use({ recoveryCodeHash: two })).toBe(true);
    });

    it('accepts nothing before it is confirmed', async () => {
      await begin(randomBytes(48));

      expect([await use({ step: 99 }), await use({ recoveryCodeHash: randomBytes(32) })]).toEqual([false, false]);
    });

    it('is removed once, with its recovery codes, and another can be set up', async () => {
      const code = randomBytes(32);
      await givenFactor([code]);

      expect([await remove(), await remove()]).toEqual([true, false]);
      expect([await find(), await use({ recoveryCodeHash: code })]).toEqual([undefined, false]);
      await givenFactor([code]);
    });

    it('reports a removed factor that was never confirmed as none', async () => {
      await begin(randomBytes(48));

      expect(await remove()).toBe(false);
      expect(await find()).toBeUndefined();
    });
  });
});
