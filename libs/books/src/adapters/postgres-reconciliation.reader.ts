import { Money, UnitOfWork } from '@app/kernel';
import { Database, type SqlParameter, type StatementRunner } from '@app/platform';
import { Injectable } from '@nestjs/common';
import {
  ReconciliationReader,
  type DifferingAmount,
  type MissingLine,
  type ReconciliationFindings,
  type ReconciliationScope,
  type ReconciliationTotal,
  type UnknownLine,
} from '../application/ports';
import { DIFFERING, MISSING, TOTALS, UNKNOWN } from './reconciliation-statements';
import { readingWholeTables } from './whole-tables';

interface Row {
  provider: string;
  currency: string;
  type: string;
  id: string;
}

interface TotalRow {
  provider: string;
  currency: string;
  missing: string;
  unknown: string;
  differing: string;
  fees: string;
}

type MovedRow = Row & { amount: string; at: Date };
type UnknownRow = MovedRow & { reference: string | null };
type DifferingRow = Row & { ours: string | null; lines: string | null };

/** Compares them in one read-only snapshot. */
@Injectable()
export class PostgresReconciliationReader extends ReconciliationReader {
  constructor(
    private readonly db: Database,
    private readonly uow: UnitOfWork,
  ) {
    super();
  }

  read(scope: ReconciliationScope, limit: number): Promise<ReconciliationFindings> {
    return this.uow.run(async (tx) => {
      const run = await readingWholeTables(this.db, tx);
      const values = [...parametersOf(scope), limit];
      const totals = await totalsOf(run, scope);
      const missing = await run.query<MovedRow>(MISSING, values);
      const unknown = await run.query<UnknownRow>(UNKNOWN, values);
      const differing = await run.query<DifferingRow>(DIFFERING, values);
      return {
        totals,
        missing: missing.map(toMissing),
        unknown: unknown.map(toUnknown),
        differing: differing.map(toDiffering),
      };
    });
  }

  readTotals(scope: ReconciliationScope): Promise<ReconciliationTotal[]> {
    return this.uow.run(async (tx) => totalsOf(await readingWholeTables(this.db, tx), scope));
  }
}

async function totalsOf(run: StatementRunner, scope: ReconciliationScope): Promise<ReconciliationTotal[]> {
  const rows = await run.query<TotalRow & Record<string, unknown>>(TOTALS, parametersOf(scope));
  return rows.map(({ provider, currency, missing, unknown, differing, fees }) => ({
    provider,
    currency,
    missing: Number(missing),
    unknown: Number(unknown),
    differing: Number(differing),
    fees: Money.stored(fees, currency),
  }));
}

function parametersOf({ names, covered, days }: ReconciliationScope): SqlParameter[] {
  return [names.map(({ stored }) => stored), names.map(({ name }) => name), covered, days];
}

function toMissing({ provider, type, id, amount, currency, at }: MovedRow): MissingLine {
  return { provider, type, id, amount: Money.stored(amount, currency), at };
}

function toUnknown({ provider, type, id, reference, amount, currency, at }: UnknownRow): UnknownLine {
  return { provider, type, id, reference, amount: Money.stored(amount, currency), at };
}

function toDiffering({ provider, type, id, currency, ours, lines }: DifferingRow): DifferingAmount {
  const money = (amount: string | null) => (amount === null ? null : Money.stored(amount, currency));
  return { provider, type, id, currency, ours: money(ours), lines: money(lines) };
}
