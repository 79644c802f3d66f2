import { DomainError, Money, newId, type Tx } from '@app/kernel';
import { poolOf } from '@app/platform';
import type { DataSource } from 'typeorm';
import { until } from '../../../../test/support/conditions';
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
  postgresLedger,
  type LedgerHarness,
} from '../testing';
import { expectLedgerBalanced } from '@app/books/testing';

const ars = (amount: string) => Money.of(amount, 'ARS');

describe('concurrent calls', () => {
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
  afterEach(() => expectLedgerBalanced(dataSource));

  it('accept exactly the 10 of 60 debits that a wallet covers', async () => {
    const { id } = await aWallet(harness, { credit: '100' });
    const outcomes = await times(60, () => outcome(run((tx) => harness.ledger.post(tx, [aPayout(id, ars('10'))]))));
    expect(outcomes.filter((result) => result === 'done')).toHaveLength(10);
    expect(outcomes.filter((result) => result === 'INSUFFICIENT_AVAILABLE_BALANCE')).toHaveLength(50);
    expect(await balancesOf(id)).toEqual(['0.00', '0.00', '0.00']);
  });

  it('accept exactly the 10 of 60 holds that a wallet covers', async () => {
    const { id } = await aWallet(harness, { credit: '100' });
    const outcomes = await times(60, () => outcome(run((tx) => harness.ledger.placeHold(tx, aHoldOn(id, ars('10'))))));
    expect(outcomes.filter((result) => result === 'done')).toHaveLength(10);
    expect(outcomes.filter((result) => result === 'INSUFFICIENT_AVAILABLE_BALANCE')).toHaveLength(50);
    expect(await balancesOf(id)).toEqual(['100.00', '100.00', '0.00']);
  });

  it('never let holds and debits together take more than is available', async () => {
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
    expect(outcomes.filter((result) => result === 'done')).toHaveLength(10);
    expect((await balancesOf(id))[2]).toBe('0.00');
  });

  it('lose no credit', async () => {
    const { id } = await aWallet(harness);
    await times(60, () => run((tx) => harness.ledger.post(tx, [aCollection(id, ars('1')), aCollection(id, ars('2'))])));
    expect(await balancesOf(id)).toEqual(['180.00', '0.00', '180.00']);
  });

  it('have every day right while the time zone of the account changes', async () => {
    const { id, accountId } = await aWallet(harness, { credit: '100' });
    await harness.letDaysPass(id, 1);
    const zones = ['Pacific/Kiritimati', 'America/Santiago', 'Etc/GMT+12', 'UTC'];
    await Promise.all([
      times(60, () => run((tx) => harness.ledger.post(tx, [aCollection(id, ars('3')), aPayout(id, ars('1'))]))),
      times(8, (i) => harness.moveAccount(accountId, zones[i % zones.length]!)),
    ]);
    expect(await balancesOf(id)).toEqual(['220.00', '0.00', '220.00']);
  });

  it.each([
    ['a day that has postings', 0],
    ['the first postings of a day', 1],
    ['the first postings of the wallet', undefined],
  ])('count what is posted while a new zone waits for the wallet: %s', async (_, daysAgo) => {
    const { id, accountId } = await aWallet(harness, daysAgo === undefined ? {} : { credit: '100' });
    await harness.letDaysPass(id, daysAgo ?? 0);
    let moving: Promise<void> | undefined;
    await run(async (tx) => {
      await harness.ledger.post(tx, [aCollection(id, ars('7')), aDebitReturn(id, ars('3'))]);
      moving = harness.moveAccount(accountId, 'Pacific/Kiritimati');
      await until('the new zone waits', async () => {
        const waiting = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%ledger_set_time_zone%'`;
        return (await poolOf(dataSource).query(waiting)).rowCount === 1;
      });
    });
    await moving;
    expect((await balancesOf(id))[0]).toBe(daysAgo === undefined ? '4.00' : '104.00');
  });

  it('post an entry once when 20 calls post it', async () => {
    const { id } = await aWallet(harness);
    const entry = aCollection(id, ars('10'));
    const results = (await times(20, () => run((tx) => harness.ledger.post(tx, [entry])))).flat();
    expect(results.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
    expect(new Set(results.map(({ entryId }) => entryId)).size).toBe(1);
  });

  it('post an entry once that touches no wallet, so that only its key protects it', async () => {
    const entry = JournalEntry.create({
      kind: 'test_rebooking',
      idempotencyKey: `test_rebooking:${newId()}`,
      occurredAt: new Date(),
      postings: [platformPosting('adjustments', ars('-5')), platformPosting('exchange_position', ars('5'))],
    });
    const results = (await times(20, () => run((tx) => harness.ledger.post(tx, [entry])))).flat();
    expect(results.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
  });

  it('post one of two entries with the same key on different wallets', async () => {
    const [one, other] = [await aWallet(harness), await aWallet(harness)];
    const idempotencyKey = `contested:${newId()}`;
    const results = await times(20, (i) =>
      run((tx) =>
        harness.ledger.post(tx, [aCollection(i % 2 ? one.id : other.id, ars('1'), undefined, { idempotencyKey })]),
      ),
    );
    expect(results.flat().filter(({ duplicate }) => !duplicate)).toHaveLength(1);
  });

  it('place one hold for an outflow when 20 calls request it', async () => {
    const { id } = await aWallet(harness, { credit: '100' });
    const request = aHoldOn(id, ars('10'));
    const results = await times(20, () => run((tx) => harness.ledger.placeHold(tx, request)));
    expect(results.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
    expect(await balancesOf(id)).toEqual(['100.00', '10.00', '90.00']);
  });

  it('resolve a hold once when 20 calls try', async () => {
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
    expect(outcomes.filter((result) => result === 'done')).toHaveLength(1);
    expect(outcomes.filter((result) => result === 'HOLD_ALREADY_RESOLVED')).toHaveLength(19);
  });

  it('never deadlock on batches over the same wallets in different orders', async () => {
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

  it('apply returned payments, payouts and credits of one wallet one by one', async () => {
    const { id } = await aWallet(harness, { credit: '50' });
    const entries = [aDebitReturn, aPayout, aCollection].map((make) => () => make(id, ars('10')));
    const outcomes = await times(60, (i) =>
      outcome(run((tx) => harness.ledger.post(tx, [entries[i % entries.length]!()]))),
    );
    const paidOut = outcomes.filter((result, i) => i % 3 === 1 && result === 'done').length;
    expect((await balancesOf(id))[0]).toBe(
      ars('50')
        .minus(Money.of(`${paidOut * 10}`, 'ARS'))
        .toFixed(),
    );
  });

  it('add every posting to the totals once', async () => {
    const { id } = await aWallet(harness, { credit: '100' });
    await times(60, (i) =>
      run((tx) => harness.ledger.post(tx, [i % 2 ? aCollection(id, ars('2')) : aPayout(id, ars('1'))])),
    );
    expect(await harness.ledger.movementTotals(id)).toMatchObject({
      totalIn: ars('160'),
      totalOut: ars('30'),
      countIn: 31,
      countOut: 30,
    });
  });
});

/** At READ COMMITTED, a statement does not see what other transactions commit while it waits for a lock. */
describe('a call that waits for its wallets', () => {
  let dataSource: DataSource;
  let harness: LedgerHarness;

  beforeAll(async () => {
    dataSource = await testDataSource(4);
    harness = postgresLedger(dataSource);
  });
  afterEach(() => expectLedgerBalanced(dataSource));

  const isSomeoneWaiting = async () => {
    const { rows } = await poolOf(dataSource).query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows.length > 0;
  };

  /** Commits `first` once `second` waits for it. Returns the response of `second` and how often it had to run. */
  async function commitWhileWaiting<T>(
    first: (tx: Tx) => Promise<unknown>,
    second: (tx: Tx) => Promise<T>,
  ): Promise<{ response: T | string; runs: number }> {
    let runs = 0;
    const { response } = await harness.uow.run(async (tx) => {
      await first(tx);
      const waiting = harness.uow.run((waitingTx) => {
        runs += 1;
        return second(waitingTx);
      });
      const settled = waiting.catch((error: unknown) => {
        if (error instanceof DomainError) return error.code;
        throw error;
      });
      await until('the second call waits for the first', isSomeoneWaiting);
      return { response: settled };
    });
    return { response: await response, runs };
  }

  it('recognises a duplicate committed meanwhile, without running again', async () => {
    const { id } = await aWallet(harness);
    const entry = aCollection(id, ars('10'));
    const post = (tx: Tx) => harness.ledger.post(tx, [entry]);
    expect(await commitWhileWaiting(post, post)).toEqual({
      response: [{ entryId: expect.any(String), duplicate: true }],
      runs: 1,
    });
  });

  it('recognises a duplicate within a batch that waits for its last wallet', async () => {
    const [one, other] = [await aWallet(harness), await aWallet(harness)].sort((a, b) => (a.id < b.id ? -1 : 1));
    const entry = aCollection(other!.id, ars('10'));
    const { response, runs } = await commitWhileWaiting(
      (tx) => harness.ledger.post(tx, [entry]),
      (tx) => harness.ledger.post(tx, [aCollection(one!.id, ars('1')), entry]),
    );
    expect(response).toMatchObject([{ duplicate: false }, { duplicate: true }]);
    expect(runs).toBe(1);
  });

  it('can spend what was credited in the meantime', async () => {
    const { id } = await aWallet(harness);
    const { response } = await commitWhileWaiting(
      (tx) => harness.ledger.post(tx, [aCollection(id, ars('10'))]),
      (tx) => harness.ledger.post(tx, [aPayout(id, ars('10'))]),
    );
    expect(response).toMatchObject([{ duplicate: false }]);
  });

  it('finds the hold that was placed meanwhile, without running again', async () => {
    const { id } = await aWallet(harness, { credit: '100' });
    const request = aHoldOn(id, ars('10'));
    const place = (tx: Tx) => harness.ledger.placeHold(tx, request);
    expect(await commitWhileWaiting(place, place)).toEqual({
      response: { holdId: expect.any(String), duplicate: true },
      runs: 1,
    });
  });

  it('learns that its outflow got a hold on another wallet meanwhile', async () => {
    const [one, other] = [await aWallet(harness, { credit: '10' }), await aWallet(harness, { credit: '10' })];
    const request = aHoldOn(one.id, ars('10'));
    const response = await commitWhileWaiting(
      (tx) => harness.ledger.placeHold(tx, request),
      (tx) => harness.ledger.placeHold(tx, { ...request, walletId: other.id }),
    );
    expect(response).toEqual({ response: 'LEDGER_KEY_REUSED', runs: 2 });
  });

  it('sees that the hold was resolved in the meantime', async () => {
    const { id } = await aWallet(harness, { credit: '100' });
    const { holdId } = await harness.uow.run((tx) => harness.ledger.placeHold(tx, aHoldOn(id, ars('10'))));
    expect(
      await commitWhileWaiting(
        (tx) => harness.ledger.releaseHold(tx, holdId),
        (tx) => harness.ledger.captureHold(tx, holdId, aPayout(id, ars('10'))),
      ),
    ).toEqual({ response: 'HOLD_ALREADY_RESOLVED', runs: 1 });
  });
});
