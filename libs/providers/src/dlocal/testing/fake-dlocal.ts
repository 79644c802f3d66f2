import { dlocalAuthorization } from '@app/platform';
import type { ProviderMessage } from '@app/rails';
import { FakeServer, type FakeAnswer, type FakeCall } from '../../testing/fake-server';
import { FakeDlocalAccount, FakeDlocalError } from './fake-dlocal-account';

export const FAKE_CREDENTIALS = {
  login: 'fake-login-1',
  transKey: 'fake-trans-key-1',
  secretKeys: ['fake-secret-key-1', 'fake-secret-key-0'],
} as const;

export interface MessageOptions {
  readonly now?: Date;
  /** The secret that signs; the first by default. */
  readonly secret?: string;
  /** Of the address at which dLocal reports. */
  readonly query?: string;
}

/** dLocal's API of payins as a server on this machine, with an account of its own. */
export class FakeDlocal extends FakeServer {
  readonly account = new FakeDlocalAccount(() => this.url);

  static start(): Promise<FakeDlocal> {
    return new FakeDlocal().listen();
  }

  /** A message as dLocal sends it, signed. */
  message(content: object, options: MessageOptions = {}): ProviderMessage & { headers: Record<string, string> } {
    const { now = new Date(), secret = FAKE_CREDENTIALS.secretKeys[0], query = '' } = options;
    const body = Buffer.from(JSON.stringify(content));
    const { login } = FAKE_CREDENTIALS;
    const date = now.toISOString();
    const headers = {
      'content-type': 'application/json',
      'x-login': login,
      'x-date': date,
      authorization: dlocalAuthorization(secret, { login, date, body }),
    };
    return { method: 'POST', path: '/providers/dlocal/notifications', query, headers, body, now };
  }

  protected answer(call: FakeCall): FakeAnswer {
    return rejectionOf(call) ?? this.carryOut(call);
  }

  private carryOut({ method, url, headers, text }: FakeCall): FakeAnswer {
    try {
      const { searchParams } = url;
      if (method === 'GET' && url.pathname === '/currency-exchanges') {
        return this.rate(searchParams.get('from') ?? '', searchParams.get('to') ?? '');
      }
      const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
      const key = headers['x-idempotency-key'];
      return { status: 200, body: this.account.carryOut(method, url, body, typeof key === 'string' ? key : undefined) };
    } catch (error) {
      if (!(error instanceof FakeDlocalError)) throw error;
      const { status, code, message, param } = error;
      // A path that does not exist gets text.
      return { status, body: code === 0 ? message : { code, message, ...(param !== undefined && { param }) } };
    }
  }

  /** The number as it is written, with all of its digits. */
  private rate(from: string, to: string): FakeAnswer {
    const rate = from === 'USD' ? this.account.rates[to] : undefined;
    if (rate === undefined) throw new FakeDlocalError(400, 5001, 'Invalid parameter', 'to');
    return { status: 200, body: `{"from":"${from}","to":"${to}","rate":${rate}}` };
  }
}

/** How dLocal rejects a caller; undefined for one that it lets in. An old date is accepted. */
function rejectionOf({ headers, text: body }: FakeCall): FakeAnswer | undefined {
  const { login, transKey, secretKeys } = FAKE_CREDENTIALS;
  const rejected = (status: number, code: number, message: string, param?: string) => ({
    status,
    body: { code, message, ...(param !== undefined && { param }) },
  });
  const date = headers['x-date'];
  if (typeof date !== 'string') return rejected(400, 5001, 'Invalid parameter', 'X-Date');
  if (headers['x-login'] !== login || headers['x-trans-key'] !== transKey) {
    return rejected(403, 3001, 'Invalid credentials');
  }
  const right = dlocalAuthorization(secretKeys[0], { login, date, body });
  return headers.authorization === right ? undefined : rejected(400, 5000, 'Signature not match');
}
