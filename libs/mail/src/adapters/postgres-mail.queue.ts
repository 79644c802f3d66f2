import { sourceOf, targetOf, type Tx } from '@app/kernel';
import { Database, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Any, IsNull, Not, Raw, Repository } from 'typeorm';
import {
  MailQueue,
  type ClaimedMail,
  type MailboxEntry,
  type MailOutcome,
  type QueuedMail,
} from '../application/ports';
import { TRANSITIONS } from '../domain/message';
import { MailMessageEntity } from './mail-message.entity';

interface ClaimedRow {
  id: string;
  to_address: string;
  subject: string;
  text_body: string;
  html_body: string | null;
  attempts: number;
  sensitive: boolean;
}

// Part of the transaction that settles a batch of payments, so one statement for any number of messages.
const ADD = statement(
  'mail.add',
  `INSERT INTO mail_messages
     (id, account_id, to_address, subject, text_body, html_body, dedupe_key, sensitive, status, last_error)
   SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bool[],
     $9::text[], $10::text[])
   ON CONFLICT (dedupe_key) DO NOTHING`,
);

const CLAIM = statement(
  'mail.claim',
  `UPDATE mail_messages
   SET attempts = attempts + 1,
       next_attempt_at = now() + $2 * interval '1 millisecond',
       lease_until = now() + $2 * interval '1 millisecond'
   WHERE id = ANY (ARRAY(
     SELECT id FROM mail_messages WHERE status = '${sourceOf(TRANSITIONS, 'send')}' AND next_attempt_at <= now()
     ORDER BY next_attempt_at LIMIT $1 FOR UPDATE SKIP LOCKED
   ))
   RETURNING id, to_address, subject, text_body, html_body, attempts, sensitive`,
);

const COMPLETE = statement(
  'mail.complete',
  `UPDATE mail_messages message
   SET status = outcome.status,
       last_error = outcome.error,
       next_attempt_at = coalesce(now() + outcome.retry_in_ms * interval '1 millisecond', message.next_attempt_at),
       lease_until = NULL,
       sent_at = CASE WHEN outcome.status = '${targetOf(TRANSITIONS, 'send')}' THEN now() END,
       text_body = CASE WHEN outcome.erase THEN '' ELSE message.text_body END,
       html_body = CASE WHEN outcome.erase THEN NULL ELSE message.html_body END
   FROM unnest($1::uuid[], $2::int[], $3::text[], $4::text[], $5::float8[], $6::bool[])
     AS outcome (id, attempt, status, error, retry_in_ms, erase)
   WHERE message.id = outcome.id AND message.status = '${sourceOf(TRANSITIONS, 'send')}' AND message.attempts = outcome.attempt`,
);

@Injectable()
export class PostgresMailQueue extends MailQueue {
  constructor(
    @InjectRepository(MailMessageEntity) private readonly messages: Repository<MailMessageEntity>,
    private readonly db: Database,
  ) {
    super();
  }

  async add(tx: Tx, unsorted: readonly QueuedMail[]): Promise<void> {
    // All transactions insert in the same order: those with the same keys wait for each other, and could otherwise
    // deadlock.
    const messages = [...unsorted].sort((a, b) => (a.dedupeKey < b.dedupeKey ? -1 : 1));
    await this.db
      .in(tx)
      .execute(ADD, [
        messages.map(({ id }) => id),
        messages.map(({ accountId }) => accountId),
        messages.map(({ to }) => to),
        messages.map(({ subject }) => subject),
        messages.map(({ text }) => text),
        messages.map(({ html }) => html),
        messages.map(({ dedupeKey }) => dedupeKey),
        messages.map(({ sensitive }) => sensitive),
        messages.map(({ status }) => status),
        messages.map(({ lastError }) => lastError),
      ]);
  }

  async claim(tx: Tx, limit: number, leaseMs: number): Promise<ClaimedMail[]> {
    const rows = await this.db.in(tx).query<ClaimedRow>(CLAIM, [limit, leaseMs]);
    return rows.map((row) => ({
      id: row.id,
      to: row.to_address,
      subject: row.subject,
      text: row.text_body,
      html: row.html_body,
      attempt: row.attempts,
      sensitive: row.sensitive,
    }));
  }

  async complete(tx: Tx, outcomes: readonly MailOutcome[]): Promise<void> {
    await this.db
      .in(tx)
      .execute(COMPLETE, [
        outcomes.map(({ id }) => id),
        outcomes.map(({ attempt }) => attempt),
        outcomes.map(({ status }) => status),
        outcomes.map(({ error }) => error),
        outcomes.map(({ retryInMs }) => retryInMs),
        outcomes.map(({ erase }) => erase),
      ]);
  }

  async release(tx: Tx, ids: readonly string[]): Promise<void> {
    const leased = { id: Any(ids), leaseUntil: Not(IsNull()) };
    await this.db.manager(tx).update(MailMessageEntity, leased, { nextAttemptAt: () => 'now()', leaseUntil: null });
  }

  listNewest(to: string, limit: number): Promise<MailboxEntry[]> {
    return this.messages.find({
      select: {
        id: true,
        to: true,
        subject: true,
        text: true,
        html: true,
        status: true,
        createdAt: true,
        sentAt: true,
      },
      where: { to: Raw((column) => `lower(${column}) = lower(:to)`, { to }) },
      order: { id: 'DESC' },
      take: limit,
    });
  }
}
