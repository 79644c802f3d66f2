import { randomBytes } from 'node:crypto';
import type { FactorProof } from '../sign-in/domain/second-factor';
import { givenAccount, givenUser } from './factories';
import type { PanelSubject } from './panel-subject';

/** What every adapter of the port must do. */
export function secondFactorsRepositoryContract(subject: () => PanelSubject): void {
  let userId: string;
  let otherId: string;
  beforeEach(async () => {
    const { id } = await givenAccount(subject());
    userId = (await givenUser(subject(), id)).id;
    otherId = (await givenUser(subject(), id)).id;
  });

  const find = (id = userId) => subject().factors.find(id);
  const begin = (secret: Buffer, id = userId) => subject().uow.once((tx) => subject().factors.begin(tx, id, secret));
  const confirm = (encryptedSecret: Buffer, recoveryCodeHashes: readonly Buffer[] = [], id = userId) =>
    subject().uow.run((tx) => subject().factors.confirm(tx, id, { encryptedSecret, step: 10, recoveryCodeHashes }));
  const use = (proof: FactorProof, id = userId) => subject().uow.once((tx) => subject().factors.use(tx, id, proof));
  const remove = (id = userId) => subject().uow.once((tx) => subject().factors.remove(tx, id));

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
}
