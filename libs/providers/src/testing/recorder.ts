import { appendFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request } from 'undici';
import { type Scrubber } from './scrub';

/** Headers that belong to one connection. */
const HOP = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive', 'expect']);
/** The only headers that a transcript has. */
const SHOWN = new Set([
  'content-type',
  'x-version',
  'stripe-version',
  'x-idempotency-key',
  'idempotency-key',
  'x-request-id',
  'request-id',
]);

export interface RecorderOptions {
  /** The provider's address, without a final slash. */
  readonly target: string;
  /** The file that gets a line for each call. */
  readonly file: string;
  readonly scrubber: Scrubber;
}

/** Stands between the service and a provider, passes everything on, and writes a scrubbed transcript. */
export class Recorder {
  private readonly server: Server = createServer((incoming, response) => void this.pass(incoming, response));

  private constructor(private readonly options: RecorderOptions) {}

  static async start(options: RecorderOptions): Promise<Recorder> {
    const recorder = new Recorder(options);
    await new Promise<void>((resolve) => recorder.server.listen(0, '127.0.0.1', resolve));
    return recorder;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** A failure towards the provider ends the connection, so that the service does not take it for a response. */
  private async pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const startedAt = performance.now();
    const { method = 'GET', url = '/' } = incoming;
    const body = await bytesOf(incoming);
    const sent = { method, path: url, headers: incoming.headers, body };
    try {
      const response = await request(this.options.target + url, {
        method,
        headers: endToEnd(incoming.headers),
        ...(body.length > 0 && { body }),
      });
      const received = Buffer.from(await response.body.arrayBuffer());
      this.write(sent, { status: response.statusCode, headers: response.headers, body: received }, startedAt);
      outgoing.writeHead(response.statusCode, endToEnd(response.headers)).end(received);
    } catch (error) {
      this.write(sent, { failure: error instanceof Error ? error.message : String(error) }, startedAt);
      incoming.socket.destroy();
    }
  }

  private write(
    sent: { method: string; path: string; headers: Headers; body: Buffer },
    received: { status: number; headers: Headers; body: Buffer } | { failure: string },
    startedAt: number,
  ): void {
    const { file, scrubber } = this.options;
    const shown = (headers: Headers, body: Buffer) => ({
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => SHOWN.has(name))),
      body: scrubber.body(body.toString('utf8'), String(headers['content-type'])),
    });
    const line = {
      call: `${sent.method} ${scrubber.text(sent.path)}`,
      ms: Math.round(performance.now() - startedAt),
      sent: shown(sent.headers, sent.body),
      received:
        'failure' in received
          ? { failure: scrubber.text(received.failure) }
          : { status: received.status, ...shown(received.headers, received.body) },
    };
    appendFileSync(file, `${JSON.stringify(line)}\n`);
  }
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

function endToEnd(headers: Headers): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).filter((each): each is [string, string | string[]] => !!each[1] && !HOP.has(each[0])),
  );
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
