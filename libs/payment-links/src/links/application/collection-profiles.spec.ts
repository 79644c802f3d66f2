import { NO_FEES } from '@app/fees';
import { GivenFeeSchedules } from '@app/fees/testing';
import { newId, toCurrency } from '@app/kernel';
import { StandingClock } from '@app/kernel/testing';
import type { Lane, LedgerService, Wallet } from '@app/ledger';
import { inMemoryLedger } from '@app/ledger/testing';
import { CollectionProfiles, receivingWallet, type CollectionProfile } from './collection-profiles';

function profiles() {
  const { uow, ledger } = inMemoryLedger();
  const clock = new StandingClock();
  const service = new CollectionProfiles(ledger, new GivenFeeSchedules(), clock);
  const addWallet = (accountId: string, currency = 'ARS', lane: Lane = 'local') =>
    uow.run((tx) => ledger.createWallet(tx, { accountId, currency, lane }));
  const readings = jest.spyOn(ledger, 'walletsOf');
  const lanesOf = async (accountId: string) => (await service.of(accountId)).wallets.map(({ lane }) => lane);
  return { ledger, clock, service, addWallet, readings, lanesOf };
}

/** Holds readings of wallets until it is called. */
function hold(ledger: LedgerService, readings: jest.SpyInstance<Promise<Wallet[]>, [string]>): () => void {
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  const read = Object.getPrototypeOf(ledger).walletsOf.bind(ledger) as LedgerService['walletsOf'];
  readings.mockImplementationOnce(async (accountId) => {
    const wallets = await read(accountId);
    await gate;
    return wallets;
  });
  return open;
}

describe('the profile of an account', () => {
  it('has its wallets and its fees, and no balances, which would become outdated', async () => {
    const { service, addWallet } = profiles();
    const accountId = newId();
    const { id } = await addWallet(accountId);
    await expect(service.of(accountId)).resolves.toEqual({
      wallets: [{ id, currency: 'ARS', lane: 'local' }],
      fees: NO_FEES,
    });
  });

  it('does not exist for an account without wallets, and exists once it has one', async () => {
    const { service, addWallet, lanesOf } = profiles();
    const accountId = newId();
    await expect(service.of(accountId)).rejects.toMatchObject({ code: 'SYSTEM_DATABASE_ERROR' });
    await addWallet(accountId);
    await expect(lanesOf(accountId)).resolves.toEqual(['local']);
  });

  it('is read once for many at the same moment, and remembered for four seconds', async () => {
    const { service, addWallet, readings, clock } = profiles();
    const accountId = newId();
    await addWallet(accountId);
    await Promise.all(Array.from({ length: 20 }, () => service.of(accountId)));
    clock.advance(4_000);
    await service.of(accountId);
    expect(readings).toHaveBeenCalledTimes(1);
    clock.advance(1);
    await service.of(accountId);
    expect(readings).toHaveBeenCalledTimes(2);
  });

  it('is read again after the notification of a change, and that of another account is not', async () => {
    const { service, addWallet, lanesOf, readings } = profiles();
    const [accountId, other] = [newId(), newId()];
    await addWallet(accountId);
    await addWallet(other);
    await lanesOf(accountId);
    await lanesOf(other);
    await addWallet(accountId, 'USD', 'usd');
    service.forget(accountId);
    await expect(lanesOf(accountId)).resolves.toEqual(['local', 'usd']);
    await lanesOf(other);
    expect(readings).toHaveBeenCalledTimes(3);
  });

  it('is read again when it is unknown which account changed', async () => {
    const { service, addWallet, lanesOf } = profiles();
    const accountId = newId();
    await addWallet(accountId);
    await lanesOf(accountId);
    await addWallet(accountId, 'USD', 'usd');
    service.forget();
    await expect(lanesOf(accountId)).resolves.toEqual(['local', 'usd']);
  });

  it('that was being read when a notification came is not remembered', async () => {
    const { ledger, service, addWallet, lanesOf, readings } = profiles();
    const accountId = newId();
    await addWallet(accountId);
    const open = hold(ledger, readings);
    const early = lanesOf(accountId);
    await addWallet(accountId, 'USD', 'usd');
    service.forget(accountId);
    open();
    await early;
    await expect(lanesOf(accountId)).resolves.toEqual(['local', 'usd']);
  });

  it('that could not be read is not remembered either', async () => {
    const { service, addWallet, lanesOf, readings } = profiles();
    const accountId = newId();
    await addWallet(accountId);
    readings.mockRejectedValueOnce(new Error('connection lost'));
    await expect(service.of(accountId)).rejects.toThrow('connection lost');
    await expect(lanesOf(accountId)).resolves.toEqual(['local']);
  });
});

describe('the wallet that receives', () => {
  const [ARS, BRL, USD] = ['ARS', 'BRL', 'USD'].map(toCurrency) as [CurrencyOf, CurrencyOf, CurrencyOf];
  type CurrencyOf = ReturnType<typeof toCurrency>;
  const wallet = (lane: Lane, currency: CurrencyOf) => ({ id: `${lane} wallet`, lane, currency });
  const profile = (...wallets: ReturnType<typeof wallet>[]): CollectionProfile => ({ wallets, fees: NO_FEES });

  const BOTH = profile(wallet('local', ARS), wallet('usd', USD));

  it.each`
    payer  | usdEnabled | of                               | id
    ${ARS} | ${false}   | ${BOTH}                          | ${'local wallet'}
    ${BRL} | ${false}   | ${BOTH}                          | ${'local wallet'}
    ${ARS} | ${true}    | ${profile(wallet('local', BRL))} | ${'local wallet'}
    ${USD} | ${true}    | ${BOTH}                          | ${'usd wallet'}
  `('of $payer is the $id', ({ payer, usdEnabled, of, id }) => {
    expect(receivingWallet(of, payer, usdEnabled).id).toBe(id);
  });

  it.each`
    payer  | usdEnabled | of                                  | code
    ${USD} | ${false}   | ${BOTH}                             | ${'USD_ACCOUNT_NOT_ENABLED'}
    ${USD} | ${true}    | ${profile(wallet('local', USD))}    | ${'USD_ACCOUNT_NOT_ENABLED'}
    ${ARS} | ${true}    | ${profile(wallet('usd', USD))}      | ${'WALLET_NOT_FOUND'}
    ${ARS} | ${true}    | ${profile(wallet('internal', ARS))} | ${'WALLET_NOT_FOUND'}
  `('of $payer is missing: $code', ({ payer, usdEnabled, of, code }) => {
    expect(() => receivingWallet(of, payer, usdEnabled)).toThrow(expect.objectContaining({ code }));
  });
});
