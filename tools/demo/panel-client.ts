import { request } from 'undici';

export type Json = Readonly<Record<string, unknown>>;

/** The panel API as the web panel calls it: signs in once, then sends the session's token. */
export class PanelClient {
  private constructor(
    private readonly url: string,
    private readonly token: string,
  ) {}

  static async signIn(url: string, email: string, password: string): Promise<PanelClient> {
    const { token } = await send<{ token: string }>(url, 'POST', '/api/v1/clients/auth/login', { email, password });
    return new PanelClient(url, token);
  }

  get<T = Json>(path: string): Promise<T> {
    return send<T>(this.url, 'GET', `/api/v1/clients/${path}`, undefined, this.token);
  }

  post<T = Json>(path: string, body: object): Promise<T> {
    return send<T>(this.url, 'POST', `/api/v1/clients/${path}`, body, this.token);
  }
}

/** A call outside the panel API, such as one to the sandbox. Throws unless the response is a success. */
export async function send<T>(
  url: string,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  token?: string,
): Promise<T> {
  const response = await request(`${url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await response.body.text();
  if (response.statusCode >= 400) throw new Error(`${method} ${path} returned ${response.statusCode}: ${text}`);
  return (JSON.parse(text) as { data: T }).data;
}
