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

/** The role that creates the embedded server, a superuser. The service uses another one. */
export const SUPERUSER = 'servicepay';

/**
 * The real folder of the cluster of `dataDir`, which may not exist yet: `<dataDir>/postgres`, or the target of that link.
 * Data that the account could not reach (a checkout private to root) is kept in a shared folder instead.
 */
export async function placeCluster(
  dataDir: string,
  account: Account | undefined,
  log: (line: string) => void,
): Promise<string> {
  const place = join(dataDir, 'postgres');
  const existing = lstatSync(place, { throwIfNoEntry: false });
  if (existing?.isSymbolicLink()) {
    if (existsSync(place)) return realpathSync(place);
    throw new Error(
      `the database was in ${readlinkSync(place)}, which is gone: remove ${dataDir} to start with a new one`,
    );
  }
  if (!account && existing && existing.uid !== process.getuid?.()) {
    throw new Error(
      `${place} belongs to another user (uid ${existing.uid}): run as that user, or set another DATA_DIR`,
    );
  }
  if (!account || canReach(dataDir, account)) return place;

  const cluster = join(sharedFolderOf(dataDir, account), 'postgres');
  if (existing) await move(place, cluster);
  else if (!existsSync(passwordFile(dataDir))) await retireLeftover(cluster, log);
  symlinkSync(cluster, place);
  return cluster;
}

function sharedFolderOf(dataDir: string, account: Account): string {
  const folder = join(sharedFolder(account), createHash('sha256').update(dataDir).digest('hex').slice(0, 16));
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  return folder;
}

/** Renames a cluster that remained here after its data folder was removed. It is never deleted. */
async function retireLeftover(cluster: string, log: (line: string) => void): Promise<void> {
  if (!existsSync(cluster)) return;
  const retired = `${cluster}-${new Date().toISOString().replace(/\D/g, '')}`;
  await move(cluster, retired);
  log(`the database of a removed data folder was kept as ${retired}`);
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

/** The superuser's password, generated on first use. Throws when an existing cluster's is gone. */
export function passwordOf(dataDir: string, cluster: string): string {
  const file = passwordFile(dataDir);
  const isMissing = !existsSync(file) && existsSync(join(cluster, 'PG_VERSION'));
  if (isMissing) throw new Error(`${file}, the password of the database, is missing`);
  return keptPassword(file);
}

/** The password of the service's role, generated on first use. The role gets it at each start. */
export function servicePasswordOf(dataDir: string): string {
  return keptPassword(join(dataDir, 'postgres-service-password'));
}

/** The password in the file, which is readable by this user only. */
function keptPassword(file: string): string {
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}

function passwordFile(dataDir: string): string {
  return join(dataDir, 'postgres-password');
}

/**
 * Creates the cluster unless it exists. It is built under another name and then renamed, so that an interrupted start
 * leaves no half-made cluster. Text is UTF-8, sorted by code point.
 */
export async function initialise(
  cluster: string,
  { initdb }: Binaries,
  account: Account | undefined,
  password: string,
  durable: boolean,
): Promise<void> {
  if (existsSync(join(cluster, 'PG_VERSION'))) return chownTree(cluster, account);
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

/** Gives data that root put in place itself (a restored backup) to the account. */
function chownTree(root: string, account: Account | undefined): void {
  if (!account || statSync(root).uid === account.uid) return;
  const chown = (path: string): void => {
    lchownSync(path, account.uid, account.gid);
    if (lstatSync(path).isDirectory()) readdirSync(path).forEach((name) => chown(join(path, name)));
  };
  chown(root);
}
