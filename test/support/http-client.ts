import { request } from 'undici';

export interface Answer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The body's exact text. */
  text: string;
  /** The body as JSON; tests look into whatever they expect. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  body: any;
}

type Headers = Readonly<Record<string, string>>;

/** Speaks HTTP to a service under test. Objects go as JSON, text and buffers as they are. */
export class HttpClient {
  constructor(
    private readonly baseUrl: string,
    private readonly headers: Headers = {},
  ) {}

  get(path: string, headers?: Headers): Promise<Answer> {
    return this.send('GET', path, undefined, headers);
  }

  post(path: string, body?: unknown, headers?: Headers): Promise<Answer> {
    return this.send('POST', path, body, headers);
  }

  delete(path: string, headers?: Headers): Promise<Answer> {
    return this.send('DELETE', path, undefined, headers);
  }

  async send(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS',
    path: string,
    body?: unknown,
    headers: Headers = {},
  ): Promise<Answer> {
    const raw = body === undefined || typeof body === 'string' || Buffer.isBuffer(body);
    const response = await request(this.baseUrl + path, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...this.headers, ...headers },
      body: raw ? ((body as string | Buffer | undefined) ?? null) : JSON.stringify(body),
    });
    const text = await response.body.text();
    return { status: response.statusCode, headers: response.headers, text, body: parsed(text) };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
