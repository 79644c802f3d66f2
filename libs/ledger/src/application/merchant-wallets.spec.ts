import { aWallet, inMemoryLedger } from '../testing/harness';
import { VirtualWalletNotFoundError } from '../domain/errors';
import { MerchantWallets } from './merchant-wallets';

async function twoMerchants() {
  const harness = inMemoryLedger();
  const [owner, other] = [await aWallet(harness, { credit: '100' }), await aWallet(harness, { credit: '200' })];
  return { wallets: new MerchantWallets(harness.ledger), owner, other };
}

describe('what a merchant reads about a wallet', () => {
  it('is about the account’s first wallet without an id', async () => {
    const { wallets, owner } = await twoMerchants();
    const { wallet, totals } = await wallets.movementTotals(owner.accountId, undefined);
    expect([wallet.id, totals.totalIn.toFixed()]).toEqual([owner.id, '100.00']);
  });

  it('is never about a wallet of another account', async () => {
    const { wallets, owner, other } = await twoMerchants();
    const [by, id] = [owner.accountId, other.id];
    const reads = [
      wallets.listMovements(by, id, { limit: 1 }),
      wallets.streamMovements(by, id, {}),
      wallets.movementTotals(by, id),
      wallets.dailyTotals(by, id, ['2030-01-01']),
      wallets.proof(by, id),
    ];
    for (const read of reads) await expect(read).rejects.toThrow(VirtualWalletNotFoundError);
  });
});
