import { codeCharacters } from '@app/banking';

/** How many recovery codes a user gets. Rule 14.13. */
export const RECOVERY_CODES = 10;

/** A second factor as stored. It counts once it is confirmed. */
export interface SecondFactor {
  encryptedSecret: Buffer;
  isConfirmed: boolean;
}

/** What proves the second factor: a time step, which works once, or a recovery code, which is deleted. */
export type FactorProof = { step: number } | { recoveryCodeHash: Buffer };

/** Whether the text could be a code of an authenticator; anything else can only be a recovery code. */
export function isTimeCode(code: string): boolean {
  return /^\d{6}$/.test(codeCharacters(code));
}

/** A recovery code as people type it, in the one form that is hashed. */
export function normalizedRecoveryCode(code: string): string {
  return codeCharacters(code).toLowerCase();
}

/** Random lower-case text in two groups, for people to copy: `k7fq2-m9xwd`. */
export function recoveryCodeOf(random: string): string {
  const text = random.toLowerCase();
  return `${text.slice(0, text.length / 2)}-${text.slice(text.length / 2)}`;
}
