import { isTimeZone } from '@app/kernel';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultTimeZone, requireTimeZone } from './time-zones';

describe('the time zone of a new account', () => {
  it.each([
    ['AR', 'America/Argentina/Buenos_Aires'],
    ['BO', 'America/La_Paz'],
    ['BR', 'America/Sao_Paulo'],
    ['CL', 'America/Santiago'],
    ['CO', 'America/Bogota'],
    ['MX', 'America/Mexico_City'],
    ['US', 'America/New_York'],
    ['NZ', 'UTC'],
    ['toString', 'UTC'],
  ])('in %s is %s', (country, zone) => {
    expect(defaultTimeZone(country)).toBe(zone);
    expect(isTimeZone(zone)).toBe(true);
  });

  it('is that which the migration gave to existing accounts', () => {
    const migration = readFileSync(join(__dirname, '../../../../../migrations/0035-account-time-zone.ts'), 'utf8');
    const given = [...migration.matchAll(/^ {2}([A-Z]{2}): '([\w/]+)',$/gm)].map(([, country, zone]) => [
      country,
      zone,
    ]);
    expect(given.length).toBeGreaterThan(6);
    expect(given).toEqual(given.map(([country]) => [country, defaultTimeZone(country!)]));
  });
});

describe('a time zone', () => {
  it('is accepted when database and process both know it', () => {
    expect(requireTimeZone('america/bogota', 'America/Bogota')).toBe('America/Bogota');
  });

  it.each([
    ['Nowhere/City', undefined],
    ['Factory', 'Factory'],
    ['posix/America/Bogota', 'posix/America/Bogota'],
  ])('%s is rejected by name', (given, found) => {
    expect(() => requireTimeZone(given, found)).toThrow(
      expect.objectContaining({ details: { errors: { time_zone: [expect.stringContaining(`"${given}" is not`)] } } }),
    );
  });

  it.each(['-03:00', '+05:30', 'UTC-3', 'GMT+3', '-3', '03:00'])(
    '%s is rejected as an offset, with a hint',
    (given) => {
      expect(() => requireTimeZone(given, undefined)).toThrow(
        expect.objectContaining({
          details: { errors: { time_zone: [expect.stringMatching(/offset.*name a place/)] } },
        }),
      );
    },
  );
});
