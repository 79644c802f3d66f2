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

// The worker does not repeat an inquiry within 5 seconds, however often a payer reloads the page. Whatever makes one
// necessary begins its 30 days anew. 6.16
export const SCHEDULE = statement(
  'looks.schedule',
  `INSERT INTO provider_looks AS l (provider, kind, reference, due_at, request_id)
   SELECT DISTINCT provider, kind, reference, now() + $4::bigint * interval '1 millisecond', $5::text
     FROM unnest($1::text[], $2::text[], $3::text[]) AS s (provider, kind, reference) ORDER BY 1, 2, 3
   ON CONFLICT (provider, kind, reference) DO UPDATE SET request_id = COALESCE(excluded.request_id, l.request_id),
     due_at = LEAST(l.due_at, GREATEST(excluded.due_at, l.asked_at + interval '5 seconds')), created_at = now()`,
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
      SET attempts = attempts + 1, asked_at = now(),
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

const WATCH = statement(
  'looks.watch',
  `WITH claimed AS (
     SELECT provider, kind, reference, created_at,
            now() + LEAST(GREATEST(now() - created_at, interval '6 hours'), interval '3 days') AS due_at
       FROM provider_looks WHERE provider = $1 AND kind = $2 AND reference = $3 AND due_at = $4::text::timestamptz FOR UPDATE
   ), over AS (
     DELETE FROM provider_looks l USING claimed c
      WHERE l.provider = c.provider AND l.kind = c.kind AND l.reference = c.reference
        AND c.due_at >= c.created_at + $5::bigint * interval '1 millisecond'
   )
   UPDATE provider_looks l SET due_at = c.due_at, last_error = NULL, failing_since = NULL FROM claimed c
    WHERE l.provider = c.provider AND l.kind = c.kind AND l.reference = c.reference
      AND c.due_at < c.created_at + $5::bigint * interval '1 millisecond'`,
);

const NOTE_ERROR = statement(
  'looks.note-error',
  `UPDATE provider_looks SET last_error = $4,
     failing_since = CASE WHEN $4::text IS NOT NULL THEN COALESCE(failing_since, now()) END
    WHERE provider = $1 AND kind = $2 AND reference = $3`,
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

// 6.17
const BACKLOG = statement(
  'looks.backlog',
  `SELECT count(*) AS due, COALESCE(EXTRACT(EPOCH FROM now() - min(due_at)), 0) AS oldest,
          (SELECT count(*) FROM provider_looks WHERE failing_since < now() - interval '2 hours') AS failing
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

  async watch(tx: Tx, due: DueInquiry, giveUpAfterMs: number): Promise<void> {
    const { provider, kind, reference } = due.subject;
    await this.db.in(tx).execute(WATCH, [provider, kind, reference, due.dueAgain, giveUpAfterMs]);
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
    const [row] = await this.db.read<{ due: string; oldest: string; failing: string }>(BACKLOG);
    const { due = 0, oldest = 0, failing = 0 } = row ?? {};
    return { due: Number(due), oldestSeconds: Number(oldest), failing: Number(failing) };
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
