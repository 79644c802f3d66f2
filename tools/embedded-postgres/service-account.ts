import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The system account that PostgreSQL runs under. */
export interface Account {
  uid: number;
  gid: number;
}

const READ = 0o4;
const EXECUTE = 0o1;

/**
 * The account to run PostgreSQL as when this process is root, as which PostgreSQL does not run: the owner of the existing data,
 * else `postgres`, else `nobody`. Undefined when this process is an ordinary user, so that no change is needed.
 */
export function serviceAccount(cluster: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = existsSync(cluster) ? statSync(cluster) : undefined;
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const account = accountNamed('postgres') ?? accountNamed('nobody');
  if (!account) throw new Error('PostgreSQL does not run as root, and this system has no user postgres or nobody');
  return account;
}

function accountNamed(name: string): Account | undefined {
  const entry = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([user]) => user === name);
  // macOS writes nobody's id as -2.
  return entry && { uid: Number(entry[2]) >>> 0, gid: Number(entry[3]) >>> 0 };
}

/** Whether the account may enter every folder on the way to `path`, including `path` itself if it is a folder. */
export function canReach(path: string, account: Account): boolean {
  const real = realpathSync(path);
  for (let folder = statSync(real).isDirectory() ? real : dirname(real); ; folder = dirname(folder)) {
    if (!permits(folder, EXECUTE, account)) return false;
    if (folder === dirname(folder)) return true;
  }
}

/** Whether the file exists and the account may read it. */
export function canRead(file: string, account: Account): boolean {
  return existsSync(file) && canReach(file, account) && permits(file, READ, account);
}

/** Whether the file exists and the account may read and execute it. */
export function canExecute(file: string, account: Account): boolean {
  return canRead(file, account) && permits(file, EXECUTE, account);
}

function permits(path: string, right: number, { uid, gid }: Account): boolean {
  const { mode, uid: owner, gid: group } = statSync(path);
  const shift = owner === uid ? 6 : group === gid ? 3 : 0;
  return ((mode >> shift) & right) === right;
}

/**
 * A folder owned by root that the account can enter: `/var/lib/servicepay`, or one below the system's temporary folder
 * when the former is not writable. It holds files that the account cannot reach in their original place. Only root may have
 * created it or may write to it, since programs are run from there.
 */
export function sharedFolder(account: Account): string {
  for (const folder of ['/var/lib/servicepay', join(tmpdir(), 'servicepay')]) {
    try {
      mkdirSync(folder, { recursive: true });
      const stats = lstatSync(folder);
      if (!stats.isDirectory() || stats.uid !== 0) continue;
      chmodSync(folder, 0o755);
      if (canReach(folder, account)) return folder;
    } catch {
      // A read-only file system: try the next candidate.
    }
  }
  throw new Error("PostgreSQL's account can reach no folder: move the project out of a folder private to root");
}
