import { readIfExists } from '@app/platform';
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, constants, fstatSync, openSync, readSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CLEAN_ENVIRONMENT, type Binaries } from './binaries';
import { commandLineOf, identityOf, isAlive } from './process-identity';
import type { Account } from './service-account';

/** A running server of a cluster, as its `postmaster.pid` describes it. */
export interface Postmaster {
  pid: number;
  port: number;
  /** `starting`, `ready`, `stopping`; empty until the server has written it. */
  status: string;
}

export interface StartOptions {
  cluster: string;
  binaries: Binaries;
  account: Account | undefined;
  logFile: string;
  durable: boolean;
  log: (line: string) => void;
}

const POLL_MS = 10;
/** Recovery after a crash replays the log since the last checkpoint, at most about 1 GB. */
const READY_WITHIN_MS = 60_000;
/** A wait that takes longer than this is logged. */
const LOG_WAIT_AFTER_MS = 2_000;
/** A log file larger than this is emptied at the next start. */
const MAX_LOG_BYTES = 10 * 1024 * 1024;
const MAX_ATTEMPTS = 20;
const RETRY_DELAY_MS = 100;

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '128MB',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  cluster_name: 'servicepay',
};

const NOT_DURABLE = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
};

/** The server that runs on the cluster. Undefined when the pid file's process is gone, or is not its server. */
export function runningPostmaster(cluster: string): Postmaster | undefined {
  const lines = readPidFile(cluster);
  const pid = Number(lines?.[0]);
  if (!lines || !(pid > 0) || !isPostmasterOf(cluster, pid)) return undefined;
  return { pid, port: Number(lines[3] ?? 0), status: lines[7]?.trim() ?? '' };
}

function isPostmasterOf(cluster: string, pid: number): boolean {
  return identityOf(pid) !== undefined && `${commandLineOf(pid)} `.includes(` -D ${cluster} `);
}

function readPidFile(cluster: string): string[] | undefined {
  return readIfExists(join(cluster, 'postmaster.pid'))?.split('\n');
}

/**
 * Returns the port of the cluster's server once it accepts connections: the one that is already running, even if
 * another process started it, or a new one. Waits for a server that is starting, recovering or stopping. Rejects with
 * the server's own message when it does not start, or after a minute.
 */
export async function ensureRunning(options: StartOptions): Promise<number> {
  const formerPort = Number(readPidFile(options.cluster)?.[3] ?? 0);
  const adopted = await waitUntilReady(options, () => runningPostmaster(options.cluster));
  return adopted?.port ?? start(options, formerPort);
}

/** Resolves to undefined when `find` returns no server to wait for. */
async function waitUntilReady(
  { cluster, log }: StartOptions,
  find: () => Postmaster | undefined,
): Promise<Postmaster | undefined> {
  const startedAt = Date.now();
  let logged = false;
  for (;;) {
    const found = find();
    if (!found || found.status === 'ready') return found;
    const waited = Date.now() - startedAt;
    if (waited > READY_WITHIN_MS)
      throw new Error(`PostgreSQL (process ${found.pid}) is still ${found.status}: ${cluster}`);
    if (waited > LOG_WAIT_AFTER_MS && !logged) log(`waiting for PostgreSQL, which is ${found.status || 'starting'}`);
    logged ||= waited > LOG_WAIT_AFTER_MS;
    await pause(POLL_MS);
  }
}

async function start(options: StartOptions, formerPort: number): Promise<number> {
  disownPidFile(options.cluster);
  for (let attempt = 1; ; attempt++) {
    const port = (await isFree(formerPort)) ? formerPort : await freePort();
    const outcome = await startOn(port, options);
    if (outcome.ready) return port;
    // Another process took the port meanwhile, or a crashed server's last processes still hold its memory.
    const transient = /Address already in use|shared memory block .* still in use/.test(outcome.reason);
    if (!transient || attempt === MAX_ATTEMPTS) throw new Error(`PostgreSQL did not start: ${outcome.reason}`);
    await pause(RETRY_DELAY_MS);
  }
}

