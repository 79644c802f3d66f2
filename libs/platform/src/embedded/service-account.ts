import { existsSync, lstatSync, readFileSync, realpathSync, statSync, chmodSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The system account that PostgreSQL runs under. */
export interface Account {
  uid: number;
  gid: number;
}

const READ = 0o4;
const ENTER = 0o1;

/**
 * Whom to run PostgreSQL as when this process is root, which PostgreSQL refuses: the owner of the data that is there
 * already, else `postgres`, else `nobody`. Undefined when this process is an ordinary user and no change is needed.
 */
export function serviceAccount(cluster: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = existsSync(cluster) ? statSync(cluster) : undefined;
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const account = accountNamed('postgres') ?? accountNamed('nobody');
  if (!account) throw new Error('PostgreSQL does not run as root, and there is neither a user postgres nor nobody');
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

/** Whether the account may enter every folder on the way to `path`, and `path` itself if it is a folder. */
export function canReach(path: string, account: Account): boolean {
  const real = realpathSync(path);
  for (let folder = statSync(real).isDirectory() ? real : dirname(real); ; folder = dirname(folder)) {
    if (!permits(folder, ENTER, account)) return false;
    if (folder === dirname(folder)) return true;
  }
}

export function canRead(file: string, account: Account): boolean {
  return existsSync(file) && canReach(file, account) && permits(file, READ, account);
}

export function canRun(file: string, account: Account): boolean {
  return canRead(file, account) && permits(file, ENTER, account);
}

function permits(path: string, right: number, { uid, gid }: Account): boolean {
  const { mode, uid: owner, gid: group } = statSync(path);
  const shift = owner === uid ? 6 : group === gid ? 3 : 0;
  return ((mode >> shift) & right) === right;
}

/**
 * A folder of root's that the account can enter, for what it cannot reach where it is: `/var/lib/servicepay`, or below
 * the system's temporary folder when that cannot be written. Nobody but root may have made or may change it, since
 * programs are run from there.
 */
export function sharedFolder(account: Account): string {
  for (const folder of ['/var/lib/servicepay', join(tmpdir(), 'servicepay')]) {
    try {
      mkdirSync(folder, { recursive: true });
      const made = lstatSync(folder);
      if (!made.isDirectory() || made.uid !== 0) continue;
      chmodSync(folder, 0o755);
      if (canReach(folder, account)) return folder;
    } catch {
      // A read-only system: the next candidate.
    }
  }
  throw new Error('there is no folder that PostgreSQL can be given: move the project out of a folder private to root');
}
