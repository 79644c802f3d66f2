import type { Tx } from '@app/kernel';
import { CONFIG, Database, Encrypter, type EncryptionKeys } from '@app/platform';
import { postponementParameters, refusalParameters, type Postponement } from '@app/rails';
import { Inject, Injectable } from '@nestjs/common';
import { PayoutQueue, type ClaimedPayout, type RailDestination, type RoutedPayouts } from '../application/ports';
import { toPayout, type PayoutRow } from './payout-rows';
import * as statements from './payout-statements';

type ClaimedRow = PayoutRow & { destination_sealed: Buffer; attempts: number; submission: number; leased_until: Date };

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
      attempt: row.attempts,
      submission: row.submission,
      lease: row.leased_until,
    }));
  }

  async assign(tx: Tx, id: string, provider: string): Promise<void> {
    await this.db.in(tx).execute(statements.ASSIGN, [id, provider]);
  }

  async postpone(tx: Tx, postponements: readonly Postponement[]): Promise<void> {
    await this.db.in(tx).execute(statements.PAYOUT_ORDERS.postpone, postponementParameters(postponements));
  }

  async refuse(tx: Tx, refused: Postponement): Promise<boolean> {
    return (await this.db.in(tx).execute(statements.PAYOUT_ORDERS.refuse, refusalParameters(refused))) > 0;
  }
}
