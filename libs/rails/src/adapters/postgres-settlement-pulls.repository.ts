import type { Tx } from '@app/kernel';
import { Database, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { SettlementPullsRepository, type DuePull } from '../application/ports';

// The claim lasts an hour: after that, a pull that a crash cut off is due again.
const TAKE_DUE = statement(
  'settlement-pulls.take-due',
  `INSERT INTO settlement_pulls AS p (provider, due_at)
   SELECT name, now() + interval '1 hour' FROM unnest($1::text[]) AS given (name)
    WHERE NOT EXISTS (SELECT FROM settlement_pulls s WHERE s.provider = name AND s.due_at > now())
    ORDER BY name LIMIT $2
   ON CONFLICT (provider) DO UPDATE SET due_at = excluded.due_at WHERE p.due_at <= now()
   RETURNING p.provider`,
);

const LAST_PULLED = statement(
  'settlement-pulls.last-pulled',
  `SELECT pulled_at FROM settlement_pulls WHERE provider = $1`,
);

const SUCCEED = statement(
  'settlement-pulls.succeed',
  `INSERT INTO settlement_pulls (provider, due_at, pulled_at) VALUES ($1, now() + interval '1 day', $2)
   ON CONFLICT (provider) DO UPDATE SET due_at = excluded.due_at, pulled_at = excluded.pulled_at, last_error = NULL`,
);

const NOTE_ERROR = statement(
  'settlement-pulls.note-error',
  `UPDATE settlement_pulls SET last_error = $2 WHERE provider = $1`,
);

@Injectable()
export class PostgresSettlementPullsRepository extends SettlementPullsRepository {
  constructor(private readonly db: Database) {
    super();
  }

  takeDue(tx: Tx, providers: readonly string[], limit: number): Promise<DuePull[]> {
    return this.db.in(tx).query<{ provider: string }>(TAKE_DUE, [providers, limit]);
  }

  async lastPulledAt(provider: string): Promise<Date | null> {
    const [row] = await this.db.read<{ pulled_at: Date | null }>(LAST_PULLED, [provider]);
    return row?.pulled_at ?? null;
  }

  async succeed(tx: Tx, provider: string, startedAt: Date): Promise<void> {
    await this.db.in(tx).execute(SUCCEED, [provider, startedAt]);
  }

  async noteError(tx: Tx, provider: string, error: string): Promise<void> {
    await this.db.in(tx).execute(NOTE_ERROR, [provider, error]);
  }
}
