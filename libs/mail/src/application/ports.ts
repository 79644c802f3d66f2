import type { Tx } from '@app/kernel';
import type { MailStatus } from '../domain/message';

/** A message as a mailer sends it. */
export interface MailMessage {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string | null;
}

/** `permanent`: another attempt would be rejected as well. The error contains no address and no text of the message. */
export type MailResult = { sent: true } | { sent: false; error: string; permanent: boolean };

/** Sends a message, and says whether it was accepted. */
export abstract class Mailer {
  /** True when a sent message has reached a mail server; false when it exists only in the outbox. */
  abstract readonly reachesServer: boolean;
  /** Sends one message within half a minute. Never throws. */
  abstract send(message: MailMessage): Promise<MailResult>;
  abstract close(): Promise<void>;
}

export interface QueuedMail extends MailMessage {
  accountId: string | null;
  dedupeKey: string;
  sensitive: boolean;
  status: MailStatus;
  lastError: string | null;
}

export interface ClaimedMail extends MailMessage {
  /** Counted from 1; the claim consumes it. */
  attempt: number;
  sensitive: boolean;
}

/** The outcome of an attempt. `retryInMs` is null unless the message stays pending; `erase` deletes its text. */
export interface MailOutcome {
  id: string;
  attempt: number;
  status: MailStatus;
  error: string | null;
  retryInMs: number | null;
  erase: boolean;
}

/** A message as a tester sees it. */
export interface MailboxEntry extends MailMessage {
  status: MailStatus;
  createdAt: Date;
  sentAt: Date | null;
}

/** Deletes old messages. */
export abstract class MailArchive {
  /** Deletes finished messages older than that, at most `limit`; returns how many. Pending ones stay. */
  abstract deleteOld(tx: Tx, olderThanMs: number, limit: number): Promise<number>;
}

/** The outbox. It schedules by its own time. */
export abstract class MailQueue {
  /** Adds the messages, except those whose dedupe key already exists. */
  abstract add(tx: Tx, messages: readonly QueuedMail[]): Promise<void>;
  /** Claims up to `limit` due messages; no other worker gets them until the lease has expired. */
  abstract claim(tx: Tx, limit: number, leaseMs: number): Promise<ClaimedMail[]>;
  /** Writes the outcomes of attempts; one that is no longer the message's latest is ignored. */
  abstract complete(tx: Tx, outcomes: readonly MailOutcome[]): Promise<void>;
  /** Ends the leases, so that the messages are due at once. */
  abstract release(tx: Tx, ids: readonly string[]): Promise<void>;
  /** The newest messages to the address, in any letter case; newest first. */
  abstract listNewest(to: string, limit: number): Promise<MailboxEntry[]>;
}
