import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts the time of processes in hundredths of a second. */
const MS_PER_TICK = 10;

/** CPU time in user and system mode that the processes have used so far, in milliseconds; NaN where there is no `/proc`. */
export function cpuMsOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + (statOf(pid)?.ownMs ?? NaN), 0);
}

/** The same for a process and its children, including those that have ended, like the backends of a PostgreSQL server. */
export function cpuMsOfFamily(pid: number): number {
  const parent = statOf(pid);
  if (!parent) return NaN;
  const children = processes().flatMap((candidate) => {
    const stat = statOf(candidate);
    return stat?.parent === pid ? [stat.ownMs] : [];
  });
  return children.reduce((sum, ms) => sum + ms, parent.ownMs + parent.endedChildrenMs);
}

function processes(): number[] {
  return readdirSync('/proc').map(Number).filter(Number.isInteger);
}

/** Undefined when the process has ended. */
function statOf(pid: number): { parent: number; ownMs: number; endedChildrenMs: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program, in parentheses, may contain spaces.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const ms = (first: number) => ((fields[first] ?? NaN) + (fields[first + 1] ?? NaN)) * MS_PER_TICK;
    return { parent: fields[1] ?? NaN, ownMs: ms(11), endedChildrenMs: ms(13) };
  } catch {
    return undefined;
  }
}
