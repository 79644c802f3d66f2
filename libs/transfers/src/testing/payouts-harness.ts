import { newId, WrittenAmount, type Money } from '@app/kernel';
import { parseFeeSchedule } from '@app/fees';
import { Metrics, poolOf, PostgresDatabase } from '@app/platform';
import { RecordedLog } from '@app/platform/testing';
import { FactHandlers, FactInbox, Providers, type Booking, type Case } from '@app/rails';
import { InMemoryFactsRepository, postgresCases } from '@app/rails/testing';
import type { DataSource } from 'typeorm';
import { PayoutBookings } from '../payouts/application/payout-bookings';
import { PayoutPostings } from '../payouts/application/payout-postings';
import { PayoutAdmin } from '../payouts/application/payout-admin';
import { PayoutHandOver, PayoutWork } from '../payouts/application/payout-hand-over';
import { PAYOUT, toPayoutFact, type PayoutFact, type PayoutFactType } from '../payouts/application/payout-facts';
import { PayoutSettlement } from '../payouts/application/payout-settlement';
import type { Payout } from '../payouts/domain/payout';
import { InMemoryPayoutRail } from './in-memory-payout.rail';
import { RecordedEvents } from './recorded';
import { postgresTransfers } from './transfers-harness';

const PROVIDER = 'memory_payouts';

/**
 * Payouts on a separate migrated database, because a hand-over claims everything that is due, with a rail that a test
 * scripts. Every merchant has 100000 ARS and pays a fee of 1 % and a tax of 0.6 %.
 */
export function postgresPayouts(source: DataSource, { isSimulated = true } = {}) {
  const rail = new InMemoryPayoutRail(PROVIDER);
  rail.isSimulated = isSimulated;
  const transfers = postgresTransfers(source, undefined, rail);
  const { uow, ledger, mail, audit, clock, rails, payoutsRepository: repository, staffPayouts, queue } = transfers;
  const [events, log, facts] = [new RecordedEvents(), new RecordedLog(), new InMemoryFactsRepository()];
  const cases = postgresCases(new PostgresDatabase(source), clock);
  const postings = new PayoutPostings(repository, ledger, events, mail, clock, cases, transfers.providers);
  cases.addBookings(new PayoutBookings(postings));
  const handlers = new FactHandlers();
  handlers.register(new PayoutSettlement(repository, postings));
  const inbox = new FactInbox(facts, handlers, new Providers(), cases, uow, log, new Metrics('test', false));
  const work = new PayoutWork(queue, rails, postings);
  const handOver = () => new PayoutHandOver(work, uow, clock, log, new Metrics('test', false), cases);
  const sql = async <T extends object>(text: string, values: unknown[]): Promise<T[]> =>
    (await poolOf(source).query<T>(text, values)).rows;

  return {
    ...transfers,
    rail,
    events,
    log,
    cases,
    postings,
    handOver,
    admin: new PayoutAdmin(staffPayouts, queue, rails, postings, audit, uow),

    /** A payout of 10000 ARS, of which 9840 ARS arrive, that a new merchant has ordered by that request. */
    async ordered(requestId?: string): Promise<Payout> {
      const { by, wallet } = await transfers.merchant();
      const actor = { ...by.actor, requestId };
      const schedule = parseFeeSchedule({ payout: { percentage: '1' }, outflow_tax: { percentage: '0.6' } });
      await uow.run((tx) => transfers.fees.set(tx, by.account.id, schedule));
      const request = { walletId: wallet.id, bankAccountId: newId(), amount: WrittenAmount.of('10000') };
      return transfers.payouts.order({ ...by, actor }, { ...request, instant: false, comment: null });
    },

    /** Lets one worker hand over what is due, and waits for it. */
    async turn(worker = handOver()): Promise<void> {
      await worker.turn(() => undefined);
      await worker.drain(60_000);
    },

    /** Deletes what the inbox knows, as retention does. */
    forget: () => facts.deleteSettled(),

    /** Lets the payout's lease or delay run out. The column is rounded to milliseconds, so `now()` may be too late. */
    async makeDue({ id }: Payout): Promise<void> {
      const past = `now() - interval '1 second'`;
      await sql(`UPDATE payouts SET next_attempt_at = ${past}, leased_until = NULL WHERE id = $1`, [id]);
    },

    /**
     * Stores what the rail reports, and returns the outcomes of all unsettled facts of the payout, in the order
     * of settlement.
     */
    async notified(payout: Payout, type: PayoutFactType, changes: Partial<PayoutFact> = {}) {
      const fact = toPayoutFact({
        provider: PROVIDER,
        id: newId(),
        type,
        reference: payout.id,
        amount: amountOf(payout, type),
        providerReference: null,
        reason: null,
        ...changes,
      });
      await uow.run((tx) => facts.store(tx, [{ fact, body: '' }]));
      const settled = await inbox.settle(PAYOUT, [fact]);
      return settled.map(({ outcome, opens }) => (opens ? `${outcome} (${opens.kind})` : outcome));
    },

    /** The provider's fact about the payout, as the inbox takes it. */
    reported(payout: Payout, type: PayoutFactType, provider = PROVIDER): Promise<void> {
      const [amount, id] = [amountOf(payout, type), newId()];
      const fact = toPayoutFact({
        provider,
        id,
        type,
        reference: payout.id,
        amount,
        providerReference: null,
        reason: null,
      });
      return inbox.take({ fact, body: '{}', requestId: 'request-1' });
    },

    /** What a merchant and the worker see of the payout. */
    async stateOf({ id, walletId, accountId }: Payout) {
      const [{ payout, history }, wallet, [row]] = await Promise.all([
        transfers.payouts.read(accountId, id),
        ledger.findWallet(walletId),
        sql<{ attempts: number; delay: number | null; last_error: string | null }>(
          `SELECT attempts, last_error, round(extract(epoch FROM next_attempt_at - now()))::int AS delay
             FROM payouts WHERE id = $1`,
          [id],
        ),
      ]);
      const { balance, reserved } = wallet!.balances;
      return {
        status: payout.status,
        returned: payout.returned?.walletAmount.toFixed() ?? null,
        reason: payout.failureReason,
        reference: payout.providerReference,
        history: history.map(({ status }) => status),
        balance: balance.toFixed(),
        reserved: reserved.toFixed(),
        attempts: row!.attempts,
        seconds: row!.delay,
        error: row!.last_error,
      };
    },

    /** The open cases about the payout, the oldest first. */
    async casesOf({ id }: Payout): Promise<Case[]> {
      const open = await cases.list({ status: 'open', limit: 500 });
      return open.filter(({ subject }) => subject.id === id);
    },

    /** Resolves a case as staff do. */
    resolved({ id }: Case, book?: Booking): Promise<Case> {
      return uow.run((tx) => cases.resolve(tx, id, { reason: 'Case 118', book, by: 'ana' }));
    },

    async entriesOf({ id }: Payout): Promise<string[]> {
      const text = 'SELECT kind FROM journal_entries WHERE reference_id = $1 ORDER BY created_at, kind';
      return (await sql<{ kind: string }>(text, [id])).map(({ kind }) => kind);
    },
  };
}

function amountOf({ figures }: Payout, type: PayoutFactType): Money | null {
  return type === 'payout.completed' || type === 'payout.returned' ? figures.destinationAmount : null;
}
