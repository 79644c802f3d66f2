import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort, RedisServer } from './redis-server';

/** How long a master may be silent before its Sentinel replaces it. */
const DOWN_AFTER_MS = 300;

/** A Redis master with a replica, and one Sentinel that watches them under the name `mymaster`. */
export class RedisWithSentinel {
  private constructor(
    readonly master: RedisServer,
    readonly replica: RedisServer,
    private readonly sentinel: ChildProcess,
    private readonly folder: string,
    readonly sentinelPort: number,
  ) {}

  static async start(): Promise<RedisWithSentinel> {
    const master = await RedisServer.start();
    const replica = await RedisServer.start(undefined, ['--replicaof', '127.0.0.1', `${master.port}`]);
    const port = await freePort();
    const folder = mkdtempSync(join(tmpdir(), 'redis-sentinel-'));
    const file = join(folder, 'sentinel.conf');
    const settings = [
      `port ${port}`,
      'bind 127.0.0.1',
      `sentinel monitor mymaster 127.0.0.1 ${master.port} 1`,
      `sentinel down-after-milliseconds mymaster ${DOWN_AFTER_MS}`,
      'sentinel failover-timeout mymaster 2000',
    ];
    writeFileSync(file, settings.join('\n'));
    const sentinel = spawn('redis-server', [file, '--sentinel'], { cwd: folder, stdio: 'ignore' });
    const started = new RedisWithSentinel(master, replica, sentinel, folder, port);
    await started.untilReplicaIsKnown();
    return started;
  }

  get url(): string {
    return `redis+sentinel://127.0.0.1:${this.sentinelPort}/mymaster/0`;
  }

  async stop(): Promise<void> {
    this.sentinel.kill('SIGKILL');
    if (this.sentinel.exitCode === null && this.sentinel.signalCode === null) await once(this.sentinel, 'exit');
    await Promise.all([this.master.stop(), this.replica.stop()]);
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Only then can the Sentinel replace the master. */
  private async untilReplicaIsKnown(): Promise<void> {
    const commands = new Redis(this.sentinelPort, '127.0.0.1');
    commands.on('error', () => undefined);
    const replica = async () => {
      const [first] = (await commands.call('SENTINEL', 'replicas', 'mymaster')) as string[][];
      return first?.[first.indexOf('master-link-status') + 1];
    };
    while ((await replica()) !== 'ok') await new Promise((resolve) => setTimeout(resolve, 20));
    commands.disconnect();
  }
}
