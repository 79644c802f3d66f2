import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { ServicePay } from '../client';
import type { ServicePayOptions } from '../settings';

export const API_KEY = 'pay_demostore_live_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKL';

export interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface FakeResponse {
  status?: number;
  headers?: Record<string, string>;
  /** Text as it is, or a value to be sent as JSON. */
  body?: unknown;
}

/** Responds to one request: with a response, or by doing something to the connection. */
export type Script = FakeResponse | ((response: ServerResponse, request: Received) => void);

/** A server on loopback that responds in the API's envelopes as a test scripts it, and records the requests. */
export class FakeApi {
  readonly requests: Received[] = [];
  /** The waits of the clients of `client()`, in milliseconds. */
  readonly waits: number[] = [];
  private scripts: Script[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<FakeApi> {
    const server = createServer();
    const api = new FakeApi(server);
    server.on('request', (request, response) => {
      void text(request).then((body) => {
        const { method = '', url: path = '', headers } = request;
        api.take({ method, path, headers, body }, response);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return api;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Responds to the next requests with these scripts in turn, and then with the last one repeatedly. */
  respondWith(...scripts: Script[]): void {
    this.scripts = scripts;
    this.requests.length = 0;
    this.waits.length = 0;
  }

  client(options: Partial<ServicePayOptions> = {}): ServicePay {
    const sleep = async (ms: number): Promise<void> => void this.waits.push(ms);
    return new ServicePay({ apiKey: API_KEY, baseUrl: this.url, sleep, ...options });
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private take(request: Received, response: ServerResponse): void {
    const script = this.scripts[this.requests.length] ?? this.scripts.at(-1) ?? {};
    this.requests.push(request);
    if (typeof script === 'function') {
      script(response, request);
      return;
    }
    const { status = 200, headers = {}, body = success({}) } = script;
    response.writeHead(status, { 'X-Request-Id': 'req-1', ...headers });
    response.end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body));
  }
}

export function success(data: unknown): unknown {
  return { success: true, message: 'Done.', data };
}

export function ordinary(status: number, code: string, rest: Record<string, unknown> = {}): FakeResponse {
  return { status, body: { success: false, code, message: `About ${code}.`, ...rest } };
}

export function layer(status: number, code: string, rest: Record<string, unknown> = {}): FakeResponse {
  return { status, body: { error: `About ${code}.`, code, ...rest } };
}

/** What a promise rejects with; fails when it does not. */
export async function failureOf(call: Promise<unknown>): Promise<unknown> {
  try {
    await call;
  } catch (error) {
    return error;
  }
  throw new Error('the call succeeded');
}
