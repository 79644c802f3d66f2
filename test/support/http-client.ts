import { request } from 'undici';

export interface HttpResponse {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The body's exact text. */
  text: string;
  /** The body as JSON; untyped, because tests check the parts that they expect. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  body: any;
}

type Headers = Readonly<Record<string, string>>;

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';

/** Gets each request, with the path without its query, and its response. */
export type Watcher = (method: Method, path: string, response: HttpResponse) => void;

const watchers: Watcher[] = [];

/** Passes each further response of any client in this test file to the watcher. If the watcher throws, the client throws. */
export function watchResponses(watcher: Watcher): void {
  watchers.push(watcher);
}

/** An HTTP client for a service under test. It sends objects as JSON, and text and buffers unchanged. */
export class HttpClient {
  constructor(
    private readonly baseUrl: string,
    private readonly headers: Headers = {},
  ) {}

  get(path: string, headers?: Headers): Promise<HttpResponse> {
    return this.send('GET', path, undefined, headers);
  }

  post(path: string, body?: unknown, headers?: Headers): Promise<HttpResponse> {
    return this.send('POST', path, body, headers);
  }

  delete(path: string, headers?: Headers): Promise<HttpResponse> {
    return this.send('DELETE', path, undefined, headers);
  }

  async send(method: Method, path: string, body?: unknown, headers: Headers = {}): Promise<HttpResponse> {
    const raw = body === undefined || typeof body === 'string' || Buffer.isBuffer(body);
    const received = await request(this.baseUrl + path, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...this.headers, ...headers },
      body: raw ? ((body as string | Buffer | undefined) ?? null) : JSON.stringify(body),
    });
    const text = await received.body.text();
    const response = { status: received.statusCode, headers: received.headers, text, body: parsed(text) };
    for (const watch of watchers) watch(method, new URL(this.baseUrl + path).pathname, response);
    return response;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
