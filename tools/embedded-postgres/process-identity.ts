import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Identifies a living process as `<pid> <start time>`. Undefined when there is none; a zombie does not count. The start
 * time distinguishes the process from a later one with the same number, which is common in containers.
 */
export function identityOf(pid: number): string | undefined {
  const startedAt = process.platform === 'linux' ? startFromProc(pid) : startFromPs(pid);
  return startedAt === undefined ? undefined : `${pid} ${startedAt}`;
}

/** Whether the process with this identity is still alive. */
export function isAlive(identity: string): boolean {
  const pid = Number.parseInt(identity, 10);
  return pid > 0 && identityOf(pid) === identity;
}

/** The process's arguments joined by spaces. Undefined when there is no such process. */
export function commandLineOf(pid: number): string | undefined {
  if (process.platform !== 'linux') return ps(pid, 'command');
  return readProc(pid, 'cmdline')?.replaceAll('\0', ' ').trim() || undefined;
}

function startFromProc(pid: number): string | undefined {
  const stat = readProc(pid, 'stat');
  // The name, in parentheses, may itself contain spaces and parentheses. The numbered fields follow the last one.
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

/** A process that ends during the read fails it with one of several codes, which all mean that it is gone. */
function readProc(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return undefined;
  }
}
