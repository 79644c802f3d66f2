import { readJsonIfExists } from '@app/platform';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where a service that `npm start` runs can be reached. */
export interface RunningPorts {
  port: number;
  opsPort: number;
  workerOpsPort: number;
}

const fileIn = (dataDir: string): string => join(dataDir, 'service.json');

/** Lets other commands on the same data folder find the service of this process. */
export function publishPorts(dataDir: string, ports: RunningPorts): void {
  writeFileSync(fileIn(dataDir), JSON.stringify({ pid: process.pid, ...ports }, null, 2));
}

/** Undoes `publishPorts`, unless another process has published its own since. */
export function withdrawPorts(dataDir: string): void {
  if (readFile(dataDir)?.pid === process.pid) rmSync(fileIn(dataDir), { force: true });
}

/** The ports that were published last, if that process still runs. Something else may listen on them by now. */
export function publishedPorts(dataDir: string): RunningPorts | undefined {
  const found = readFile(dataDir);
  return found && isRunning(found.pid) ? found : undefined;
}

function readFile(dataDir: string): (RunningPorts & { pid: number }) | undefined {
  return readJsonIfExists(fileIn(dataDir)) as (RunningPorts & { pid: number }) | undefined;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It runs under another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
