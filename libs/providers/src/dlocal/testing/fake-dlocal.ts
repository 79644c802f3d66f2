import type { ProviderMessage } from '@app/rails';
import { FakeServer, type FakeCall, type FakeAnswer } from '../../testing/fake-server';
import { authorizationOf } from '../dlocal-wire';

export const FAKE_CREDENTIALS = {
  login: 'fake-login-1',
  transKey: 'fake-trans-key-1',
  secretKeys: ['fake-secret-key-1', 'fake-secret-key-0'],
} as const;

/** dLocal's API of payins as a server on this machine. */
export class FakeDlocal extends FakeServer {
  static start(): Promise<FakeDlocal> {
    return new FakeDlocal().listen();
  }

  /** A message as dLocal sends it, signed with the first of the secrets. */
  message(content: object, now = new Date()): ProviderMessage & { headers: Record<string, string> } {
    const body = Buffer.from(JSON.stringify(content));
    const { login, secretKeys } = FAKE_CREDENTIALS;
    const date = now.toISOString();
    const headers = {
      'content-type': 'application/json',
      'x-login': login,
      'x-date': date,
      authorization: authorizationOf(secretKeys[0], { login, date, body }),
    };
    return { method: 'POST', path: '/providers/dlocal/notifications', query: '', headers, body, now };
  }

  protected answer(call: FakeCall): FakeAnswer {
    return rejectionOf(call) ?? this.carryOut(call);
  }

  private carryOut({ method, url: { pathname } }: FakeCall): FakeAnswer {
    if (method === 'GET' && pathname === '/payments-methods') return { status: 200, body: [] };
    return { status: 404, body: 'NOT_FOUND' };
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
  const right = authorizationOf(secretKeys[0], { login, date, body });
  return headers.authorization === right ? undefined : rejected(400, 5000, 'Signature not match');
}
