import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * What happens to the next call that matches. `timeout`, `reset`, `truncated` and `failed_after` come after the provider has
 * carried the call out; `limited`, `failed` and `unrouted` in place of it.
 */
export const FAKE_FAULTS = [
  'timeout',
  'reset',
  'truncated',
  'failed_after',
  'limited',
  'failed',
  'unrouted',
  'slow',
] as const;

export type FakeFault = (typeof FAKE_FAULTS)[number];

/** A call as a fake gets it. */
export interface FakeCall {
  /** Such as `POST /api/v1/charge`. */
  readonly name: string;
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  /** The exact text. */
  readonly text: string;
}

export interface FakeAnswer {
  readonly status: number;
  /** Text is sent as it is, anything else as JSON. */
  readonly body: object | string;
  /** Beside those that every answer has. */
  readonly headers?: Readonly<Record<string, string>>;
}

interface Planned<Fault> {
  readonly call: RegExp;
  readonly fault: Fault;
}

const SLOW_MS = 50;
const FAILED: FakeAnswer = { status: 500, body: { error: 'Internal server error', code: 7000 } };
const IN_PLACE: Readonly<Record<string, FakeAnswer>> = {
  limited: { status: 429, body: { error: 'Too many requests', code: 7000 } },
  failed: FAILED,
  unrouted: { status: 404, body: 'not found' },
};

/** The API of a provider as a server on this machine, with faults that tests plan, also some of its own (`Fault`). */
export abstract class FakeServer<Fault extends string = never> {
  /** Every call that arrived, by its name. */
  readonly calls: string[] = [];
  /** Called after a call was carried out, which waits for it; returns whether the call is answered. */
  onDone: (call: string) => boolean | Promise<boolean> = () => true;
  private readonly planned: Planned<FakeFault | Fault>[] = [];
  private readonly server: Server = createServer((request, response) => void this.serve(request, response));

  /** Carries the call out. */
  protected abstract answer(call: FakeCall): FakeAnswer;

  /** What is answered in place of carrying the call out; undefined for a fault that comes after. */
  protected inPlace(fault: FakeFault | Fault, _call: FakeCall): FakeAnswer | undefined {
    return Object.hasOwn(IN_PLACE, fault) ? IN_PLACE[fault] : undefined;
  }

  /** The failure that follows a call which was carried out. */
  protected failedAfter(_call: FakeCall): FakeAnswer {
    return FAILED;
  }

  /** Returns when it accepts connections. */
  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Plans a fault of the next call whose name matches. */
  plan(call: RegExp, fault: FakeFault | Fault): void {
    this.planned.push({ call, fault });
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', headers } = request;
    const url = new URL(request.url ?? '/', 'http://fake');
    const name = `${method} ${url.pathname}`;
    this.calls.push(name);
    const text = await textOf(request);
    const at = this.planned.findIndex((each) => each.call.test(name));
    const fault = at < 0 ? undefined : this.planned.splice(at, 1)[0]?.fault;
    const call = { name, method, url, headers, text };
    const instead = fault && this.inPlace(fault, call);
    if (instead) return send(response, instead);
    const answer = this.answer(call);
    if (!(await this.onDone(name)) || fault === 'timeout') return;
    if (fault === 'reset') return void request.socket.destroy();
    if (fault === 'failed_after') return send(response, this.failedAfter(call));
    if (fault === 'truncated') return truncate(response, answer);
    if (fault === 'slow') await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
    send(response, answer);
  }
}

function send(response: ServerResponse, { status, body, headers: own }: FakeAnswer): void {
  const isText = typeof body === 'string';
  const headers = { 'content-type': isText ? 'text/plain' : 'application/json', 'x-request-id': 'req_1', ...own };
  response.writeHead(status, headers).end(isText ? body : JSON.stringify(body));
}

function truncate(response: ServerResponse, { status, body }: FakeAnswer): void {
  const text = JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  response.write(text.slice(0, text.length / 2), () => response.destroy());
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
