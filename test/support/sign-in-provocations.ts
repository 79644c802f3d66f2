import { signInWithCookie } from './browser';
import type { Call } from './call';
import { HttpClient, type HttpResponse } from './http-client';
import { LOGIN, signIn } from './panel';
import { setUpSecondFactor, turnSecondFactorOn } from './second-factor';
import type { Merchant, TestService } from './service';

type Provoke = () => Promise<HttpResponse>;

const AUTH = '/api/v1/clients/auth';

/** Makes the operations of signing in fail, each time for a separate merchant. */
export class SignInProvocations {
  constructor(private readonly service: TestService) {}

  /** Undefined for a code that other operations return for the same reason. */
  find(code: string, call: Call): Provoke | undefined {
    if (!call.path.startsWith(`${AUTH}/`)) return undefined;
    if (code === 'PERMISSION_DENIED') return () => this.fromElsewhere(call);
    if (code === 'SECOND_FACTOR_REQUIRED') return () => this.withoutCode(call);
    if (code === 'SIGN_IN_LOCKED' && call.path !== LOGIN) return () => this.whileLocked(call);
    return undefined;
  }

  /** Makes the call with a cookie, but not from a page of the service. */
  async fromElsewhere(call: Call): Promise<HttpResponse> {
    const { cookie } = await signInWithCookie(this.service, await this.service.merchant());
    return this.send(new HttpClient(this.service.url, { cookie }), call);
  }

  /** Makes the call as, or in a session of, a user who has a second factor. */
  private async withoutCode({ path }: Call): Promise<HttpResponse> {
    const { email, password, ...merchant } = await this.service.merchant();
    const { token, panel } = await signIn(this.service, { ...merchant, email, password });
    await turnSecondFactorOn(panel, password);
    const headers: Record<string, string> = path === LOGIN ? {} : { authorization: `Bearer ${token}` };
    return this.service.anonymous().post(path, { email, password }, headers);
  }

  /** Makes the call in a session of a user whose address five failures have locked since. */
  private async whileLocked(call: Call): Promise<HttpResponse> {
    const merchant = await this.service.merchant();
    const { token, panel } = await signIn(this.service, merchant);
    if (call.path.endsWith('/totp/confirm')) await setUpSecondFactor(panel, merchant.password);
    if (call.path.endsWith('/totp')) await turnSecondFactorOn(panel, merchant.password);
    await this.lock(merchant);
    return this.send(new HttpClient(this.service.url, { authorization: `Bearer ${token}` }), call);
  }

  private async lock({ email }: Merchant): Promise<void> {
    for (let i = 0; i < 5; i++) await this.service.anonymous().post(LOGIN, { email, password: 'not the password' });
  }

  private send(client: HttpClient, { method, path, body }: Call): Promise<HttpResponse> {
    return client.send(method, path.replace('{id}', '01890a5d-ac96-774b-bcce-b302099a8057'), body);
  }
}
