import { Money, newId, UnitOfWork } from '@app/kernel';
import { LedgerService } from '@app/ledger';
import { aDebitCollection, aDebitReturn, aPayout } from '@app/ledger/testing';
import { expectBooksBalanced } from '../../support/books';
import { balancesOf, movementsOf, payNewLink, post } from '../../support/paid-links';
import { TestService, type Merchant } from '../../support/service';

describe('Resources, Balances', () => {
  let service: TestService;
  let merchant: Merchant;
  let walletId: string;

  beforeAll(async () => {
    service = await TestService.start();
  });

  beforeEach(async () => {
    merchant = await service.merchant();
    walletId = merchant.local!.id;
    await payNewLink(service, merchant);
  });

  afterAll(async () => {
    await expectBooksBalanced(service);
    await service.stop();
  });

  /** Reserves money as an outflow does when it is ordered. */
  const reserve = (amount: string) =>
    service.get(UnitOfWork).run((tx) =>
      service.get(LedgerService).placeHold(tx, {
        walletId,
        amount: Money.of(amount, 'ARS'),
        referenceType: 'test_outflow',
        referenceId: newId(),
      }),
    );

  it('Balance: is all the money in the wallet, including reserved money (rule 9.5)', async () => {
    await payNewLink(service, merchant);
    await reserve('10000.00');

    expect((await balancesOf(service, walletId)).balance).toBe('28530.00');
  });

  it('Reserved balance: is the money of outflows in progress (rule 9.5)', async () => {
    await reserve('10000.00');
    await reserve('265.00');

    expect((await balancesOf(service, walletId)).reserved).toBe('10265.00');
  });

  it('Available balance: is the rest, and the maximum of a new outflow (rule 9.5)', async () => {
    await reserve('10000.00');
    expect((await balancesOf(service, walletId)).available).toBe('4265.00');

    await expect(reserve('4265.01')).rejects.toMatchObject({ code: 'INSUFFICIENT_AVAILABLE_BALANCE' });
    await reserve('4265.00');
    expect((await balancesOf(service, walletId)).available).toBe('0.00');
  });

  it('sum: balance is available plus reserved, before, during and after an outflow (rule 9.6)', async () => {
    const { holdId } = await reserve('10000.00');
    await expectSum('14265.00', '4265.00', '10000.00');
    await service.get(UnitOfWork).run((tx) => service.get(LedgerService).releaseHold(tx, holdId));
    await expectSum('14265.00', '14265.00', '0.00');
  });

  async function expectSum(balance: string, available: string, reserved: string): Promise<void> {
    expect(await balancesOf(service, walletId)).toEqual({ balance, available, reserved });
    expect(Money.of(available, 'ARS').plus(Money.of(reserved, 'ARS')).toFixed()).toBe(balance);
  }

  it('reserved: is never below zero, even when SQL bypasses the code (rule 9.6)', async () => {
    const overwritten = service.sql('UPDATE wallets SET reserved = -0.01 WHERE id = $1', [walletId]);

    await expect(overwritten).rejects.toMatchObject({ constraint: 'wallets_reserved_not_negative' });
  });

  it('whole: an operation that would break the sums fails and writes nothing (rule 9.6)', async () => {
    const both = service.get(UnitOfWork).run(async (tx) => {
      const ledger = service.get(LedgerService);
      await ledger.post(tx, [aPayout(walletId, Money.of('1000.00', 'ARS'))]);
      await ledger.post(tx, [aPayout(walletId, Money.of('13265.01', 'ARS'))]);
    });

    await expect(both).rejects.toMatchObject({ code: 'INSUFFICIENT_AVAILABLE_BALANCE' });
    expect(await balancesOf(service, walletId)).toMatchObject({ balance: '14265.00', available: '14265.00' });
    expect((await movementsOf(service, walletId)).map(({ label }) => label)).toEqual(['Payment received']);
  });

  it('available: equals the balance while nothing is reserved, and is less as soon as something is (rule 9.6)', async () => {
    expect(await balancesOf(service, walletId)).toMatchObject({ balance: '14265.00', available: '14265.00' });

    await reserve('0.01');
    expect(await balancesOf(service, walletId)).toMatchObject({ balance: '14265.00', available: '14264.99' });
  });

  it('debt: available goes below zero when a USD collection is returned after it was spent (rule 9.7)', async () => {
    const { usd } = await service.merchant({ usd: true });
    const [collected, fee] = [Money.of('50.00', 'USD'), Money.of('0.50', 'USD')];
    await post(service, aDebitCollection(usd!.id, collected, fee));
    await post(service, aPayout(usd!.id, Money.of('49.50', 'USD')));
    await post(service, aDebitReturn(usd!.id, collected, fee));

    expect(await balancesOf(service, usd!.id)).toEqual({ balance: '-49.50', reserved: '0.00', available: '-49.50' });
  });
});
