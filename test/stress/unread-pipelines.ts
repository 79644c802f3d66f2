import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { fork, type ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import { ensureBuilt } from '../support/processes';
import { benchEnvironment } from '../../tools/bench/environment';
import { HEAP_FLAGS } from '../../tools/start/heap-flags';

/**
 * Clients that send many requests on each connection and read no response. Prints how large the API became, and whether
 * it responded to its health check throughout.
 *
 *     node test/stress/run.js unread-pipelines [folder of another checkout, built]
 */
const PIPELINED = 600;
/** A request that gets a response, and two that Node would refuse itself, out of turn. */
const REQUESTS = {
  assets: 'GET /checkout/assets/checkout.css HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'requests without a host': 'GET / HTTP/1.1\r\n\r\n',
  'unknown expectations': 'GET / HTTP/1.1\r\nHost: localhost\r\nExpect: x\r\n\r\n',
};
const ATTACK_MS = 30_000;
const LOOK_EVERY_MS = 250;
const LIVE_WITHIN_MS = 1_000;

interface Service {
  child: ChildProcess;
  port: number;
  opsPort: number;
}

interface Figures {
  maxRssMb: number;
  checks: number;
  failedChecks: number;
  slowestMs: number;
}

const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

async function start(folder: string, env: NodeJS.ProcessEnv): Promise<Service> {
  const child = fork(resolve(folder, 'dist/apps/api/src/main.js'), {
    env,
    execArgv: HEAP_FLAGS,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [{ port, opsPort }] = (await once(child, 'message')) as [{ port: number; opsPort: number }];
  return { child, port, opsPort };
}

function attack(port: number, request: string): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.pause();
  socket.write(request.repeat(PIPELINED));
  return socket;
}

/** How long the health check takes; undefined when it fails. */
function live(port: number): Promise<number | undefined> {
  const startedAt = performance.now();
  return new Promise((done) => {
    const request = get({ port, path: '/health/live', agent: false, timeout: LIVE_WITHIN_MS }, (response) => {
      response.resume().on('end', () => done(performance.now() - startedAt));
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => done(undefined));
  });
}

async function measure({ child, port, opsPort }: Service, connections: number, request: string): Promise<Figures> {
  const sockets = Array.from({ length: connections }, () => attack(port, request));
  const figures: Figures = { maxRssMb: 0, checks: 0, failedChecks: 0, slowestMs: 0 };
  const endsAt = performance.now() + ATTACK_MS;
  while (performance.now() < endsAt && child.exitCode === null) {
    const took = await live(opsPort);
    figures.checks += 1;
    if (took === undefined) figures.failedChecks += 1;
    figures.slowestMs = Math.max(figures.slowestMs, took ?? LIVE_WITHIN_MS);
    figures.maxRssMb = Math.max(figures.maxRssMb, residentMb(child.pid!));
    await pause(LOOK_EVERY_MS);
  }
  sockets.forEach((socket) => socket.destroy());
  return figures;
}

export async function main(args: readonly string[]): Promise<void> {
  await ensureBuilt();
  const folder = args[0] ?? resolve(__dirname, '../..');
  const environment = await benchEnvironment();
  const { dataDir } = environment.config;
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: environment.databaseUrl, PORT: '0', OPS_PORT: '0' };
  const limits = { ANONYMOUS_RATE_LIMIT: '1000000000', LOG_LEVEL: 'warn', PUBLIC_URL: 'http://localhost' };
  const raised = { MAX_CONNECTIONS_PER_IP: '100000' };
  try {
    for (const [what, connections, settings, requests] of [
      ['300 connections, any number per address', 300, raised, 'assets'],
      ['1,000 connections, any number per address', 1_000, raised, 'assets'],
      ['1,000 connections, the default per address', 1_000, {}, 'assets'],
      ['1,000 connections, any number per address', 1_000, raised, 'requests without a host'],
      ['1,000 connections, any number per address', 1_000, raised, 'unknown expectations'],
    ] as const) {
      const service = await start(folder, { ...env, ...limits, ...settings });
      console.log(`${what}, ${requests}`, await measure(service, connections, REQUESTS[requests]));
      service.child.kill('SIGKILL');
      await once(service.child, 'exit');
    }
  } finally {
    await environment.stop();
  }
}
