import { isUuid, RetryTransactionError, timedPage, timedPosition, type Page, type Tx } from '@app/kernel';
import { CONFIG, Database, Encrypter, type EncryptionKeys, type SqlParameter } from '@app/platform';
import { Inject, Injectable } from '@nestjs/common';
import {
  PayoutsRepository,
  type ClaimedPayout,
  type Lease,
  type LeasedPayout,
  type NewPayout,
  type NextLook,
  type PayoutChange,
  type PayoutFilter,
  type PayoutQuery,
  type RailDestination,
  type PayoutWithAttempts,
  type PayoutWithHistory,
  type RoutedPayouts,
} from '../application/ports';
import { OPEN_STATUSES, type HistoryEntry, type Payout } from '../domain/payout';
import { toPayout, type PayoutRow } from './payout-rows';
import * as statements from './payout-statements';

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

type ClaimedRow = PayoutRow & { destination_sealed: Buffer; attempts: number; leased_until: Date };
type LeasedRow = PayoutRow & { leased_until: Date; quiet_ms: number | null };
type HistoryRow = { history: (Omit<HistoryEntry, 'at'> & { at: string })[] };
type AttemptsRow = PayoutRow & { attempts: number; last_error: string | null; next_attempt_at: Date | null };

@Injectable()
export class PostgresPayoutsRepository extends PayoutsRepository {
  private readonly encrypter: Encrypter;

  constructor(
    private readonly db: Database,
    @Inject(CONFIG) keys: EncryptionKeys,
  ) {
    super();
    this.encrypter = Encrypter.of(keys);
  }

  async insert(tx: Tx, { payout, destination }: NewPayout): Promise<void> {
    const { figures, referenceRate } = payout;
    const { payoutFee } = figures;
    await this.db
      .in(tx)
      .execute(statements.INSERT, [
        payout.id,
        payout.accountId,
        payout.type,
        payout.status,
        payout.walletId,
        payout.holdId,
        JSON.stringify(payout.destination),
        this.encrypter.encrypt(JSON.stringify(destination), payout.id),
        payout.instant,
        payout.comment,
        figures.amount.toFixed(),
        figures.amount.currency,
        payoutFee.percentageAmount.toFixed(),
        payoutFee.fixedAmount.toFixed(),
        payoutFee.total.toFixed(),
        payoutFee.boundedBy,
        figures.instantFee.toFixed(),
        figures.tax.toFixed(),
        figures.conversionFee.toFixed(),
        figures.net.toFixed(),
        figures.rate?.toFixed() ?? null,
        referenceRate?.toFixed() ?? null,
        figures.destinationAmount.toFixed(),
        figures.destinationAmount.currency,
        payout.leadTime,
        payout.requestedBy,
        JSON.stringify(payout.notices),
        payout.createdAt,
      ]);
  }

  async find(accountId: string, id: string): Promise<PayoutWithHistory | undefined> {
    const [row] = await this.db.read<PayoutRow & HistoryRow>(statements.FIND, [accountId, id]);
    return row && { payout: toPayout(row), history: historyOf(row) };
  }

  async list(accountId: string, query: PayoutQuery): Promise<Page<Payout>> {
    const rows = await this.db.report<PayoutRow>(statements.LIST, parametersOf(accountId, query, query.limit + 1));
    return timedPage(rows.map(toPayout), query.limit);
  }

  async *every(accountId: string, filter: PayoutFilter): AsyncGenerator<Payout> {
    const parameters = parametersOf(accountId, filter, null);
    for await (const row of this.db.stream<PayoutRow>(statements.LIST, parameters)) yield toPayout(row);
  }

  async providersOf(ids: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
    const rows = await this.db.read<{ id: string; provider: string | null }>(statements.PROVIDERS, [
      ids.filter(isUuid),
    ]);
    return new Map(rows.map(({ id, provider }) => [id, provider]));
  }

  async assign(tx: Tx, id: string, provider: string): Promise<void> {
    await this.db.in(tx).execute(statements.ASSIGN, [id, provider]);
  }

  async lock(tx: Tx, ids: readonly string[]): Promise<Payout[]> {
    return (await this.db.in(tx).query<PayoutRow>(statements.LOCK, [ids])).map(toPayout);
  }

