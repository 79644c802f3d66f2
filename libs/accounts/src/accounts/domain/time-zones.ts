import { isTimeZone, ValidationError } from '@app/kernel';

/** The time zone of most of a country's people, where we have merchants. */
const ZONES: Readonly<Record<string, string>> = {
  AR: 'America/Argentina/Buenos_Aires',
  BO: 'America/La_Paz',
  BR: 'America/Sao_Paulo',
  CL: 'America/Santiago',
  CO: 'America/Bogota',
  EC: 'America/Guayaquil',
  ES: 'Europe/Madrid',
  MX: 'America/Mexico_City',
  PE: 'America/Lima',
  PT: 'Europe/Lisbon',
  PY: 'America/Asuncion',
  US: 'America/New_York',
  UY: 'America/Montevideo',
  VE: 'America/Caracas',
};

/** The zone of a new account in that country. */
export function defaultTimeZone(country: string): string {
  return Object.hasOwn(ZONES, country) ? (ZONES[country] as string) : 'UTC';
}

/** `found` is the name as the database spells it. Throws `ValidationError` that names `time_zone` and what was given. */
export function requireTimeZone(given: string, found: string | undefined): string {
  if (found !== undefined && isTimeZone(found)) return found;
  const hint = /^(utc|gmt)?[+-]?\d/i.test(given)
    ? 'is an offset, which changes with the season; name a place, such as America/Argentina/Buenos_Aires'
    : 'is not a known time zone, such as America/Argentina/Buenos_Aires';
  throw ValidationError.of('time_zone', `The time_zone "${given.slice(0, 64)}" ${hint}.`);
}
