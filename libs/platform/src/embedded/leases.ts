import { randomBytes } from 'node:crypto';
import { mkdirSync, openSync, closeSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { identityOf, isAlive } from './process-identity';

const POLL_MS = 20;
/** A lock file without a name in it: its maker died between making and writing it. */
const NAMELESS_LOCK_MS = 1_000;

/** The processes that use one server: a file each, named after the process. What a dead one left is swept away. */
export class Leases {
  constructor(private readonly folder: string) {}

  /** Registers this process once more; the returned name ends that lease. */
  take(): string {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    const name = `${process.pid}-${randomBytes(4).toString('hex')}`;
    writeFileSync(join(this.folder, name), identityOf(process.pid) ?? '', {
      mode: 0o600,
    });
    return name;
  }

  end(name: string): void {
    rmSync(join(this.folder, name), { force: true });
  }

  /** How many leases of living processes there are. */
  count(): number {
    return namesIn(this.folder).filter((name) => {
      const file = join(this.folder, name);
      const alive = isAlive(readIfThere(file) ?? '');
      if (!alive) rmSync(file, { force: true });
      return alive;
    }).length;
  }
}

/**
 * Runs `work` while holding `file`, one process at a time; the lock of a dead process is broken. Rejects when the
 * lock is not to be had `withinMs`.
 */
export async function whileLocked<T>(file: string, withinMs: number, work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + withinMs;
  while (!tryLock(file)) {
    if (Date.now() > deadline) throw new Error(`another process holds ${file} (${readIfThere(file)?.trim()})`);
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
    writeFileSync(handle, identityOf(process.pid) ?? '');
    closeSync(handle);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (isAbandoned(file)) rmSync(file, { force: true });
    return false;
  }
}

function isAbandoned(file: string): boolean {
  const holder = readIfThere(file);
  if (holder === undefined) return false;
  if (holder !== '') return !isAlive(holder);
  const madeAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  return madeAt !== undefined && Date.now() - madeAt > NAMELESS_LOCK_MS;
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
