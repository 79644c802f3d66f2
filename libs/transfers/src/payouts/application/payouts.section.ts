import { expectBooksBalanced } from '@app/books/testing';
import { ConnectionLostError, DomainError, newId, WrittenAmount } from '@app/kernel';
import type { DataSource } from 'typeorm';
import { testDataSource } from '../../../../../test/support/test-database';
import { postgresTransfers, type TransferringMerchant } from '../../testing/transfers-harness';

describe('payouts that are ordered at the same moment', () => {
  let source: DataSource;
  let system: ReturnType<typeof postgresTransfers>;
  let merchant: TransferringMerchant;
  beforeAll(async () => {
    source = await testDataSource();
  });
  beforeEach(async () => {
    system = postgresTransfers(source);
    merchant = await system.merchant({ credit: '10000' });
  });
  afterEach(() => expectBooksBalanced(source));

  /** Orders payouts at the same moment, and returns the amount of each, or the code of its error. */
  const order = (...amounts: string[]) =>
    Promise.all(
      amounts.map((amount) =>
        system.payouts
          .order(merchant.by, {
            walletId: merchant.wallet.id,
            bankAccountId: newId(),
            amount: WrittenAmount.of(amount),
            instant: false,
            comment: null,
          })
          .then(
            ({ figures }) => figures.amount.toFixed(),
            (error: unknown) => {
              if (error instanceof DomainError) return error.code;
              throw error;
            },
          ),
      ),
    );
  const placed = async () => (await system.payouts.list(merchant.by.account.id, { limit: 50 })).items;
  const available = async () => (await system.ledger.findWallet(merchant.wallet.id))!.balances.available.toFixed();

  it('share transactions, each with its own record', async () => {
    merchant = await system.merchant({ credit: '100000' });
    const place = jest.spyOn(system.placement, 'place');
    const amounts = Array.from({ length: 30 }, (_, at) => `${1000 + at}.00`);
    expect(await order(...amounts)).toEqual(amounts);
    expect(place.mock.calls.length).toBeLessThan(15);
    expect((await placed()).map(({ figures }) => figures.amount.toFixed()).sort()).toEqual(amounts);
    expect(system.audit.entries.map(({ action }) => action)).toEqual(Array(30).fill('payout.ordered'));
    expect(await available()).toBe('69565.00');
  });

  it('keep each the request that ordered it (rule 16.24)', async () => {
    const { by, wallet } = merchant;
    const request = { walletId: wallet.id, bankAccountId: newId(), amount: WrittenAmount.of('1000') };
    const ordered = await Promise.all(
      ['order-1', undefined, 'order-3'].map((requestId) =>
        system.payouts.order(
          { ...by, actor: { ...by.actor, requestId } },
          { ...request, instant: false, comment: null },
        ),
      ),
    );
    const kept = await Promise.all(ordered.map(({ id }) => system.payouts.read(by.account.id, id)));
    expect(kept.map(({ payout }) => payout.requestId)).toEqual(['order-1', null, 'order-3']);
  });

  it('fail alone when the wallet does not cover them', async () => {
    expect(await order('6000', '10001', '4000')).toEqual(['6000.00', 'INSUFFICIENT_AVAILABLE_BALANCE', '4000.00']);
    expect(await placed()).toHaveLength(2);
    expect(await available()).toBe('0.00');
  });

  it('are both placed when they are equal and have no key (rule 11.18)', async () => {
    expect(await order('1000', '1000', '1000')).toEqual(['1000.00', '1000.00', '1000.00']);
    expect(await placed()).toHaveLength(3);
    expect(await available()).toBe('7000.00');
  });

  it('get each their own outcome, although the connection of another part of the batch is lost (rule 11.18)', async () => {
    const place = system.placement.place.bind(system.placement);
    jest.spyOn(system.placement, 'place').mockImplementation(async (tx, orders) => {
      const amounts = orders.map(({ outflow }) => outflow.quote.figures.amount.toFixed());
      if (amounts.length > 1) throw new Error('one of them is wrong');
      if (amounts.includes('1003.00')) throw new ConnectionLostError('reset');
      return place(tx, orders);
    });
    await expect(
      Promise.allSettled(['1000', '1001', '1002', '1003'].map((amount) => order(amount).then(([one]) => one))),
    ).resolves.toEqual([
      { status: 'fulfilled', value: '1000.00' },
      { status: 'fulfilled', value: '1001.00' },
      { status: 'fulfilled', value: '1002.00' },
      { status: 'rejected', reason: expect.any(ConnectionLostError) },
    ]);
    expect((await placed()).map(({ figures }) => figures.amount.toFixed()).sort()).toEqual([
      '1000.00',
      '1001.00',
      '1002.00',
    ]);
  });

  it('are answered before the rest of their batch is decided (rule 11.18)', async () => {
    const place = system.placement.place.bind(system.placement);
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let last: unknown;
    jest.spyOn(system.placement, 'place').mockImplementation(async (tx, orders) => {
      if (orders.length > 1) {
        last = orders.at(-1);
        throw new Error('one of them is wrong');
      }
      if (orders[0] === last) await held;
      return place(tx, orders);
    });
    const both = [order('1000'), order('1001')];
    expect(await Promise.race(both)).toHaveLength(1);
    release();
    expect((await Promise.all(both)).flat()).toEqual(['1000.00', '1001.00']);
  });

  it('take no more than is available, over any number of processes (60 orders of 1000 from 10000)', async () => {
    const other = postgresTransfers(source);
    const systems = [system, other];
    const request = { walletId: merchant.wallet.id, bankAccountId: newId(), instant: false, comment: null };
    const results = await Promise.allSettled(
      Array.from({ length: 60 }, (_, at) =>
        systems[at % 2]!.payouts.order(merchant.by, { ...request, amount: WrittenAmount.of('1000') }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect(await placed()).toHaveLength(10);
    expect(await available()).toBe('0.00');
  });
});
