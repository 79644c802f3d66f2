import type { Tx } from '@app/kernel';
import { CONFIG, Database, Encrypter, type EncryptionKeys } from '@app/platform';
import {
  claimOf,
  leaseParameters,
  postponementParameters,
  leftParameters,
  type ClaimRow,
  type LeasedClaim,
  type LeftOrder,
  type Postponement,
} from '@app/rails';
import { Inject, Injectable } from '@nestjs/common';
import { PayoutQueue, type ClaimedPayout, type RailDestination, type RoutedPayouts } from '../application/ports';
import { toPayout, type PayoutRow } from './payout-rows';
import * as statements from './payout-statements';

type ClaimedRow = PayoutRow & ClaimRow & { destination_sealed: Buffer };

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
      .query<ClaimedRow>(statements.PAYOUT_ORDERS.claim, [
        limit,
        leaseMs,
        routes.map(({ country }) => country),
        routes.map(({ currency }) => currency),
        routes.map(({ provider }) => provider),
      ]);
    return rows.map((row) => ({
      payout: toPayout(row),
      destination: () => JSON.parse(this.encrypter.decrypt(row.destination_sealed, row.id)) as RailDestination,
      ...claimOf(row),
    }));
  }

  async holdLeases(tx: Tx, claims: readonly LeasedClaim[]): Promise<ReadonlySet<string>> {
    const held = statements.PAYOUT_ORDERS.holdLeases;
    const rows = await this.db.in(tx).query<{ id: string }>(held, leaseParameters(claims));
    return new Set(rows.map(({ id }) => id));
  }

  async assign(tx: Tx, id: string, provider: string): Promise<void> {
    await this.db.in(tx).execute(statements.ASSIGN, [id, provider]);
  }

  async postpone(tx: Tx, postponements: readonly Postponement[]): Promise<void> {
    await this.db.in(tx).execute(statements.PAYOUT_ORDERS.postpone, postponementParameters(postponements));
  }

  async leaveToStaff(tx: Tx, left: LeftOrder): Promise<boolean> {
    return (await this.db.in(tx).execute(statements.PAYOUT_ORDERS.leaveToStaff, leftParameters(left))) > 0;
  }
}
