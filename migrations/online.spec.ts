import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { CODE_LEVEL } from '@app/platform';

/** The first migration of which these rules hold: those before it are applied while nothing runs. */
const FIRST = 52;

interface Change extends MigrationInterface {
  readonly admits?: number;
}

/** What older code does not survive. It does survive the end of a foreign key, which only rejects what code never writes. */
const CONTRACTS =
  /\bDROP\s+(COLUMN|TABLE|CONSTRAINT(?!\s+\w+_fkey\b)|VIEW|FUNCTION)|\bRENAME\b|\bSET\s+NOT\s+NULL|\bALTER\s+COLUMN\s+\S+\s+TYPE\b/i;
const EXPANDS = /\b(ADD\s+COLUMN|CREATE\s+(TABLE|INDEX|UNIQUE|FUNCTION|VIEW))\b/i;
/** What holds a lock for as long as a whole table is read or written. */
const LOCKS: readonly (readonly [RegExp, string])[] = [
  [/\bCREATE\s+(UNIQUE\s+)?INDEX\s+(?!CONCURRENTLY)/i, 'builds an index without CONCURRENTLY'],
  [/\bDROP\s+INDEX\s+(?!CONCURRENTLY)/i, 'drops an index without CONCURRENTLY'],
  [/\bADD\s+CONSTRAINT\b(?!.*\b(NOT\s+VALID|USING\s+INDEX)\b)/is, 'adds a constraint without NOT VALID'],
  [
    /\bADD\s+COLUMN\b.*\bDEFAULT\s+(gen_random_uuid|random|clock_timestamp|nextval)/is,
    'computes a default for each row',
  ],
  [/\bALTER\s+COLUMN\s+\S+\s+TYPE\b/i, 'rewrites a column'],
  [/\b(UPDATE|DELETE\s+FROM)\b(?!.*\bLIMIT\b)/is, 'writes a whole table at once, not in batches'],
  [/\bVACUUM\s+FULL\b|\bCLUSTER\b/i, 'rewrites a table'],
];

/**
 * Why the statements of a migration must not run beside a service in use. Those on tables that it creates may do
 * anything.
 */
function faultsOf(statements: readonly string[], isContraction = false): string[] {
  const created = statements.flatMap((text) =>
    [...text.matchAll(/CREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?(\w+)/gi)].map(([, name]) => name),
  );
  const isNew = (text: string) =>
    created.some((name) => new RegExp(`\\b(ON|TABLE|UPDATE|FROM|INTO)\\s+${name}\\b`, 'i').test(text));
  return statements
    .filter((text) => /CREATE\s+TABLE/i.test(text) || !isNew(text))
    .flatMap((text) => {
      if (/CREATE\s+TABLE/i.test(text)) return isContraction ? ['expands, and so needs a migration of its own'] : [];
      const faults = LOCKS.filter(([pattern]) => pattern.test(text)).map(([, fault]) => fault);
      if (CONTRACTS.test(text) && !isContraction) faults.push('contracts, and does not say which code it admits');
      if (EXPANDS.test(text) && isContraction) faults.push('expands, and so needs a migration of its own');
      return faults;
    });
}

async function statementsOf(migration: Change): Promise<string[]> {
  const statements: string[] = [];
  const runner = { query: async (text: string) => void statements.push(text) } as unknown as QueryRunner;
  await migration.up(runner);
  return statements;
}

const FILES = readdirSync(__dirname).filter((file) => /^\d{4}-[\w-]+\.ts$/.test(file));
const numberOf = (file: string) => Number(file.slice(0, 4));

describe('migrations', () => {
  it('have a latest one, whose number is the level of the code (rule 16.17)', () => {
    expect(Math.max(...FILES.map(numberOf))).toBe(CODE_LEVEL);
  });

  it('expand or contract, and hold no lock on a large table for long (rule 16.18)', async () => {
    const faults: string[] = [];
    for (const file of FILES.filter((name) => numberOf(name) >= FIRST)) {
      const [made] = Object.values(jest.requireActual<Record<string, new () => Change>>(join(__dirname, file)));
      const migration = new made!();
      const found = faultsOf(await statementsOf(migration), migration.admits !== undefined);
      faults.push(...found.map((fault) => `${file} ${fault}`));
    }
    expect(faults).toEqual([]);
  });

  it.each([
    ['ALTER TABLE payouts ADD COLUMN note text', false, []],
    ['CREATE INDEX CONCURRENTLY payouts_idx ON payouts (note)', false, []],
    ['CREATE INDEX payouts_idx ON payouts (note)', false, ['builds an index without CONCURRENTLY']],
    ['ALTER TABLE payouts ADD CONSTRAINT c CHECK (note <> $$)', false, ['adds a constraint without NOT VALID']],
    ['ALTER TABLE payouts ADD CONSTRAINT c CHECK (note <> $$) NOT VALID', false, []],
    ['UPDATE payouts SET note = $$', false, ['writes a whole table at once, not in batches']],
    ['ALTER TABLE payouts DROP COLUMN note', false, ['contracts, and does not say which code it admits']],
    ['ALTER TABLE payouts DROP COLUMN note', true, []],
    ['ALTER TABLE payouts DROP CONSTRAINT payouts_key', false, ['contracts, and does not say which code it admits']],
    ['ALTER TABLE payouts DROP CONSTRAINT payouts_account_id_fkey', false, []],
    ['ALTER TABLE payouts ADD COLUMN note text', true, ['expands, and so needs a migration of its own']],
  ])('that run %j (contraction: %s) have the faults %j (rule 16.18)', (text, isContraction, faults) => {
    expect(faultsOf([text], isContraction)).toEqual(faults);
  });

  it('may build what they like on a table that they create', () => {
    expect(faultsOf(['CREATE TABLE notes (id int)', 'CREATE INDEX notes_idx ON notes (id)'])).toEqual([]);
  });
});
