import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ProviderMessage } from '@app/rails';
import { FakeWooviAccount, FakeWooviError } from './fake-woovi-account';

/**
 * What happens to the next call that matches. `timeout`, `reset`, `truncated` and `failed_after` come after Woovi has carried
 * the call out; `limited` and `failed` in place of it.
 */
export type WooviFault = 'timeout' | 'reset' | 'truncated' | 'failed_after' | 'limited' | 'failed' | 'slow';

export const WOOVI_FAULTS: readonly WooviFault[] = [
  'timeout',
  'reset',
  'truncated',
  'failed_after',
  'limited',
  'failed',
  'slow',
];

interface Planned {
  readonly call: RegExp;
  readonly fault: WooviFault;
}

const SLOW_MS = 50;
/** Made once for all fakes of a process: it takes longer than most tests. */
const KEYS = generateKeyPairSync('rsa', { modulusLength: 2_048 });
export const FAKE_APP_ID = 'fake-app-id-of-the-tests';

/** Woovi's API as a server on this machine, with an account of its own. */
export class FakeWoovi {
  readonly account = new FakeWooviAccount();
  readonly publicKey: KeyObject = KEYS.publicKey;
  /** Every call that arrived, such as `POST /api/v1/charge`. */
  readonly calls: string[] = [];
  /** Called after a call was carried out; returns whether it is answered. */
  onDone: (call: string) => boolean = () => true;
  private readonly planned: Planned[] = [];

  private constructor(private readonly server: Server) {
    server.on('request', (request: IncomingMessage, response: ServerResponse) => void this.serve(request, response));
  }

  static async start(): Promise<FakeWoovi> {
    const server = createServer();
    const fake = new FakeWoovi(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return fake;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get publicKeyPem(): string {
    return this.publicKey.export({ type: 'spki', format: 'pem' }) as string;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Plans a fault of the next call that matches. */
  plan(call: RegExp, fault: WooviFault): void {
    this.planned.push({ call, fault });
  }

  /** A webhook as Woovi sends it, signed. */
  message(content: object, now = new Date()): ProviderMessage & { headers: Record<string, string> } {
    const body = Buffer.from(JSON.stringify(content));
    const signature = createSign('RSA-SHA256').update(body).sign(KEYS.privateKey, 'base64');
    const headers = { 'content-type': 'application/json', 'x-webhook-signature': signature };
    return { method: 'POST', path: '/providers/woovi/notifications', query: '', headers, body, now };
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://fake');
    const call = `${request.method ?? ''} ${url.pathname}`;
    this.calls.push(call);
    const text = await bodyOf(request);
    const at = this.planned.findIndex((each) => each.call.test(call));
    const fault = at < 0 ? undefined : this.planned.splice(at, 1)[0]?.fault;
    if (fault === 'limited') return send(response, 429, { error: 'Too many requests' });
    if (fault === 'failed') return send(response, 500, { error: 'Internal server error' });
    const { status, body } = this.answer(request, url, text);
    if (!this.onDone(call) || fault === 'timeout') return;
    if (fault === 'reset') return void request.socket.destroy();
    if (fault === 'failed_after') return send(response, 500, { error: 'Internal server error' });
    if (fault === 'truncated') return truncate(response, body);
    if (fault === 'slow') await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
    send(response, status, body);
  }

  private answer(request: IncomingMessage, url: URL, text: string): { status: number; body: object } {
    if (request.headers.authorization !== FAKE_APP_ID) return { status: 401, body: { error: 'appID inválido' } };
    try {
      const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
      return { status: 200, body: this.account.carryOut(request.method ?? '', url, body) };
    } catch (error) {
      if (error instanceof FakeWooviError) return { status: error.status, body: { error: error.message } };
      throw error;
    }
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'req_1' }).end(JSON.stringify(body));
}

function truncate(response: ServerResponse, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  response.write(text.slice(0, text.length / 2), () => response.destroy());
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