async function startOn(port: number, options: StartOptions): Promise<{ ready: boolean; reason: string }> {
  const { cluster, logFile } = options;
  const log = openLog(logFile);
  const logSize = fstatSync(log).size;
  const server = launch(port, options, log);
  closeSync(log);
  let failure: Error | undefined;
  server.once('error', (error) => (failure = error));
  const find = (): Postmaster | undefined => {
    if (failure || server.exitCode !== null || server.signalCode !== null) return undefined;
    const running = runningPostmaster(cluster);
    return running?.pid === server.pid ? running : { pid: server.pid ?? 0, port, status: '' };
  };
  // Waits for the event that reports a program that cannot be executed.
  await pause(POLL_MS);
  const ready = await waitUntilReady(options, find);
  server.unref();
  return { ready: ready !== undefined, reason: failure?.message ?? errorsInLog(logFile, logSize) };
}

/** Starts the server in its own session, so that Ctrl-C in the terminal reaches the service and not its database. */
function launch(port: number, { cluster, binaries, account, durable }: StartOptions, log: number): ChildProcess {
  const settings = Object.entries({ ...SETTINGS, ...(durable ? {} : NOT_DURABLE) });
  const parameters = [
    '-D',
    cluster,
    '-p',
    `${port}`,
    ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  return spawn(binaries.postgres, parameters, {
    ...account,
    cwd: '/',
    env: CLEAN_ENVIRONMENT,
    detached: true,
    stdio: ['ignore', log, log],
  });
}

/**
 * PostgreSQL refuses to start while a process has the process id in a stale pid file, even if it is another program by
 * now, or a zombie. It makes an exception for its own parent process, so the file is changed to name this one. From the
 * remaining lines PostgreSQL itself finds out whether processes of the crashed server still use the data.
 */
function disownPidFile(cluster: string): void {
  const lines = readPidFile(cluster);
  if (!lines) return;
  // The folder belongs to an account that may have fewer rights than this process: never follow a link from there.
  const flag = constants.O_WRONLY | constants.O_TRUNC | constants.O_NOFOLLOW;
  const file = openSync(join(cluster, 'postmaster.pid'), flag);
  writeFileSync(file, [process.pid, ...lines.slice(1)].join('\n'));
  closeSync(file);
}

/** Stops the cluster's server: by a fast shutdown, and after `withinMs` by an immediate one, which loses nothing. */
export async function stopPostmaster(cluster: string, withinMs: number): Promise<void> {
  const running = runningPostmaster(cluster);
  const identity = running && identityOf(running.pid);
  if (!running || !identity) return;
  for (const [signal, waitMs] of [
    ['SIGINT', withinMs],
    ['SIGQUIT', 2_000],
    ['SIGKILL', 2_000],
  ] as const) {
    if (!signalProcess(running.pid, signal)) return;
    const deadline = Date.now() + waitMs;
    while (Date.now() < deadline) {
      if (!isAlive(identity)) return;
      await pause(POLL_MS);
    }
  }
}

function signalProcess(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

function openLog(file: string): number {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MAX_LOG_BYTES) truncateSync(file);
  return openSync(file, 'a', 0o600);
}

/** The errors that the server has logged since the log had `from` bytes, in one line. */
function errorsInLog(logFile: string, from: number): string {
  const log = openSync(logFile, 'r');
  const buffer = Buffer.alloc(8_192);
  const length = readSync(log, buffer, 0, buffer.length, from);
  closeSync(log);
  const lines = buffer.toString('utf8', 0, length).trim().split('\n');
  const errors = lines.filter((line) => /(FATAL|PANIC|LOG: +could not bind|error while loading)/.test(line));
  return (errors.length > 0 ? errors : lines.slice(-2)).join(' | ') || `see ${logFile}`;
}

async function freePort(): Promise<number> {
  return (await listenBriefly(0)) as number;
}

async function isFree(port: number): Promise<boolean> {
  return port > 0 && (await listenBriefly(port)) === port;
}

function listenBriefly(port: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => (port === 0 ? reject(error) : resolve(undefined)));
    server.listen(port, '127.0.0.1', () => {
      const { port: given } = server.address() as AddressInfo;
      server.close(() => resolve(given));
    });
  });
}
