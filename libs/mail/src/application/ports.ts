import type { Tx } from '@app/kernel';
import type { MailStatus } from '../domain/message';

/** A message as a mailer gets it. */
export interface MailMessage {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string | null;
}

/** `permanent`: trying again would be refused again. The error holds no address and no text of the message. */
export type MailResult = { sent: true } | { sent: false; error: string; permanent: boolean };

export abstract class Mailer {
  /** True when a sent message has left the house; false when the outbox is all that there is of it. */
  abstract readonly handsOver: boolean;
  /** Sends one message. Never throws, and never takes longer than half a minute. */
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
  /** Counted from 1; consumed by the claim. */
  attempt: number;
  sensitive: boolean;
}

/** What came of an attempt. `retryInMs` is set as long as the message stays pending; `erase` drops its text. */
export interface MailOutcome {
  id: string;
  attempt: number;
  status: MailStatus;
  error: string | null;
  retryInMs: number | null;
  erase: boolean;
}

/** A message as a tester sees it, in the form of the wire. */
export interface MailboxEntry {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string | null;
  status: MailStatus;
  created_at: Date;
  sent_at: Date | null;
}

/** Messages that are owed. Time is the queue's own. */
export abstract class MailQueue {
  /** A message whose dedupe key is known already is not added again. */
  abstract add(tx: Tx, messages: readonly QueuedMail[]): Promise<void>;
  /** Takes up to `limit` due messages; nobody else gets them while the lease runs. */
  abstract claim(tx: Tx, limit: number, leaseMs: number): Promise<ClaimedMail[]>;
  /** Writes outcomes of attempts that are still the message's latest. */
  abstract complete(tx: Tx, outcomes: readonly MailOutcome[]): Promise<void>;
  /** Ends the leases: the messages are due at once. */
  abstract release(tx: Tx, ids: readonly string[]): Promise<void>;
  /** Messages to the address, in whatever case it is written; newest first. */
  abstract newest(to: string, limit: number): Promise<MailboxEntry[]>;
}
