import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** Whether a Redis server can be started here. */
export function hasRedisServer(): boolean {
  return spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status === 0;
}

/** A private Redis server for a test, on loopback, that keeps nothing on disk. Needs `redis-server` on the PATH. */
export class RedisServer {
  private constructor(
    private readonly child: ChildProcess,
    readonly port: number,
  ) {}

  /** On a free port, or on that of a server that was stopped before; with further options of the command. */
  static async start(port?: number, further: readonly string[] = []): Promise<RedisServer> {
    const own = port ?? (await freePort());
    const options = ['--port', `${own}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', ...further];
    const child = spawn('redis-server', options, { cwd: '/', stdio: ['ignore', 'pipe', 'ignore'] });
    let output = '';
    const ready = new Promise<void>((resolve) => {
      child.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString('utf8');
        if (output.includes('Ready to accept connections')) resolve();
      });
    });
    const failed = once(child, 'exit').then(() => Promise.reject(new Error(`redis-server did not start:\n${output}`)));
    await Promise.race([ready, failed]);
    return new RedisServer(child, own);
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** It accepts connections and returns nothing until it is resumed. */
  hang(): void {
    this.child.kill('SIGSTOP');
  }

  goOn(): void {
    this.child.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    this.child.kill('SIGKILL');
    await once(this.child, 'exit');
  }
}

/** A port on which nothing listens at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
