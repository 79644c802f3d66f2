import { Money, newId } from '@app/kernel';
import { aCollection, aTransfer } from './factories';
import { aWallet, type LedgerHarness } from './harness';

const ars = (amount: string) => Money.of(amount, 'ARS');

/** What the digests of wallets say, in memory or on PostgreSQL. */
export function digestsContract(opened: () => LedgerHarness): void {
  const upTo = async (walletId: string, version: number) => (await opened().digests.upTo([{ walletId, version }]))[0];
  const post = (...entries: ReturnType<typeof aCollection>[]) =>
    opened().uow.run((tx) => opened().ledger.post(tx, entries));

  it('have the wallet’s present version, and one digest for the same entries', async () => {
    const { id, accountId } = await aWallet(opened(), { credit: '10' });
    const [first, again] = [await upTo(id, 1), await upTo(id, 1)];
    expect(first).toEqual({
      walletId: id,
      accountId,
      currency: 'ARS',
      version: 1,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(again).toEqual(first);
  });

  it('up to a version do not depend on what was posted later', async () => {
    const { id } = await aWallet(opened(), { credit: '10' });
    const before = await upTo(id, 1);
    await post(aCollection(id, ars('1')));
    expect(await upTo(id, 1)).toEqual({ ...before, version: 2 });
    expect((await upTo(id, 2))?.digest).not.toBe(before?.digest);
  });

  it('differ between wallets with the same amounts', async () => {
    const [one, other] = [await aWallet(opened(), { credit: '10' }), await aWallet(opened(), { credit: '10' })];
    expect((await upTo(one.id, 1))?.digest).not.toBe((await upTo(other.id, 1))?.digest);
  });

  it('of all wallets are those up to their present versions, by id', async () => {
    const [one, other] = [await aWallet(opened(), { credit: '10' }), await aWallet(opened())];
    await post(aTransfer(one.id, other.id, ars('4')));
    const all = await opened().digests.ofAll();
    expect(all.map(({ walletId }) => walletId)).toEqual(all.map(({ walletId }) => walletId).sort());
    expect(all).toEqual(expect.arrayContaining([await upTo(one.id, 2), await upTo(other.id, 1)]));
  });

  it('exist for a wallet without postings, and not for an unknown one', async () => {
    const { id } = await aWallet(opened());
    expect(await upTo(id, 0)).toMatchObject({ walletId: id, version: 0 });
    expect(await upTo(newId(), 1)).toBeUndefined();
  });
}
