/** Longest subject that is sent, in characters. */
const MAX_SUBJECT = 200;
/** Longest address that SMTP can carry (RFC 5321). */
const MAX_ADDRESS = 254;

/** A message to be sent once, however often it is asked for: the dedupe key says what once means. */
export interface NewMail {
  accountId: string | null;
  to: string;
  subject: string;
  text: string;
  html?: string;
  dedupeKey: string;
  /** Carries a code or the like: the text is erased as soon as a mail server has taken it. */
  sensitive?: boolean;
}

export type MailStatus = 'pending' | 'sent' | 'failed';

/** Where a message can go from each state; a claim leaves it pending. */
export const TRANSITIONS: Readonly<Record<MailStatus, readonly MailStatus[]>> = {
  pending: ['pending', 'sent', 'failed'],
  sent: [],
  failed: [],
};

/** Whether the text is one plain address: no display name, no list, nothing that could end a header line. */
export function isMailAddress(text: string): boolean {
  return (
    text.length <= MAX_ADDRESS &&
    text.isWellFormed() &&
    /^[^\s\p{Cc}"(),:;<>@[\\\]]+@[^\s\p{Cc}"(),:;<>@[\\\]]+$/u.test(text)
  );
}

/** The subject as one line of bounded length, so that it can neither add headers nor swell them. */
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

/** Attempts that a message has at most. */
export const MAX_ATTEMPTS = DELAYS_MS.length + 1;

/** Milliseconds from a failed attempt (counted from 1) to the next one, or undefined after the last. */
export function retryDelayMs(attempt: number): number | undefined {
  return DELAYS_MS[attempt - 1];
}
