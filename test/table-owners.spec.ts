import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..');
/** It proves the books from the tables of all libraries. */
const AUDITOR = 'libs/books';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const filesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { encoding: 'utf8', recursive: true }).map((path) => `${folder}/${path}`);
const isCode = (path: string): boolean => /^\w+\/[\w-]+\/src\/.*\.ts$/.test(path) && !isOfTests(path);
const isOfTests = (path: string): boolean => /(spec|\.section)\.ts$/.test(path) || path.includes('/testing/');

const TABLES = new Set(
  filesIn('migrations').flatMap((path) =>
    [...read(path).matchAll(/\bCREATE TABLE (?:IF NOT EXISTS )?(\w+)/g)].map(([, name]) => name as string),
  ),
);

/** The tables that a text names as SQL does, or as an entity. */
function tablesIn(text: string): string[] {
  const named = text.matchAll(/\b(?:FROM|JOIN|INTO|UPDATE|TABLE|USING)\s+(?:ONLY\s+)?(\w+)|@Entity\('(\w+)'/g);
  return [...new Set([...named].map(([, inSql, ofEntity]) => inSql ?? (ofEntity as string)))].filter((name) =>
    TABLES.has(name),
  );
}

/** The libraries and apps whose code names each table. */
function usersOfTables(): Map<string, Set<string>> {
  const users = new Map<string, Set<string>>();
  for (const path of [...filesIn('libs'), ...filesIn('apps')].filter(isCode)) {
    const owner = path.split('/').slice(0, 2).join('/');
    if (owner === AUDITOR) continue;
    for (const table of tablesIn(read(path))) users.set(table, (users.get(table) ?? new Set()).add(owner));
  }
  return users;
}

describe('a table', () => {
  it('is named by the SQL of one library only, and of no app', () => {
    const shared = [...usersOfTables()].filter(
      ([, owners]) => owners.size > 1 || ![...owners].every((owner) => owner.startsWith('libs/')),
    );
    expect(shared.map(([table, owners]) => `${table}: ${[...owners].sort().join(', ')}`)).toEqual([]);
  });

  it('is found in each kind of statement, and in an entity', () => {
    const texts = [
      'SELECT 1 FROM users u',
      'x JOIN\n  users',
      'INSERT INTO users',
      'UPDATE users u',
      "@Entity('users')",
    ];
    expect(texts.map(tablesIn)).toEqual(texts.map(() => ['users']));
    expect(tablesIn('DELETE FROM nothing_of_ours; the users FROM here')).toEqual([]);
  });

  it('is known whatever migration created it', () => {
    expect([...TABLES]).toEqual(expect.arrayContaining(['accounts', 'wallets', 'payment_links', 'webhook_queue']));
  });
});
