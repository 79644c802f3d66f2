import { isUuid, RetryTransactionError, type Tx } from '@app/kernel';
import { CONFIG, Database, Encrypter, type EncryptionKeys } from '@app/platform';
import type { FactKey } from '@app/rails';
import { Inject, Injectable } from '@nestjs/common';
import { PayoutsRepository, type NewPayout, type PayoutChange, type PayoutReturn } from '../application/ports';
import { OPEN_STATUSES, type Payout } from '../domain/payout';
import { PAYOUTS, toPayout, type PayoutRow } from './payout-rows';
import * as statements from './payout-statements';

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

  async insert(tx: Tx, created: readonly NewPayout[]): Promise<void> {
    const encrypted = created.map(({ payout, destination }) =>
      this.encrypter.encrypt(JSON.stringify(destination), payout.id),
    );
    const columns = PAYOUTS.arraysOf(created.map(({ payout }) => payout));
    await this.db.in(tx).execute(statements.INSERT, [...columns, encrypted]);
  }

  async providersOf(ids: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
    const rows = await this.db.read<{ id: string; provider: string | null }>(statements.PROVIDERS, [
      ids.filter(isUuid),
    ]);
    return new Map(rows.map(({ id, provider }) => [id, provider]));
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
        column(({ from }) => from.returned?.amount.toFixed() ?? '0'),
        column(({ to }) => to.returned?.walletAmount.toFixed() ?? null),
        column(({ to }) => to.returned?.amount.toFixed() ?? null),
        column(({ to }) => to.correctedAt),
        column(({ to }) => to.providerReason),
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

  async addReturns(tx: Tx, returns: readonly PayoutReturn[]): Promise<void> {
    if (returns.length === 0) return;
    const column = <T>(of: (one: PayoutReturn) => T): T[] => returns.map(of);
    await this.db
      .in(tx)
      .execute(statements.ADD_RETURNS, [
        column(({ id }) => id),
        column(({ payoutId }) => payoutId),
        column(({ fact }) => fact?.provider ?? null),
        column(({ fact }) => fact?.id ?? null),
        column(({ amount }) => amount.toFixed()),
        column(({ amount }) => amount.currency),
        column(({ walletAmount }) => walletAmount.toFixed()),
        column(({ walletAmount }) => walletAmount.currency),
        column(({ reason }) => reason),
        column(({ returnedAt }) => returnedAt),
      ]);
  }

  async bookedReturns(tx: Tx, facts: readonly FactKey[]): Promise<FactKey[]> {
    if (facts.length === 0) return [];
    const rows = await this.db
      .in(tx)
      .query<{ provider: string; fact_id: string }>(statements.BOOKED_RETURNS, [
        facts.map(({ provider }) => provider),
        facts.map(({ id }) => id),
      ]);
    return rows.map(({ provider, fact_id: id }) => ({ provider, id }));
  }
}

/** From the status that was read to the one after the last step: a payout may take two steps in one transaction. */
function lastStates(changes: readonly PayoutChange[]): { from: Payout; to: Payout }[] {
  const byId = new Map<string, { from: Payout; to: Payout }>();
  for (const { from, to } of changes) byId.set(to.id, { from: byId.get(to.id)?.from ?? from, to });
  return [...byId.values()];
}
