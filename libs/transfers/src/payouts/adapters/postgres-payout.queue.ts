import type { Tx } from '@app/kernel';
import { CONFIG, Database, Encrypter, type EncryptionKeys } from '@app/platform';
import type { Lease, Postponement } from '@app/rails';
import { Inject, Injectable } from '@nestjs/common';
import {
  PayoutQueue,
  type ClaimedPayout,
  type LeasedPayout,
  type RailDestination,
  type RoutedPayouts,
} from '../application/ports';
import { toPayout, type PayoutRow } from './payout-rows';
import * as statements from './payout-statements';

type ClaimedRow = PayoutRow & { destination_sealed: Buffer; attempts: number; leased_until: Date };
type LeasedRow = PayoutRow & { leased_until: Date; quiet_ms: number | null };

@Injectable()
export class PostgresPayoutQueue extends PayoutQueue {
  private readonly encrypter: Encrypter;

  constructor(
    private readonly db: Database,
    @Inject(CONFIG) keys: EncryptionKeys,
  ) {
    super();
    this.encrypter = Encrypter.of(keys);
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

  async assign(tx: Tx, id: string, provider: string): Promise<void> {
    await this.db.in(tx).execute(statements.ASSIGN, [id, provider]);
  }

  async postpone(tx: Tx, postponements: readonly Postponement[]): Promise<void> {
    await this.db
      .in(tx)
      .execute(statements.POSTPONE, [
        postponements.map(({ id }) => id),
        postponements.map(({ inMs }) => inMs),
        postponements.map(({ error }) => error),
        postponements.map(({ lease }) => lease),
      ]);
  }

  async retryNow(tx: Tx, id: string): Promise<boolean> {
    return (await this.db.in(tx).execute(statements.RETRY_NOW, [id])) > 0;
  }

  async lease(tx: Tx, id: string, leaseMs: number): Promise<LeasedPayout | undefined> {
    const [row] = await this.db.in(tx).query<LeasedRow>(statements.LEASE, [id, leaseMs]);
    return row && { payout: toPayout(row), lease: row.leased_until, quietMs: row.quiet_ms ?? Infinity };
  }

  async holds(tx: Tx, id: string, lease: Lease): Promise<boolean> {
    return (await this.db.in(tx).query(statements.HOLDS, [id, lease])).length > 0;
  }
}
