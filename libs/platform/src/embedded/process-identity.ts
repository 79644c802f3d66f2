import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Names a living process as `<pid> <start time>`, or undefined when there is none (a zombie is none). The start time
 * keeps a recycled number from passing for the process that once had it, which is common in containers.
 */
export function identityOf(pid: number): string | undefined {
  const startedAt = process.platform === 'linux' ? startFromProc(pid) : startFromPs(pid);
  return startedAt === undefined ? undefined : `${pid} ${startedAt}`;
}

/** Whether the process that once had this identity still lives. */
export function isAlive(identity: string): boolean {
  const pid = Number.parseInt(identity, 10);
  return pid > 0 && identityOf(pid) === identity;
}

/** The process's arguments joined by blanks, or undefined when there is no such process. */
export function commandLineOf(pid: number): string | undefined {
  if (process.platform !== 'linux') return ps(pid, 'command');
  return readText(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ').trim() || undefined;
}

function startFromProc(pid: number): string | undefined {
  const stat = readText(`/proc/${pid}/stat`);
  // The name, in parentheses, may hold blanks and parentheses itself; the numbered fields follow the last one.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state] = fields ?? [];
  return state === 'Z' || state === 'X' ? undefined : fields?.[19];
}

function startFromPs(pid: number): string | undefined {
  return ps(pid, 'stat')?.startsWith('Z') ? undefined : ps(pid, 'lstart');
}

function ps(pid: number, column: string): string | undefined {
  const { stdout, error } = spawnSync('ps', ['-ww', '-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' });
  return error ? undefined : stdout.trim() || undefined;
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
