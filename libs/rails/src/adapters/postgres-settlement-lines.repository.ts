import type { Tx } from '@app/kernel';
import { Database, statement, type SqlParameter } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { SettlementLinesRepository, type RecordedIds } from '../application/ports';
import type { SettlementLine } from '../domain/settlement-line';

const GIVEN = `unnest($2::text[], $3::text[], $4::text[], $5::numeric[], $6::numeric[], $7::numeric[], $8::text[],
  $9::timestamptz[], $10::text[]) WITH ORDINALITY
  AS g (id, type, reference, gross, fee, net, currency, settled_at, batch, position)`;

const MONEY = `(l.type, l.gross, l.fee, l.net, l.currency) = (g.type, g.gross, g.fee, g.net, g.currency)`;

// Sorted, so that two imports of the same lines do not wait for each other in a circle.
const INSERT = statement(
  'settlement-lines.insert',
  `INSERT INTO settlement_lines (provider, id, type, reference, gross, fee, net, currency, settled_at, batch)
   SELECT $1, id, type, reference, gross, fee, net, currency, settled_at, batch FROM ${GIVEN} ORDER BY id, position
   ON CONFLICT DO NOTHING RETURNING id`,
);

// 18.10. A report that lacks a text does not delete the one of another report.
const FILL_IN = statement(
  'settlement-lines.fill-in',
  `WITH filled AS (
     SELECT DISTINCT ON (g.id) g.id, COALESCE(g.reference, l.reference) AS reference, COALESCE(g.batch, l.batch) AS batch,
         g.settled_at::timestamptz(3) AS settled_at
       FROM ${GIVEN} JOIN settlement_lines l ON l.provider = $1 AND l.id = g.id AND ${MONEY}
      ORDER BY g.id, g.position DESC
   ), due AS (
     SELECT f.* FROM filled f JOIN settlement_lines l ON l.provider = $1 AND l.id = f.id
      WHERE (l.reference, l.batch, l.settled_at) IS DISTINCT FROM (f.reference, f.batch, f.settled_at)
      ORDER BY f.id FOR UPDATE OF l
   )
   UPDATE settlement_lines l SET reference = d.reference, batch = d.batch, settled_at = d.settled_at
     FROM due d WHERE l.provider = $1 AND l.id = d.id RETURNING l.id`,
);

const CHANGED = statement(
  'settlement-lines.changed',
  `SELECT DISTINCT g.id FROM ${GIVEN} JOIN settlement_lines l ON l.provider = $1 AND l.id = g.id AND NOT ${MONEY}
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
    if (recorded.length === lines.length) return { recorded: idsOf(recorded), updated: new Set(), changed: [] };
    const updated = await run.query<{ id: string }>(FILL_IN, values);
    const changed = await run.query<{ id: string }>(CHANGED, values);
    return { recorded: idsOf(recorded), updated: idsOf(updated), changed: [...idsOf(changed)] };
  }
}

function idsOf(rows: readonly { id: string }[]): Set<string> {
  return new Set(rows.map(({ id }) => id));
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
