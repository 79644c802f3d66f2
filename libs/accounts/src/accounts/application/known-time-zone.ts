import { requireTimeZone } from '../domain/time-zones';
import type { AccountsRepository } from './ports';

/** The name of a time zone as it is stored, from any letter case. Throws `ValidationError` that names `time_zone`. */
export async function knownTimeZone(
  accounts: AccountsRepository,
  given: string | undefined,
): Promise<string | undefined> {
  return given === undefined ? undefined : requireTimeZone(given, await accounts.findTimeZone(given));
}
