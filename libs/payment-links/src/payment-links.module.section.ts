import { FeeSchedules, NO_FEES } from '@app/fees';
import { newId, UnitOfWork } from '@app/kernel';
import { LedgerService } from '@app/ledger';
import { NotificationListener } from '@app/platform';
import { CollectionSystem, type Merchant } from '../../../test/support/collection-system';
import { CollectionProfiles } from './links/application/collection-profiles';

describe('PaymentLinksModule', () => {
  let system: CollectionSystem;

  beforeAll(async () => {
    system = await CollectionSystem.shared();
  });

  const announced = (payload: string) =>
    new Promise<void>((resolve) =>
      system.get(NotificationListener).on('account_changed', (heard) => {
        if (heard === payload) resolve();
      }),
    );

  /** A merchant whose creation has been announced, and whose profile is cached. */
  async function rememberedMerchant(): Promise<Merchant> {
    const merchant = await system.merchant();
    const mark = newId();
    const marked = announced(mark);
    await system.query(`SELECT pg_notify('account_changed', $1)`, [mark]);
    await marked;
    await system.get(CollectionProfiles).of(merchant.account.id);
    return merchant;
  }

  describe('a process that caches the profile of an account', () => {
    it('sees a wallet at once that is opened somewhere else', async () => {
      const { account } = await rememberedMerchant();
      const profiles = system.get(CollectionProfiles);
      const notice = announced(account.id);
      await system
        .get(UnitOfWork)
        .run((tx) =>
          system.get(LedgerService).createWallet(tx, { accountId: account.id, currency: 'USD', lane: 'usd' }),
        );
      await notice;
      expect((await profiles.of(account.id)).wallets.map(({ lane }) => lane)).toEqual(['local', 'usd']);
    });

    it('sees fees at once that are set somewhere else', async () => {
      const { account } = await rememberedMerchant();
      const profiles = system.get(CollectionProfiles);
      const notice = announced(account.id);
      await system.get(UnitOfWork).run((tx) => system.get(FeeSchedules).set(tx, account.id, NO_FEES));
      await notice;
      expect((await profiles.of(account.id)).fees).toEqual(NO_FEES);
    });

    it('reads nothing again when money moves', async () => {
      const merchant = await rememberedMerchant();
      const order = await system.choose(await system.link(merchant));
      const walletsOf = jest.spyOn(system.get(LedgerService), 'walletsOf');
      await system.pay(order);
      await system.get(CollectionProfiles).of(merchant.account.id);
      expect(walletsOf).not.toHaveBeenCalled();
      walletsOf.mockRestore();
    });
  });
});
