import { freePort } from '@app/platform/testing';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { until } from './conditions';
import { HttpClient } from './http-client';
import { installedProgram } from './installed-program';

/** Ends HAProxy when its own input ends, which happens however the process ends that started it. */
const SCRIPT = '"$1" -db -q -f "$2" & read -r _; kill $!; wait';

/** A server of the load balancer; nothing need listen on its ports yet. */
export interface BalancedServer {
  readonly port: number;
  /** Where `/health/ready` is. */
  readonly opsPort: number;
}

/** HAProxy in front of API processes, configured as docs/operators.md recommends. Needs the Debian package `haproxy`. */
export class LoadBalancer {
  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    readonly url: string,
  ) {}

  static async over(servers: readonly BalancedServer[]): Promise<LoadBalancer> {
    const haproxy = installedProgram('haproxy');
    const [port, folder] = [await freePort(), mkdtempSync(join(tmpdir(), 'servicepay-haproxy-'))];
    const file = join(folder, 'haproxy.cfg');
    writeFileSync(file, configuration(port, servers, join(folder, 'admin')));
    const child = spawn('sh', ['-c', SCRIPT, 'sh', haproxy, file], { stdio: ['pipe', 'ignore', 'inherit'] });
    const balancer = new LoadBalancer(child, folder, `http://127.0.0.1:${port}`);
    await until('HAProxy responds', () => balancer.responds());
    return balancer;
  }

  /** Sends the server nothing more. What runs there goes on. */
  async drain({ port }: BalancedServer): Promise<void> {
    const socket = connect(join(this.folder, 'admin'));
    socket.end(`set server api/${nameOf(port)} state drain\n`);
    const response = await text(socket);
    if (response.trim() !== '') throw new Error(`HAProxy does not drain: ${response}`);
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'close');
    this.child.stdin?.end();
    await ended;
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** With 503 while no server is ready. */
  private responds(): Promise<boolean> {
    return new HttpClient(this.url).get('/').then(
      () => true,
      () => false,
    );
  }
}

function nameOf(port: number): string {
  return `at-${port}`;
}

function configuration(bound: number, servers: readonly BalancedServer[], admin: string): string {
  const lines = servers.map(({ port, opsPort }) => `server ${nameOf(port)} 127.0.0.1:${port} check port ${opsPort}`);
  return `global
  stats socket ${admin} mode 600 level admin

listen api
  bind 127.0.0.1:${bound}
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout check 3s
  option forwardfor
  option redispatch
  option httpchk GET /health/ready
  http-check expect status 200
  default-server inter 1s fall 2 rise 1
  ${lines.join('\n  ')}
`;
}