  async save(tx: Tx, changes: readonly PayoutChange[]): Promise<void> {
    if (changes.length === 0) return;
    const last = lastStates(changes);
    const column = <T>(of: (change: { from: Payout; to: Payout }) => T): T[] => last.map(of);
    const saved = await this.db
      .in(tx)
      .execute(statements.SAVE, [
        column(({ to }) => to.id),
        column(({ from }) => from.status),
        column(({ to }) => to.status),
        column(({ to }) => to.failureReason),
        column(({ to }) => to.providerReference),
        column(({ to }) => to.updatedAt),
        column(({ to }) => to.completedAt),
        column(({ to }) => to.failedAt),
        column(({ to }) => to.returnedAt),
        OPEN_STATUSES,
      ]);
    if (saved !== last.length) throw new RetryTransactionError(`${last.length - saved} payouts were moved`);
    const lines = changes.flatMap(({ to, history }) => (history ? [{ id: to.id, ...history }] : []));
    await this.db
      .in(tx)
      .execute(statements.ADD_HISTORY, [
        lines.map(({ id }) => id),
        lines.map(({ status }) => status),
        lines.map(({ at }) => at),
        lines.map(({ reason }) => reason),
      ]);
  }

  async claimDue(tx: Tx, limit: number, leaseMs: number, routes: readonly RoutedPayouts[]): Promise<ClaimedPayout[]> {
    const rows = await this.db
      .in(tx)
      .query<ClaimedRow>(statements.CLAIM, [
        limit,
        leaseMs,
        routes.map(({ country }) => country),
        routes.map(({ currency }) => currency),
        routes.map(({ provider }) => provider),
      ]);
    return rows.map((row) => ({
      payout: toPayout(row),
      destination: () => JSON.parse(this.encrypter.decrypt(row.destination_sealed, row.id)) as RailDestination,
      attempt: row.attempts,
      lease: row.leased_until,
    }));
  }

  async postpone(tx: Tx, looks: readonly NextLook[]): Promise<void> {
    await this.db
      .in(tx)
      .execute(statements.POSTPONE, [
        looks.map(({ id }) => id),
        looks.map(({ inMs }) => inMs),
        looks.map(({ error }) => error),
        looks.map(({ lease }) => lease),
      ]);
  }

  async retryNow(tx: Tx, id: string): Promise<boolean> {
    return (await this.db.in(tx).execute(statements.RETRY_NOW, [id])) > 0;
  }

  async stuck(olderThanMs: number, limit: number): Promise<PayoutWithAttempts[]> {
    return (await this.db.read<AttemptsRow>(statements.STUCK, [olderThanMs, limit])).map(withAttempts);
  }

  async findForStaff(id: string): Promise<(PayoutWithAttempts & PayoutWithHistory) | undefined> {
    const [row] = await this.db.read<AttemptsRow & HistoryRow>(statements.FIND_FOR_STAFF, [id]);
    return row && { ...withAttempts(row), history: historyOf(row) };
  }

  async lease(tx: Tx, id: string, leaseMs: number): Promise<LeasedPayout | undefined> {
    const [row] = await this.db.in(tx).query<LeasedRow>(statements.LEASE, [id, leaseMs]);
    return row && { payout: toPayout(row), lease: row.leased_until, quietMs: row.quiet_ms ?? Infinity };
  }

  async holds(tx: Tx, id: string, lease: Lease): Promise<boolean> {
    return (await this.db.in(tx).query(statements.HOLDS, [id, lease])).length > 0;
  }

  async countStuck(olderThanMs: number): Promise<number> {
    const [row] = await this.db.read<{ stuck: number }>(statements.COUNT_STUCK, [olderThanMs]);
    return row?.stuck ?? 0;
  }
}

/** Without a limit for null. */
function parametersOf(
  accountId: string,
  { type, status, walletId, since, until, cursor }: PayoutFilter & Pick<PayoutQuery, 'cursor'>,
  limit: number | null,
): SqlParameter[] {
  const position = cursor === undefined ? undefined : timedPosition(cursor);
  return [
    accountId,
    since?.toISOString() ?? '-infinity',
    until?.toISOString() ?? 'infinity',
    position?.createdAt.toISOString() ?? 'infinity',
    position?.id ?? LAST_ID,
    limit,
    type ?? null,
    status ?? null,
    walletId ?? null,
  ];
}

function historyOf({ history }: HistoryRow): HistoryEntry[] {
  return history.map(({ status, at, reason }) => ({ status, at: new Date(at), reason }));
}

function withAttempts(row: AttemptsRow): PayoutWithAttempts {
  return {
    payout: toPayout(row),
    attempts: row.attempts,
    lastError: row.last_error,
    nextAttemptAt: row.next_attempt_at,
  };
}

/** From the status that was read to the one after the last step: a payout may take two steps in one transaction. */
function lastStates(changes: readonly PayoutChange[]): { from: Payout; to: Payout }[] {
  const byId = new Map<string, { from: Payout; to: Payout }>();
  for (const { from, to } of changes) byId.set(to.id, { from: byId.get(to.id)?.from ?? from, to });
  return [...byId.values()];
}
