import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** An integrator's server: remembers what it was sent, and answers as the test says. */
export class Receiver {
  readonly requests: ReceivedRequest[] = [];
  /** The status of the next answers; 200 unless a test says otherwise. */
  answer: (request: ReceivedRequest, index: number) => number | Promise<number> = () => 200;
  private waiting: { count: number; resolve: () => void }[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<Receiver> {
    const server = createServer();
    const receiver = new Receiver(server);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const received = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) };
        const index = receiver.requests.push(received) - 1;
        void Promise.resolve(receiver.answer(received, index)).then((status) => {
          response.writeHead(status).end();
          receiver.notice();
        });
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  /** An address of this receiver; `path` starts with a slash. */
  url(path = '/'): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${path}`;
  }

  /** Resolves with the first `count` requests as soon as so many have been answered. */
  async received(count: number): Promise<ReceivedRequest[]> {
    if (this.requests.length < count) await new Promise<void>((resolve) => this.waiting.push({ count, resolve }));
    return this.requests.slice(0, count);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private notice(): void {
    const ready = this.waiting.filter(({ count }) => this.requests.length >= count);
    this.waiting = this.waiting.filter((waiter) => !ready.includes(waiter));
    for (const { resolve } of ready) resolve();
  }
}
