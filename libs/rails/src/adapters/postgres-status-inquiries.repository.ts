import type { Tx } from '@app/kernel';
import { Database, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import {
  StatusInquiriesRepository,
  type DueInquiry,
  type ListedInquiry,
  type InquiryBacklog,
} from '../application/ports';
import type { InquirySubject } from '../application/provider';

const PLAN = `COALESCE(('{1 minute,5 minutes,30 minutes,2 hours}'::interval[])`;

// The last inquiry about a subject was one step of the plan before the next. The worker does not repeat it within 5
// seconds, however often a payer reloads the page.
export const SCHEDULE = statement(
  'looks.schedule',
  `INSERT INTO provider_looks AS l (provider, kind, reference, due_at, request_id)
   SELECT DISTINCT provider, kind, reference, now() + $4::bigint * interval '1 millisecond', $5::text
     FROM unnest($1::text[], $2::text[], $3::text[]) AS s (provider, kind, reference) ORDER BY 1, 2, 3
   ON CONFLICT (provider, kind, reference) DO UPDATE SET request_id = COALESCE(excluded.request_id, l.request_id),
     due_at = LEAST(l.due_at, CASE WHEN l.attempts = 0
     THEN excluded.due_at
     ELSE GREATEST(excluded.due_at, l.due_at - ${PLAN}[l.attempts], '12 hours') + interval '5 seconds') END)`,
);

// After 1, 5 and 30 minutes and 2 hours, then every 12 hours. The claim writes the next time before
// the worker asks the provider, so that the worker repeats an inquiry that a crash cuts off.
export const TAKE_DUE = statement(
  'looks.take-due',
  `WITH due AS MATERIALIZED (
     SELECT provider, kind, reference FROM provider_looks WHERE due_at <= now()
      ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED
   )
   UPDATE provider_looks l
      SET attempts = attempts + 1,
          due_at = now() + ${PLAN}[attempts + 1], '12 hours')
     FROM due
    WHERE l.provider = due.provider AND l.kind = due.kind AND l.reference = due.reference
   RETURNING l.provider, l.kind, l.reference, l.attempts, l.request_id, l.due_at::text AS due_again,
     l.due_at >= l.created_at + $2::bigint * interval '1 millisecond' AS is_last`,
);

// Whatever made the inquiry due earlier happened after the provider was asked.
const REMOVE = statement(
  'looks.remove',
  `DELETE FROM provider_looks WHERE provider = $1 AND kind = $2 AND reference = $3 AND due_at = $4::text::timestamptz`,
);

const NOTE_ERROR = statement(
  'looks.note-error',
  `UPDATE provider_looks SET last_error = $4 WHERE provider = $1 AND kind = $2 AND reference = $3`,
);

const GIVE_UP = statement(
  'looks.give-up',
  `DELETE FROM provider_looks WHERE created_at < now() - $1::bigint * interval '1 millisecond'
   RETURNING provider, kind, reference`,
);

const LIST = statement(
  'looks.list',
  `SELECT provider, kind, reference, attempts, due_at, created_at, last_error FROM provider_looks
    ORDER BY due_at LIMIT $1`,
);

const BACKLOG = statement(
  'looks.backlog',
  `SELECT count(*) AS due, COALESCE(EXTRACT(EPOCH FROM now() - min(due_at)), 0) AS oldest
     FROM provider_looks WHERE due_at <= now()`,
);

interface InquiryRow {
  provider: string;
  kind: string;
  reference: string;
  attempts: number;
}

interface DueRow extends InquiryRow {
  request_id: string | null;
  due_again: string;
  is_last: boolean;
}

interface ListedRow extends InquiryRow {
  due_at: Date;
  created_at: Date;
  last_error: string | null;
}

@Injectable()
export class PostgresStatusInquiriesRepository extends StatusInquiriesRepository {
  constructor(private readonly db: Database) {
    super();
  }

  async schedule(tx: Tx, subjects: readonly InquirySubject[], inMs: number, requestId: string | null): Promise<void> {
    await this.db.in(tx).execute(SCHEDULE, [...columnsOf(subjects), inMs, requestId]);
  }

  async takeDue(tx: Tx, limit: number, giveUpAfterMs: number): Promise<DueInquiry[]> {
    const rows = await this.db.in(tx).query<DueRow & Record<string, unknown>>(TAKE_DUE, [limit, giveUpAfterMs]);
    return rows.map((row) => {
      const { attempts: attempt, due_again: dueAgain, is_last: isLast, request_id: requestId } = row;
      return { subject: subjectOf(row), attempt, dueAgain, isLast, requestId };
    });
  }

  async remove(tx: Tx, { subject: { provider, kind, reference }, dueAgain }: DueInquiry): Promise<void> {
    await this.db.in(tx).execute(REMOVE, [provider, kind, reference, dueAgain]);
  }

  async noteError(tx: Tx, { provider, kind, reference }: InquirySubject, error: string | null): Promise<void> {
    await this.db.in(tx).execute(NOTE_ERROR, [provider, kind, reference, error]);
  }

  async giveUp(tx: Tx, plannedForMs: number): Promise<InquirySubject[]> {
    const rows = await this.db.in(tx).query<InquiryRow & Record<string, unknown>>(GIVE_UP, [plannedForMs]);
    return rows.map(subjectOf);
  }

  async list(limit: number): Promise<ListedInquiry[]> {
    const rows = await this.db.read<ListedRow & Record<string, unknown>>(LIST, [limit]);
    return rows.map((row) => ({
      subject: subjectOf(row),
      attempts: row.attempts,
      dueAt: row.due_at,
      firstDueAt: row.created_at,
      lastError: row.last_error,
    }));
  }

  async backlog(): Promise<InquiryBacklog> {
    const [row] = await this.db.read<{ due: string; oldest: string }>(BACKLOG);
    return { due: Number(row?.due ?? 0), oldestSeconds: Number(row?.oldest ?? 0) };
  }
}

function subjectOf({ provider, kind, reference }: InquiryRow): InquirySubject {
  return { provider, kind, reference };
}

function columnsOf(subjects: readonly InquirySubject[]): [providers: string[], kinds: string[], references: string[]] {
  return [
    subjects.map(({ provider }) => provider),
    subjects.map(({ kind }) => kind),
    subjects.map(({ reference }) => reference),
  ];
}
