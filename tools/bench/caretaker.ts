import { spawn, type ChildProcess } from 'node:child_process';

/** Waits for its input to end, which happens however the benchmark ends; then it stops the server and removes its data. */
const SCRIPT = `
  read -r _
  pid=$(head -n 1 "$1/postmaster.pid" 2>&-) && kill -QUIT "$pid"
  while [ -f "$1/postmaster.pid" ] && kill -0 "$pid" 2>&-; do sleep 0.1; done
  rm -rf "$1" "$2"`;

/**
 * Makes sure that a benchmark leaves no database server behind, also when it is interrupted or killed. `cluster` is the
 * server's own folder, which can be outside of `dataDir`. Returns the process that waits.
 */
export function takeCare(cluster: string, dataDir: string): ChildProcess {
  const caretaker = spawn('sh', ['-c', SCRIPT, 'sh', cluster, dataDir], {
    cwd: '/',
    // Of a group of its own: Ctrl-C is for the benchmark.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  caretaker.unref();
  (caretaker.stdin as unknown as { unref(): void }).unref();
  return caretaker;
}
