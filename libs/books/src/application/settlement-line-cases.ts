import { Clock, type Money } from '@app/kernel';
import { Cases, Providers, type Case, type CaseBacklog, type CaseQuery, type CaseSource } from '@app/rails';
import { Injectable } from '@nestjs/common';
import { Reconciliation, type ReconciliationReport } from './reconciliation';

/** The comparison reads whole tables, so that not every scrape makes it. */
const KEPT_MS = 3_600_000;

interface Row {
  readonly provider: string;
  readonly type: string;
  readonly id: string;
}

/** What is not reconciled, in the list of everything that waits for a person. Rule 19.1. */
@Injectable()
export class SettlementLineCases implements CaseSource {
  readonly kind = 'settlement_line';
  readonly closedBy = 'reconcile:report shows what is missing, and reconcile:import or reconcile:pull records it';
  private counted: { readonly at: number; readonly backlog: Promise<Omit<CaseBacklog, 'kind'>> } | undefined;

  constructor(
    private readonly reconciliation: Reconciliation,
    private readonly providers: Providers,
    private readonly clock: Clock,
    cases: Cases,
  ) {
    cases.addSource(this);
  }

  /** Of no account: a line names none. */
  async list({ status, accountId, limit }: CaseQuery): Promise<Case[]> {
    return status === 'closed' || accountId !== undefined ? [] : (await this.open()).slice(0, limit);
  }

  async find(id: string): Promise<Case | undefined> {
    return (await this.open()).find((one) => one.id === id);
  }

  /** Counted once an hour. */
  backlog(): Promise<Omit<CaseBacklog, 'kind'>> {
    const now = this.clock.now().getTime();
    if (!this.counted || now - this.counted.at >= KEPT_MS) {
      const backlog = this.count(now);
      this.counted = { at: now, backlog };
      backlog.catch(() => (this.counted = undefined));
    }
    return this.counted.backlog;
  }

  private async count(now: number): Promise<Omit<CaseBacklog, 'kind'>> {
    const report = await this.reconciliation.report(this.providers.list());
    const oldest = Math.min(now, ...casesOf(report, new Date(now)).map(({ reportedAt }) => reportedAt.getTime()));
    return { open: report.open, oldestSeconds: (now - oldest) / 1_000 };
  }

  private async open(): Promise<Case[]> {
    return casesOf(await this.reconciliation.report(this.providers.list()), this.clock.now());
  }
}

/** An amount that differs has no time of its own. */
function casesOf({ groups }: ReconciliationReport, now: Date): Case[] {
  return groups.flatMap(({ missingLines, unknownLines, differingAmounts }) => [
    ...missingLines.map((row) => caseOf(row, 'has no line', row.amount, null, row.at)),
    ...unknownLines.map((row) => caseOf(row, 'has no record', row.amount, null, row.at)),
    ...differingAmounts.map((row) => caseOf(row, 'differs', row.lines, row.ours, now)),
  ]);
}

function caseOf({ provider, type, id }: Row, what: string, amount: Money | null, ours: Money | null, at: Date): Case {
  return {
    id,
    kind: 'settlement_line',
    status: 'open',
    provider,
    providerReference: id,
    subject: { type, id },
    accountId: null,
    linkId: null,
    paymentId: null,
    amount: amount?.toFixed() ?? null,
    currency: (amount ?? ours)?.currency ?? null,
    expected: ours?.toFixed() ?? null,
    outcome: `${type} ${what}`,
    proposal: 'use_command',
    reportedAt: at,
    openedAt: at,
    resolvedAt: null,
    resolvedBy: null,
    reason: null,
  };
}
