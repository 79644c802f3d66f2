import type { Transitions } from '@app/kernel';

/** Longest subject that is sent, in characters. */
const MAX_SUBJECT = 200;
/** Longest address that SMTP can carry (RFC 5321). */
const MAX_ADDRESS = 254;

/** A message to be sent once: of several messages with the same dedupe key, only the first is queued. */
export interface NewMail {
  accountId: string | null;
  to: string;
  subject: string;
  text: string;
  html?: string;
  dedupeKey: string;
  /** Contains a code or another secret: the text is erased once a mail server has accepted it. */
  sensitive?: boolean;
}

export type MailStatus = 'pending' | 'sent' | 'failed';

/** The outcome of an attempt. */
export type MailEvent = 'send' | 'retry' | 'fail';

/** Every transition of a message. A claim leaves it pending; a finished message never changes. */
export const TRANSITIONS: Transitions<MailEvent, MailStatus> = {
  send: { pending: 'sent' },
  retry: { pending: 'pending' },
  fail: { pending: 'failed' },
};

/** Whether the text is one plain address: no display name, no list, nothing that could end a header line. */
export function isMailAddress(text: string): boolean {
  return (
    text.length <= MAX_ADDRESS &&
    text.isWellFormed() &&
    /^[^\s\p{Cc}"(),:;<>@[\\\]]+@[^\s\p{Cc}"(),:;<>@[\\\]]+$/u.test(text)
  );
}

/** The subject as one line of bounded length, so that it cannot add headers. */
export function headerText(text: string): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
  const characters = [...line];
  return characters.length > MAX_SUBJECT ? `${characters.slice(0, MAX_SUBJECT - 1).join('')}…` : line;
}

/** The body without what PostgreSQL cannot store. */
export function bodyText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}

const MINUTE = 60_000;
const DELAYS_MS = [10_000, 30_000, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 120 * MINUTE, 360 * MINUTE];

/** The maximum number of attempts for a message. */
export const MAX_ATTEMPTS = DELAYS_MS.length + 1;

/** Milliseconds from a failed attempt (counted from 1) to the next one, or undefined after the last. */
export function retryDelayMs(attempt: number): number | undefined {
  return DELAYS_MS[attempt - 1];
}
