import { Clock, newId, type Tx } from '@app/kernel';
import { Columns, Database, statement, type RowOf } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { CasesRepository, type CaseBacklog, type CaseQuery } from '../application/cases';
import type { Case, CaseKind, NewCase } from '../domain/case';

const CASES = Columns.of<Case & { key: string }>()({
  id: ['uuid', (one) => one.id],
  kind: ['text', (one) => one.kind],
  status: ['text', (one) => one.status],
  provider: ['text', (one) => one.provider],
  key: ['text', (one) => one.key],
  provider_reference: ['text', (one) => one.providerReference],
  subject_type: ['text', ({ subject }) => subject.type],
  subject_id: ['text', ({ subject }) => subject.id],
  account_id: ['uuid', (one) => one.accountId],
  payment_link_id: ['uuid', (one) => one.linkId],
  received_payment_id: ['uuid', (one) => one.paymentId],
  amount: ['text', (one) => one.amount],
  currency: ['text', (one) => one.currency],
  expected: ['text', (one) => one.expected],
  outcome: ['text', (one) => one.outcome],
  proposal: ['text', (one) => one.proposal],
  reported_at: ['timestamptz', (one) => one.reportedAt],
  opened_at: ['timestamptz', (one) => one.openedAt],
  resolved_at: ['timestamptz', (one) => one.resolvedAt],
  resolved_by: ['text', (one) => one.resolvedBy],
  reason: ['text', (one) => one.reason],
});

type CaseRow = RowOf<typeof CASES>;

const COLUMNS = CASES.select('c');

const OPEN = statement(
  'cases.open',
  `INSERT INTO cases (${CASES.names}) SELECT * FROM ${CASES.rows('c')} ORDER BY c.provider, c.key
   ON CONFLICT (provider, key) DO NOTHING`,
);

const CLOSE_BY_KEY = statement(
  'cases.close-by-key',
  `UPDATE cases SET status = 'closed', resolved_at = now(), reason = $3
    WHERE provider = $1 AND key = ANY ($2::text[]) AND status = 'open' AND ($4::text IS NULL OR amount = $4)`,
);

const CLOSE_ABOUT = statement(
  'cases.close-about',
  `UPDATE cases SET status = 'closed', resolved_at = now(), reason = $4
    WHERE subject_type = $1 AND subject_id = $2 AND kind = ANY ($3::text[]) AND status = 'open'`,
);

const FIND = statement('cases.find', `SELECT ${COLUMNS} FROM cases c WHERE c.id = $1`);

const LOCK = statement('cases.lock', `SELECT ${COLUMNS} FROM cases c WHERE c.id = $1 FOR UPDATE`);

const CLOSE = statement(
  'cases.close',
  `UPDATE cases AS c SET status = 'closed', resolved_at = now(), resolved_by = $2, reason = $3
    WHERE c.id = $1 AND c.status = 'open' RETURNING ${COLUMNS}`,
);

const listing = (order: 'opened_at, c.id' | 'opened_at DESC, c.id DESC') =>
  `SELECT ${COLUMNS} FROM cases c
    WHERE c.status = $1 AND ($2::text IS NULL OR c.kind = $2) AND ($3::uuid IS NULL OR c.account_id = $3)
    ORDER BY c.${order} LIMIT $4`;

const LIST = {
  open: statement('cases.list-open', listing('opened_at, c.id')),
  closed: statement('cases.list-closed', listing('opened_at DESC, c.id DESC')),
};

const BACKLOG = statement(
  'cases.backlog',
  `SELECT kind, count(*)::int AS open, extract(epoch FROM now() - min(opened_at))::float8 AS oldest
     FROM cases WHERE status = 'open' GROUP BY kind`,
);

@Injectable()
export class PostgresCasesRepository extends CasesRepository {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {
    super();
  }

  async open(tx: Tx, cases: readonly NewCase[]): Promise<void> {
    const now = this.clock.now();
    const opened = cases.map((one) => ({
      ...one,
      id: newId(),
      status: 'open' as const,
      openedAt: now,
      resolvedAt: null,
      resolvedBy: null,
      reason: null,
    }));
    await this.db.in(tx).execute(OPEN, CASES.arraysOf(opened));
  }

  closeByKey(tx: Tx, provider: string, keys: readonly string[], reason: string, amount?: string): Promise<number> {
    return this.db.in(tx).execute(CLOSE_BY_KEY, [provider, keys, reason, amount ?? null]);
  }

  async closeAbout(tx: Tx, { type, id }: Case['subject'], kinds: readonly CaseKind[], reason: string): Promise<void> {
    await this.db.in(tx).execute(CLOSE_ABOUT, [type, id, kinds, reason]);
  }

  async find(id: string): Promise<Case | undefined> {
    return (await this.db.read<CaseRow>(FIND, [id])).map(toCase)[0];
  }

  async lock(tx: Tx, id: string): Promise<Case | undefined> {
    return (await this.db.in(tx).query<CaseRow>(LOCK, [id])).map(toCase)[0];
  }

  async close(tx: Tx, id: string, by: string, reason: string): Promise<Case> {
    const [row] = await this.db.in(tx).query<CaseRow>(CLOSE, [id, by, reason]);
    if (!row) throw new Error(`the case ${id} is not open any more`);
    return toCase(row);
  }

  async list({ kind, accountId, status, limit }: CaseQuery): Promise<Case[]> {
    const rows = await this.db.read<CaseRow>(LIST[status], [status, kind ?? null, accountId ?? null, limit]);
    return rows.map(toCase);
  }

  async backlog(): Promise<CaseBacklog[]> {
    const rows = await this.db.read<{ kind: CaseKind; open: number; oldest: number }>(BACKLOG);
    return rows.map(({ kind, open, oldest }) => ({ kind, open, oldestSeconds: oldest }));
  }
}

function toCase(row: CaseRow): Case {
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    provider: row.provider,
    providerReference: row.provider_reference,
    subject: { type: row.subject_type, id: row.subject_id },
    accountId: row.account_id,
    linkId: row.payment_link_id,
    paymentId: row.received_payment_id,
    amount: row.amount,
    currency: row.currency,
    expected: row.expected,
    outcome: row.outcome,
    proposal: row.proposal,
    reportedAt: row.reported_at,
    openedAt: row.opened_at,
    resolvedAt: row.resolved_at,
    resolvedBy: row.resolved_by,
    reason: row.reason,
  };
}
