import type { Tx } from '@app/kernel';
import { Database, statement, type SqlParameter } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { SettlementLinesRepository, type RecordedIds } from '../application/ports';
import type { SettlementLine } from '../domain/settlement-line';

const GIVEN = `unnest($2::text[], $3::text[], $4::text[], $5::numeric[], $6::numeric[], $7::numeric[], $8::text[],
  $9::timestamptz[], $10::text[]) AS g (id, type, reference, gross, fee, net, currency, settled_at, batch)`;

// Sorted, so that two imports of the same lines do not wait for each other in a circle.
const INSERT = statement(
  'settlement-lines.insert',
  `INSERT INTO settlement_lines (provider, id, type, reference, gross, fee, net, currency, settled_at, batch)
   SELECT $1, id, type, reference, gross, fee, net, currency, settled_at, batch FROM ${GIVEN} ORDER BY id
   ON CONFLICT DO NOTHING RETURNING id`,
);

const CHANGED = statement(
  'settlement-lines.changed',
  `SELECT DISTINCT g.id FROM ${GIVEN} JOIN settlement_lines l ON l.provider = $1 AND l.id = g.id
    WHERE (l.type, l.reference, l.gross, l.fee, l.net, l.currency, l.settled_at, l.batch) IS DISTINCT FROM
      (g.type, g.reference, g.gross, g.fee, g.net, g.currency, g.settled_at::timestamptz(3), g.batch)
    ORDER BY 1`,
);

@Injectable()
export class PostgresSettlementLinesRepository extends SettlementLinesRepository {
  constructor(private readonly db: Database) {
    super();
  }

  async record(tx: Tx, provider: string, lines: readonly SettlementLine[]): Promise<RecordedIds> {
    const values: SqlParameter[] = [provider, ...columnsOf(lines)];
    const run = this.db.in(tx);
    const recorded = await run.query<{ id: string }>(INSERT, values);
    const changed = await run.query<{ id: string }>(CHANGED, values);
    return { recorded: new Set(recorded.map(({ id }) => id)), changed: changed.map(({ id }) => id) };
  }
}

function columnsOf(lines: readonly SettlementLine[]): SqlParameter[] {
  return [
    lines.map(({ id }) => id),
    lines.map(({ type }) => type),
    lines.map(({ reference }) => reference),
    lines.map(({ gross }) => gross.toFixed()),
    lines.map(({ fee }) => fee.toFixed()),
    lines.map(({ net }) => net.toFixed()),
    lines.map(({ gross }) => gross.currency),
    lines.map(({ settledAt }) => settledAt),
    lines.map(({ batch }) => batch),
  ];
}
