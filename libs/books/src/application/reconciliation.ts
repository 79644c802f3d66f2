import { Injectable } from '@nestjs/common';
import {
  ReconciliationReader,
  type DifferingAmount,
  type MissingLine,
  type ReconciliationScope,
  type ReconciliationTotal,
  type UnknownLine,
} from './ports';

/** How long providers may take to settle what they have reported. */
export const DEFAULT_DAYS = 5;
const ROWS_PER_LIST = 1_000;

/**
 * What is open at one provider in one currency. The counts of its total are exact; each list has at most 1000 rows of
 * the report.
 */
export interface ReconciliationGroup extends ReconciliationTotal {
  readonly missingLines: readonly MissingLine[];
  readonly unknownLines: readonly UnknownLine[];
  readonly differingAmounts: readonly DifferingAmount[];
}

export interface ReconciliationReport {
  readonly days: number;
  readonly open: number;
  readonly groups: readonly ReconciliationGroup[];
}

/** A configured provider. */
export interface ReconciledProvider {
  /** The name under which its lines are recorded. */
  readonly name: string;
  /** The names under which records store it. */
  readonly storedNames: readonly string[];
  /** Whether it moves no money. */
  readonly isSimulated: boolean;
}

/**
 * Compares payments, payouts, refunds and disputes with the settlement lines of their providers. Covered are the configured
 * providers that move money, and every provider that has a line; a simulated provider without lines is left out.
 */
@Injectable()
export class Reconciliation {
  constructor(private readonly reader: ReconciliationReader) {}

  /** Records need a line once they are `days` old. Reads whole tables; blocks no other work. */
  async report(configured: readonly ReconciledProvider[], days = DEFAULT_DAYS): Promise<ReconciliationReport> {
    const { totals, missing, unknown, differing } = await this.reader.read(scopeOf(configured, days), ROWS_PER_LIST);
    const groups = totals.map((total) => {
      const isOf = (provider: string, currency: string) => provider === total.provider && currency === total.currency;
      return {
        provider: total.provider,
        currency: total.currency,
        missing: total.missing,
        unknown: total.unknown,
        differing: total.differing,
        fees: total.fees,
        missingLines: missing.filter(({ provider, amount }) => isOf(provider, amount.currency)),
        unknownLines: unknown.filter(({ provider, amount }) => isOf(provider, amount.currency)),
        differingAmounts: differing.filter(({ provider, currency }) => isOf(provider, currency)),
      };
    });
    return { days, open: totals.reduce((sum, total) => sum + openOf(total), 0), groups };
  }

  /** How much is open at each covered provider, after the usual days. */
  async countOpen(configured: readonly ReconciledProvider[]): Promise<ReadonlyMap<string, number>> {
    const scope = scopeOf(configured, DEFAULT_DAYS);
    const open = new Map(scope.covered.map((name) => [name, 0]));
    for (const total of await this.reader.readTotals(scope)) {
      open.set(total.provider, (open.get(total.provider) ?? 0) + openOf(total));
    }
    return open;
  }
}

function scopeOf(configured: readonly ReconciledProvider[], days: number): ReconciliationScope {
  return {
    names: configured.flatMap(({ name, storedNames }) => storedNames.map((stored) => ({ stored, name }))),
    covered: configured.filter(({ isSimulated }) => !isSimulated).map(({ name }) => name),
    days,
  };
}

function openOf({ missing, unknown, differing }: ReconciliationTotal): number {
  return missing + unknown + differing;
}
