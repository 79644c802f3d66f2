import { Complaints, isStorable } from '@app/kernel';

/** How many failed sign-ins lock an address, and for how long. Source: contract, "Sign-in". */
export const MAX_FAILED_SIGN_INS = 5;
export const SIGN_IN_LOCK_SECONDS = 15 * 60;
/** The duration of a session. */
export const SESSION_SECONDS = 12 * 60 * 60;

const MAX_EMAIL = 320;
const MAX_PASSWORD = 256;

export interface Credentials {
  email: string;
  password: string;
}

/**
 * Reads the body of a sign-in. Only shapes are checked, so that the answer reveals nothing about users. Throws
 * `ValidationError` that names every refused field.
 */
export function parseCredentials(body: Readonly<Record<string, unknown>>): Credentials {
  const complaints = new Complaints();
  const { email, password } = body;
  if (!isTextUpTo(email, MAX_EMAIL)) complaints.add('email', `The email must be text of 1 to ${MAX_EMAIL} characters.`);
  if (!isTextUpTo(password, MAX_PASSWORD)) {
    complaints.add('password', `The password must be text of 1 to ${MAX_PASSWORD} characters.`);
  }
  complaints.throwIfAny();
  return { email: email as string, password: password as string };
}

/** A session token is 32 random bytes in base64url; nothing else needs a lookup. */
export function isSessionToken(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text);
}

function isTextUpTo(value: unknown, length: number): boolean {
  return typeof value === 'string' && value !== '' && value.length <= length && isStorable(value);
}
