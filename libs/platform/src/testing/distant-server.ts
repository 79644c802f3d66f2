import { connect, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';

/**
 * Accepts nothing until the flag is set, and for half a second more: meanwhile the system queues two connections and drops
 * the first packets of others.
 */
const SERVER = `
  const { parentPort, workerData: flag } = require('node:worker_threads');
  const { createServer } = require('node:net');
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', () => socket.end('HTTP/1.1 200 OK\\r\\nContent-Length: 0\\r\\nConnection: close\\r\\n\\r\\n'));
  });
  server.listen({ host: '127.0.0.1', port: 0, backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    Atomics.wait(flag, 0, 0);
    Atomics.wait(flag, 0, 1, 500);
  });
`;

/**
 * A server on 127.0.0.1 that returns 200. A connection that is opened just before `accept` takes a second: its first
 * packet is lost, and the system sends it again after that time.
 */
export class DistantServer {
  private constructor(
    readonly port: number,
    private readonly worker: Worker,
    private readonly flag: Int32Array,
    private readonly fillers: readonly Socket[],
  ) {}

  static async start(): Promise<DistantServer> {
    const flag = new Int32Array(new SharedArrayBuffer(4));
    const worker = new Worker(SERVER, { eval: true, workerData: flag });
    const port = await new Promise<number>((resolve) => worker.once('message', resolve));
    const fillers = [1, 2].map(() => connect(port, '127.0.0.1').on('error', () => undefined));
    await Promise.all(fillers.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
    return new DistantServer(port, worker, flag, fillers);
  }

  accept(): void {
    Atomics.store(this.flag, 0, 1);
    Atomics.notify(this.flag, 0);
  }

  async stop(): Promise<void> {
    this.accept();
    for (const socket of this.fillers) socket.destroy();
    await this.worker.terminate();
  }
}
