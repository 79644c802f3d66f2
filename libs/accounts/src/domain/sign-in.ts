/** Failed sign-ins that lock an address, and for how long. Source: contract, "Sign-in". */
export const MAX_FAILED_SIGN_INS = 5;
export const SIGN_IN_LOCK_SECONDS = 15 * 60;
/** The duration of a session. */
export const SESSION_SECONDS = 12 * 60 * 60;

export interface Credentials {
  email: string;
  password: string;
}

/** A session token is 32 random bytes in base64url; anything else need not be looked up. */
export function isSessionToken(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text);
}
