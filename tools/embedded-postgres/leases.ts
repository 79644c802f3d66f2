import { readIfExists } from '@app/platform';
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { identityOf, isAlive } from './process-identity';

const POLL_MS = 20;
/** After this long a lock file without a holder is abandoned: its process died between creating and writing it. */
const EMPTY_LOCK_MS = 1_000;

/** The processes that use one server: one file for each lease, named after its process. Files of dead processes are removed. */
export class Leases {
  constructor(private readonly folder: string) {}

  /** Takes a lease for this process, which may hold several. Returns its name. */
  take(): string {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    const name = `${process.pid}-${randomBytes(4).toString('hex')}`;
    writeFileSync(join(this.folder, name), ownIdentity(), { mode: 0o600 });
    return name;
  }

  end(name: string): void {
    rmSync(join(this.folder, name), { force: true });
  }

  /** The number of leases that living processes hold. */
  count(): number {
    if (!existsSync(this.folder)) return 0;
    return readdirSync(this.folder).filter((name) => {
      const file = join(this.folder, name);
      const alive = isAlive(readIfExists(file) ?? '');
      if (!alive) rmSync(file, { force: true });
      return alive;
    }).length;
  }
}

/**
 * Runs `work` while holding the lock `file`, which one process at a time can hold. The lock of a dead process is removed.
 * Rejects when the lock is not free within `withinMs`.
 */
export async function whileLocked<T>(file: string, withinMs: number, work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + withinMs;
  while (!tryLock(file)) {
    if (Date.now() > deadline) throw new Error(`another process holds ${file} (${readIfExists(file)?.trim()})`);
    await pause(POLL_MS);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function tryLock(file: string): boolean {
  try {
    const handle = openSync(file, 'wx', 0o600);
    writeFileSync(handle, ownIdentity());
    closeSync(handle);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (isAbandoned(file)) rmSync(file, { force: true });
    return false;
  }
}

function isAbandoned(file: string): boolean {
  const holder = readIfExists(file);
  if (holder === undefined) return false;
  if (holder !== '') return !isAlive(holder);
  const createdAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  return createdAt !== undefined && Date.now() - createdAt > EMPTY_LOCK_MS;
}

function ownIdentity(): string {
  return identityOf(process.pid) ?? '';
}
