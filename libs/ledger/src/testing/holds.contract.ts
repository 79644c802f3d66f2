import { Money, newId, type Tx } from '@app/kernel';
import {
  HoldAlreadyResolvedError,
  HoldNotFoundError,
  InsufficientAvailableBalanceError,
  InvalidEntryError,
  LedgerKeyReusedError,
  VirtualWalletNotFoundError,
} from '../domain/errors';
import { aCollection, aDebitReturn, aHoldOn, aPayout } from './factories';
import { aWallet, type LedgerHarness } from './harness';

const ars = (amount: string) => Money.of(amount, 'ARS');

/** What every ledger guarantees about holds. */
export function holdsContract(opened: () => LedgerHarness): void {
  const run = <T>(work: (tx: Tx) => Promise<T>) => opened().uow.run(work);
  const place = (walletId: string, amount: string) =>
    run((tx) => opened().ledger.placeHold(tx, aHoldOn(walletId, ars(amount))));
  const capture = (holdId: string, walletId: string, amount: string) =>
    run((tx) => opened().ledger.captureHold(tx, holdId, aPayout(walletId, ars(amount))));
  const release = (holdId: string) => run((tx) => opened().ledger.releaseHold(tx, holdId));
  const balancesOf = async (walletId: string) => {
    const wallet = await opened().ledger.findWallet(walletId);
    const { balance, reserved, available } = wallet!.balances;
    return [balance.toFixed(), reserved.toFixed(), available.toFixed()];
  };

  it('decreases available and keeps the balance', async () => {
    const { id } = await aWallet(opened(), { credit: '100' });
    await place(id, '30');
    expect(await balancesOf(id)).toEqual(['100.00', '30.00', '70.00']);
  });

  it('are placed together, all or none', async () => {
    const { id } = await aWallet(opened(), { credit: '100' });
    const together = (...amounts: string[]) =>
      run((tx) =>
        opened().ledger.placeHolds(
          tx,
          amounts.map((amount) => aHoldOn(id, ars(amount))),
        ),
      );
    await expect(together('60', '50')).rejects.toThrow(InsufficientAvailableBalanceError);
    await expect(together('60', '40')).resolves.toMatchObject([{ duplicate: false }, { duplicate: false }]);
    expect(await balancesOf(id)).toEqual(['100.00', '100.00', '0.00']);
  });

  it('writes no movement when placing a hold', async () => {
    const { id } = await aWallet(opened(), { credit: '100' });
    await place(id, '30');
    expect((await opened().ledger.listMovements(id, { limit: 10 })).items).toHaveLength(1);
  });

  it('can hold all that is available, and no more', async () => {
    const { id } = await aWallet(opened(), { credit: '100' });
    await place(id, '60');
    await expect(place(id, '40.01')).rejects.toMatchObject({
      code: 'INSUFFICIENT_AVAILABLE_BALANCE',
      details: { meta: { available: '40.00', requested: '40.01', currency: 'ARS' } },
    });
    await place(id, '40');
    expect(await balancesOf(id)).toEqual(['100.00', '100.00', '0.00']);
  });

  it('protects held money from other debits', async () => {
    const { id } = await aWallet(opened(), { credit: '100' });
    await place(id, '60');
    const payout = run((tx) => opened().ledger.post(tx, [aPayout(id, ars('50'))]));
    await expect(payout).rejects.toThrow(InsufficientAvailableBalanceError);
  });

  it('rejects a hold of zero', async () => {
    const { id } = await aWallet(opened(), { credit: '100' });
    await expect(place(id, '0')).rejects.toThrow(InvalidEntryError);
  });

  it('rejects a hold on a wallet that does not exist', async () => {
    await expect(place(newId(), '1')).rejects.toThrow(VirtualWalletNotFoundError);
  });

  it('places one hold for an outflow when the request is repeated', async () => {
    const { id } = await aWallet(opened(), { credit: '100' });
    const request = aHoldOn(id, ars('30'));
    const first = await run((tx) => opened().ledger.placeHold(tx, request));
    const second = await run((tx) => opened().ledger.placeHold(tx, request));
    expect(second).toEqual({ holdId: first.holdId, duplicate: true });
    expect(await balancesOf(id)).toEqual(['100.00', '30.00', '70.00']);
  });

  it('rejects another amount for the same outflow', async () => {
    const { id } = await aWallet(opened(), { credit: '100' });
    const request = aHoldOn(id, ars('30'));
    await run((tx) => opened().ledger.placeHold(tx, request));
    const other = run((tx) => opened().ledger.placeHold(tx, { ...request, amount: ars('31') }));
    await expect(other).rejects.toThrow(LedgerKeyReusedError);
  });

  it('captures a hold without changing available', async () => {
    const { id } = await aWallet(opened(), { credit: '100' });
    const { holdId } = await place(id, '30');
    await capture(holdId, id, '30');
    expect(await balancesOf(id)).toEqual(['70.00', '0.00', '70.00']);
  });

  it('writes one outgoing movement when capturing a hold', async () => {
    const { id } = await aWallet(opened(), { credit: '100' });
    const { holdId } = await place(id, '30');
    await capture(holdId, id, '30');
    const { items } = await opened().ledger.listMovements(id, { limit: 1 });
    expect(items[0]).toMatchObject({ type: 'payout', direction: 'out', amount: ars('-30') });
  });

  it('rejects a capture of another amount than was held', async () => {
    const { id } = await aWallet(opened(), { credit: '100' });
    const { holdId } = await place(id, '30');
    await expect(capture(holdId, id, '29')).rejects.toThrow(InvalidEntryError);
  });

  it('rejects a capture from another wallet', async () => {
    const [held, other] = [await aWallet(opened(), { credit: '100' }), await aWallet(opened(), { credit: '100' })];
    const { holdId } = await place(held.id, '30');
    await expect(capture(holdId, other.id, '30')).rejects.toThrow(InvalidEntryError);
  });

  it('captures a hold after its wallet has gone into debt', async () => {
    const { id } = await aWallet(opened(), { credit: '100' });
    const { holdId } = await place(id, '30');
    await run((tx) => opened().ledger.post(tx, [aDebitReturn(id, ars('100'))]));
    await capture(holdId, id, '30');
    expect(await balancesOf(id)).toEqual(['-30.00', '0.00', '-30.00']);
  });

  it('rejects a hold on a wallet in debt', async () => {
    const { id } = await aWallet(opened());
    await run((tx) => opened().ledger.post(tx, [aDebitReturn(id, ars('100'))]));
    await expect(place(id, '1')).rejects.toThrow(InsufficientAvailableBalanceError);
  });

  it('makes released money available again', async () => {
    const { id } = await aWallet(opened(), { credit: '100' });
    const { holdId } = await place(id, '30');
    await release(holdId);
    expect(await balancesOf(id)).toEqual(['100.00', '0.00', '100.00']);
  });

  it.each([
    ['captured', 'captured'],
    ['captured', 'released'],
    ['released', 'captured'],
    ['released', 'released'],
  ])('rejects a hold that was %s being %s', async (first, second) => {
    const { id } = await aWallet(opened(), { credit: '100' });
    const { holdId } = await place(id, '30');
    const resolve = (how: string) => (how === 'captured' ? capture(holdId, id, '30') : release(holdId));
    await resolve(first);
    const again = resolve(second);
    await expect(again).rejects.toThrow(HoldAlreadyResolvedError);
    await expect(again).rejects.toMatchObject({ outcome: first });
  });

  it('rejects the release of a hold that does not exist', async () => {
    await expect(release(newId())).rejects.toThrow(HoldNotFoundError);
  });

  it('rejects a capture with an entry that was posted before', async () => {
    const { id } = await aWallet(opened(), { credit: '100' });
    const { holdId } = await place(id, '30');
    const payout = aPayout(id, ars('30'));
    await run((tx) => opened().ledger.post(tx, [payout]));
    const captured = run((tx) => opened().ledger.captureHold(tx, holdId, payout));
    await expect(captured).rejects.toThrow(LedgerKeyReusedError);
  });

  it('writes nothing when it throws, so that the transaction may continue', async () => {
    const { id } = await aWallet(opened());
    await run(async (tx) => {
      const rejected = opened().ledger.placeHold(tx, aHoldOn(id, ars('10')));
      await expect(rejected).rejects.toThrow(InsufficientAvailableBalanceError);
      await opened().ledger.post(tx, [aCollection(id, ars('10'))]);
    });
    expect(await balancesOf(id)).toEqual(['10.00', '0.00', '10.00']);
  });
}
