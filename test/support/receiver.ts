import { createServer, type IncomingHttpHeaders, type OutgoingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from './conditions';

export interface ReceivedRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** When it arrived, in Unix milliseconds. */
  at: number;
}

/** A status, or a status with headers and a body. */
export type ReceiverResponse = number | { status: number; headers?: OutgoingHttpHeaders; body?: string };

/** An integrator's server: records its requests, and responds as the test says. */
export class Receiver {
  readonly requests: ReceivedRequest[] = [];
  /** The response to each request, numbered from 0 per path; 200 by default. */
  response: (request: ReceivedRequest, index: number) => ReceiverResponse | Promise<ReceiverResponse> = () => 200;
  private constructor(private readonly server: Server) {}

  static async start(): Promise<Receiver> {
    const server = createServer();
    const receiver = new Receiver(server);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { url = '', headers } = request;
        void receiver.take({ path: url, headers, body: Buffer.concat(chunks), at: Date.now() }).then((wanted) => {
          const whole = typeof wanted === 'number' ? { status: wanted } : wanted;
          response.writeHead(whole.status, whole.headers).end(whole.body);
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

  /** The requests to one path, or to all of them. */
  arrived(path?: string): ReceivedRequest[] {
    return path === undefined ? [...this.requests] : this.requests.filter((request) => request.path === path);
  }

  /** Resolves with the first `count` requests, to one path or to all of them, as soon as they have arrived. */
  received(count: number, path?: string): Promise<ReceivedRequest[]> {
    return until(`${count} requests arrive at ${path ?? 'the receiver'}`, () => {
      const arrived = this.arrived(path);
      return arrived.length >= count && arrived.slice(0, count);
    });
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async take(request: ReceivedRequest): Promise<ReceiverResponse> {
    this.requests.push(request);
    return this.response(request, this.arrived(request.path).length - 1);
  }
}
