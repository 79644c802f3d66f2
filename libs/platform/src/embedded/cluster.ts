import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { CLEAN_ENVIRONMENT, type Binaries } from './binaries';
import { stopPostmaster } from './postmaster';
import { canReach, sharedFolder, type Account } from './service-account';

const run = promisify(execFile);
const STOP_WITHIN_MS = 10_000;

/** The one role of the embedded server, its superuser. */
export const SUPERUSER = 'servicepay';

/**
 * The real folder of the cluster of `dataDir`, which need not exist yet. It is `<dataDir>/postgres`, or what that
 * links to: data that the account could not reach (a checkout private to root) lives in a shared folder instead.
 */
export async function placeCluster(
  dataDir: string,
  account: Account | undefined,
  log: (line: string) => void,
): Promise<string> {
  const place = join(dataDir, 'postgres');
  const there = lstatSync(place, { throwIfNoEntry: false });
  if (there?.isSymbolicLink()) {
    if (existsSync(place)) return realpathSync(place);
    throw new Error(`the database was kept in ${readlinkSync(place)}, which is gone: remove ${dataDir} to start anew`);
  }
  if (!account && there && there.uid !== process.getuid?.()) {
    throw new Error(`${place} belongs to another user (uid ${there.uid}): use that one, or another DATA_DIR`);
  }
  if (!account || canReach(dataDir, account)) return place;

  const cluster = join(homeFor(dataDir, account), 'postgres');
  if (there) await move(place, cluster);
  else if (!existsSync(passwordFile(dataDir))) await setAside(cluster, log);
  symlinkSync(cluster, place);
  return cluster;
}

function homeFor(dataDir: string, account: Account): string {
  const home = join(sharedFolder(account), createHash('sha256').update(dataDir).digest('hex').slice(0, 16));
  mkdirSync(home, { recursive: true });
  chmodSync(home, 0o755);
  return home;
}

/** The data folder was removed and its cluster left over. It is out of the way then, but not for us to destroy. */
async function setAside(cluster: string, log: (line: string) => void): Promise<void> {
  if (!existsSync(cluster)) return;
  const aside = `${cluster}-${new Date().toISOString().replace(/\D/g, '')}`;
  await move(cluster, aside);
  log(`the database of an earlier data folder was set aside: ${aside}`);
}

async function move(from: string, to: string): Promise<void> {
  await stopPostmaster(from, STOP_WITHIN_MS);
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    cpSync(from, to, {
      recursive: true,
      preserveTimestamps: true,
      verbatimSymlinks: true,
    });
    rmSync(from, { recursive: true });
  }
}

/** The server's password, made on first use and readable to this user alone. */
export function passwordOf(dataDir: string, cluster: string): string {
  const file = passwordFile(dataDir);
  if (!existsSync(file)) {
    if (existsSync(join(cluster, 'PG_VERSION'))) throw new Error(`${file}, the password of the database, is missing`);
    writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 });
  }
  return readFileSync(file, 'utf8').trim();
}

function passwordFile(dataDir: string): string {
  return join(dataDir, 'postgres-password');
}

/**
 * Makes the cluster unless it is there. It is built beside its place and renamed, so that an interrupted start leaves
 * no half of one. Text is UTF-8, sorted by code point.
 */
export async function initialise(
  cluster: string,
  { initdb }: Binaries,
  account: Account | undefined,
  password: string,
  durable: boolean,
): Promise<void> {
  if (existsSync(join(cluster, 'PG_VERSION'))) return own(cluster, account);
  const prefix = `${basename(cluster)}.new-`;
  removeDrafts(dirname(cluster), prefix);
  const draft = join(dirname(cluster), `${prefix}${process.pid}`);
  const secret = `${draft}.password`;
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(secret, password, { mode: 0o600 });
  [draft, secret].forEach((path) => account && chownSync(path, account.uid, account.gid));
  const encoding = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const access = [`--username=${SUPERUSER}`, `--pwfile=${secret}`, '--auth=scram-sha-256'];
  const parameters = ['-D', draft, ...encoding, ...access, ...(durable ? [] : ['--no-sync'])];
  try {
    await run(initdb, parameters, {
      ...account,
      cwd: '/',
      env: CLEAN_ENVIRONMENT,
    });
    renameSync(draft, cluster);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    const { stderr, message } = error as Error & { stderr?: string };
    throw new Error(`initdb failed: ${stderr?.trim() || message}`, { cause: error });
  } finally {
    rmSync(secret, { force: true });
  }
}

function removeDrafts(folder: string, prefix: string): void {
  readdirSync(folder)
    .filter((name) => name.startsWith(prefix))
    .forEach((name) => rmSync(join(folder, name), { recursive: true, force: true }));
}

/** Data that root put here itself (a restored backup) is handed to the account. */
function own(path: string, account: Account | undefined): void {
  if (!account || statSync(path).uid === account.uid) return;
  const hand = (each: string): void => {
    lchownSync(each, account.uid, account.gid);
    if (lstatSync(each).isDirectory()) readdirSync(each).forEach((name) => hand(join(each, name)));
  };
  hand(path);
}
