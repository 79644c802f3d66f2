import type { ProviderMessage } from '@app/rails';
import { FakeServer, type FakeAnswer, type FakeCall } from '../../testing/fake-server';
import { FakeDlocalPayoutsAccount, FakePayoutError } from './fake-dlocal-payouts-account';

const PAYOUTS = '/payouts/v3';
export const FAKE_PAYOUTS_CLIENT_ID = 'fake-client-id-of-the-tests';
export const FAKE_PAYOUTS_CLIENT_SECRET = 'fake-client-secret-of-the-tests';

/** dLocal's payouts API as a server on this machine, with a merchant of its own. */
export class FakeDlocalPayouts extends FakeServer {
  readonly account = new FakeDlocalPayoutsAccount();
  /** How many seconds a token lasts, as dLocal says. */
  tokenLifetime = 180;
  private readonly tokens = new Set<string>();
  private given = 0;

  static start(): Promise<FakeDlocalPayouts> {
    return new FakeDlocalPayouts().listen();
  }

  /** Tokens that were given so far are refused from now on. */
  endTokens(): void {
    this.tokens.clear();
  }

  protected answer(call: FakeCall): FakeAnswer {
    try {
      const body = call.text === '' ? {} : (JSON.parse(call.text) as Record<string, unknown>);
      if (call.name === 'POST /oauth/token') return { status: 200, body: this.giveToken(body) };
      this.assertAuthorized(call);
      return this.carryOut(call, body);
    } catch (error) {
      if (!(error instanceof FakePayoutError)) throw error;
      const { status, code, message, param } = error;
      return { status, body: { code, message, ...(param !== undefined && { param }) } };
    }
  }

  private carryOut({ name, url }: FakeCall, body: Readonly<Record<string, unknown>>): FakeAnswer {
    if (name === `POST ${PAYOUTS}`) return { status: 200, body: this.account.submit(body) };
    if (name !== `GET ${PAYOUTS}`) return { status: 404, body: 'not found' };
    return { status: 200, body: this.account.payout(url.searchParams.get('external_id') ?? '') };
  }

  private giveToken({ grant_type: grant, client_id: id, client_secret: secret }: Record<string, unknown>): object {
    const isRight = id === FAKE_PAYOUTS_CLIENT_ID && secret === FAKE_PAYOUTS_CLIENT_SECRET;
    if (grant !== 'client_credentials' || !isRight) throw new FakePayoutError(401, 4001, 'Invalid credentials.');
    const token = `fake-token-${++this.given}`;
    this.tokens.add(token);
    return { access_token: token, scope: 'payouts', expires_in: this.tokenLifetime, token_type: 'Bearer' };
  }

  private assertAuthorized({ headers }: FakeCall): void {
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
    if (!this.tokens.has(token)) throw new FakePayoutError(401, 4001, 'Invalid credentials.');
    if (headers['x-version'] !== '3.0' || !headers['x-date']) {
      throw new FakePayoutError(400, 3001, 'Empty params X-Date');
    }
  }
}

/** A notification about a payout as dLocal sends it: the payout, unsigned. */
export function payoutMessage(
  content: object,
  now = new Date(),
): ProviderMessage & { headers: Record<string, string> } {
  const body = Buffer.from(JSON.stringify(content));
  const headers = { 'content-type': 'application/json' };
  return { method: 'POST', path: '/providers/dlocal/notifications', query: '', headers, body, now };
}
