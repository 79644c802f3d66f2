import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** A Redis server of the bench's own, which keeps nothing on disk. */
export interface BenchRedis {
  url: string;
  stop(): Promise<void>;
}

/** Starts `redis-server` on a free port of loopback; undefined when there is none on the PATH. */
export async function startRedis(): Promise<BenchRedis | undefined> {
  if (spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status !== 0) return undefined;
  const port = await freePort();
  const options = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const child = spawn('redis-server', options, { cwd: '/', stdio: ['ignore', 'pipe', 'ignore'] });
  const ready = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => chunk.includes('Ready to accept connections') && resolve());
  });
  const exited = once(child, 'exit');
  await Promise.race([ready, exited.then(() => Promise.reject(new Error('redis-server did not start')))]);
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
