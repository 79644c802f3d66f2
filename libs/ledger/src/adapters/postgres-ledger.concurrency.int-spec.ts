import { DomainError, Money, newId, type Tx } from '@app/kernel';
import type { DataSource } from 'typeorm';
import { testDataSource } from '../../../../test/support/test-database';
import { JournalEntry } from '../domain/journal-entry';
import { platformPosting } from '../domain/posting';
import {
  aCollection,
  aDebitReturn,
  aHoldOn,
  aPayout,
  aTransfer,
  aWallet,
  expectBooksBalanced,
  postgresLedger,
  type LedgerHarness,
} from '../testing';

const ars = (amount: string) => Money.of(amount, 'ARS');

describe('many at once', () => {
  let dataSource: DataSource;
  let harness: LedgerHarness;
  const run = <T>(work: (tx: Tx) => Promise<T>) => harness.uow.run(work);
  const times = <T>(n: number, work: (i: number) => Promise<T>) =>
    Promise.all(Array.from({ length: n }, (_, i) => work(i)));
  const outcome = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: unknown) => {
        if (error instanceof DomainError) return error.code;
        throw error;
      },
    );
  const balancesOf = async (id: string) => {
    const { balance, reserved, available } = (await harness.ledger.findWallet(id))!.balances;
    return [balance.toFixed(), reserved.toFixed(), available.toFixed()];
  };

  beforeAll(async () => {
    dataSource = await testDataSource(20);
    harness = postgresLedger(dataSource);
  });
  afterEach(() => expectBooksBalanced(dataSource));

  it('accepts exactly the 10 of 60 debits that a wallet covers', async () => {
    const { id } = await aWallet(harness, { credit: '100' });
    const outcomes = await times(60, () => outcome(run((tx) => harness.ledger.post(tx, [aPayout(id, ars('10'))]))));
    expect(outcomes.filter((of) => of === 'done')).toHaveLength(10);
    expect(outcomes.filter((of) => of === 'INSUFFICIENT_AVAILABLE_BALANCE')).toHaveLength(50);
    expect(await balancesOf(id)).toEqual(['0.00', '0.00', '0.00']);
  });

  it('accepts exactly the 10 of 60 holds that a wallet covers', async () => {
    const { id } = await aWallet(harness, { credit: '100' });
    const outcomes = await times(60, () => outcome(run((tx) => harness.ledger.placeHold(tx, aHoldOn(id, ars('10'))))));
    expect(outcomes.filter((of) => of === 'done')).toHaveLength(10);
    expect(outcomes.filter((of) => of === 'INSUFFICIENT_AVAILABLE_BALANCE')).toHaveLength(50);
    expect(await balancesOf(id)).toEqual(['100.00', '100.00', '0.00']);
  });

  it('lets holds and debits together take no more than there is', async () => {
    const { id } = await aWallet(harness, { credit: '100' });
    const outcomes = await times(60, (i) =>
      outcome(
        run((tx): Promise<unknown> =>
          i % 2
            ? harness.ledger.placeHold(tx, aHoldOn(id, ars('10')))
            : harness.ledger.post(tx, [aPayout(id, ars('10'))]),
        ),
      ),
    );
    expect(outcomes.filter((of) => of === 'done')).toHaveLength(10);
    expect((await balancesOf(id))[2]).toBe('0.00');
  });

  it('loses no credit', async () => {
    const { id } = await aWallet(harness);
    await times(60, () => run((tx) => harness.ledger.post(tx, [aCollection(id, ars('1')), aCollection(id, ars('2'))])));
    expect(await balancesOf(id)).toEqual(['180.00', '0.00', '180.00']);
  });

  it('posts an entry once that arrives 20 times', async () => {
    const { id } = await aWallet(harness);
    const entry = aCollection(id, ars('10'));
    const results = (await times(20, () => run((tx) => harness.ledger.post(tx, [entry])))).flat();
    expect(results.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
    expect(new Set(results.map(({ entryId }) => entryId)).size).toBe(1);
  });

  it('posts an entry once that touches no wallet, so that nothing but its key holds the others back', async () => {
    const entry = JournalEntry.create({
      kind: 'rebooking',
      idempotencyKey: `rebooking:${newId()}`,
      occurredAt: new Date(),
      postings: [platformPosting('adjustments', ars('-5')), platformPosting('exchange_position', ars('5'))],
    });
    const results = (await times(20, () => run((tx) => harness.ledger.post(tx, [entry])))).flat();
    expect(results.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
  });

  it('posts one of two entries with the same key on different wallets', async () => {
    const [one, other] = [await aWallet(harness), await aWallet(harness)];
    const idempotencyKey = `contested:${newId()}`;
    const results = await times(20, (i) =>
      run((tx) =>
        harness.ledger.post(tx, [aCollection(i % 2 ? one.id : other.id, ars('1'), undefined, { idempotencyKey })]),
      ),
    );
    expect(results.flat().filter(({ duplicate }) => !duplicate)).toHaveLength(1);
  });

  it('places one hold for an outflow that is asked for 20 times', async () => {
    const { id } = await aWallet(harness, { credit: '100' });
    const request = aHoldOn(id, ars('10'));
    const results = await times(20, () => run((tx) => harness.ledger.placeHold(tx, request)));
    expect(results.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
    expect(await balancesOf(id)).toEqual(['100.00', '10.00', '90.00']);
  });

  it('resolves a hold once that 20 try to resolve', async () => {
    const { id } = await aWallet(harness, { credit: '100' });
    const { holdId } = await run((tx) => harness.ledger.placeHold(tx, aHoldOn(id, ars('10'))));
    const outcomes = await times(20, (i) =>
      outcome(
        run((tx): Promise<unknown> =>
          i % 2
            ? harness.ledger.releaseHold(tx, holdId)
            : harness.ledger.captureHold(tx, holdId, aPayout(id, ars('10'))),
        ),
      ),
    );
    expect(outcomes.filter((of) => of === 'done')).toHaveLength(1);
    expect(outcomes.filter((of) => of === 'HOLD_ALREADY_RESOLVED')).toHaveLength(19);
  });

  it('needs no second run for batches over the same wallets in different orders', async () => {
    const wallets = await Promise.all(Array.from({ length: 6 }, () => aWallet(harness, { credit: '100' })));
    let runs = 0;
    await times(40, (i) => {
      const order = wallets.map((_, k) => wallets[(i % 2 ? k + i : 2 * wallets.length - k + i) % wallets.length]!.id);
      return run((tx) => {
        runs += 1;
        const entries = order.map((id, k) => aTransfer(id, order[(k + 1) % order.length]!, ars('1')));
        return harness.ledger.post(tx, entries);
      });
    });
    expect(runs).toBe(40);
    expect(await Promise.all(wallets.map(({ id }) => balancesOf(id)))).toEqual(
      wallets.map(() => ['100.00', '0.00', '100.00']),
    );
  });

  it('keeps returned payments, payouts and credits of one wallet apart', async () => {
    const { id } = await aWallet(harness, { credit: '50' });
    const entries = [aDebitReturn, aPayout, aCollection].map((make) => () => make(id, ars('10')));
    const outcomes = await times(60, (i) =>
      outcome(run((tx) => harness.ledger.post(tx, [entries[i % entries.length]!()]))),
    );
    const paidOut = outcomes.filter((of, i) => i % 3 === 1 && of === 'done').length;
    expect((await balancesOf(id))[0]).toBe(
      ars('50')
        .minus(Money.of(`${paidOut * 10}`, 'ARS'))
        .toFixed(),
    );
  });
});
