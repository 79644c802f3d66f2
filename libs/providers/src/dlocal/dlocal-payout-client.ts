import type { Clock } from '@app/kernel';
import type { Log } from '@app/platform';
import type { Dispatcher } from 'undici';
import { shownText, type Json } from '../json';
import { callJson, type JsonRequest, type JsonResponse } from '../json-call';
import { PAYOUT_PATHS, pathOfPayout, PAYOUTS_VERSION } from './dlocal-payout-fields';
import { DlocalPayoutToken } from './dlocal-payout-token';

export interface DlocalPayoutsOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Without a final slash. */
  readonly apiBase: string;
  readonly log: Log;
  readonly clock: Clock;
  readonly dispatcher?: Dispatcher;
}

/** dLocal's codes of errors, as far as they matter here. */
const CODES = { invalidCredentials: 4001, unknownPayout: 5009, repeatedId: 5011, insufficientFunds: 5014 } as const;

/** dLocal rejected the call with a code: what it asked for did not happen. */
export class DlocalPayoutRejectedError extends Error {
  constructor(
    readonly code: number,
    /** dLocal's own words; null without any. */
    readonly reason: string | null,
    call: string,
  ) {
    super(`dLocal rejected ${call} with the code ${code}${reason === null ? '' : `: ${reason}`}`);
  }

  get isUnknownPayout(): boolean {
    return this.code === CODES.unknownPayout;
  }

  /** Whether our id is used already. */
  get isRepeated(): boolean {
    return this.code === CODES.repeatedId;
  }

  /** Whether our account has too little for it. */
  get isOutOfFunds(): boolean {
    return this.code === CODES.insufficientFunds;
  }

  /** Whether the same call will never succeed: a parameter is wrong (3xxx), or a rule forbids it (5xxx). */
  get isFinal(): boolean {
    if (this.isRepeated || this.isOutOfFunds) return false;
    return (this.code >= 3_000 && this.code < 4_000) || (this.code >= 5_000 && this.code < 6_000);
  }
}

/** dLocal refused the token. */
class RefusedTokenError extends Error {}

/**
 * Calls of dLocal's payouts API. Each throws `DlocalPayoutRejectedError`, or another error when the outcome is unknown.
 * A refused token is renewed once.
 */
export class DlocalPayoutClient {
  private readonly token: DlocalPayoutToken;

  constructor(private readonly options: DlocalPayoutsOptions) {
    this.token = new DlocalPayoutToken((signal) => this.requestToken(signal), options.clock);
  }

  submit(payout: Json, signal: AbortSignal): Promise<Json> {
    return this.call('POST', PAYOUT_PATHS.payouts, payout, signal);
  }

  /** The payout with our id; undefined when dLocal says that it has none. */
  async find(externalId: string, signal: AbortSignal): Promise<Json | undefined> {
    try {
      return await this.call('GET', pathOfPayout(externalId), undefined, signal);
    } catch (error) {
      if (error instanceof DlocalPayoutRejectedError && error.isUnknownPayout) return undefined;
      throw error;
    }
  }

  /** Gets a token, which proves the credentials and changes nothing. */
  async check(signal: AbortSignal): Promise<void> {
    await this.token.get(signal);
  }

  private async call(method: 'GET' | 'POST', path: string, body: Json | undefined, signal: AbortSignal): Promise<Json> {
    const token = await this.token.get(signal);
    try {
      return await this.callWith(token, method, path, body, signal);
    } catch (error) {
      if (!(error instanceof RefusedTokenError)) throw error;
      this.token.drop(token);
      return this.callWith(await this.token.get(signal), method, path, body, signal);
    }
  }

  private callWith(
    token: string,
    method: 'GET' | 'POST',
    path: string,
    body: Json | undefined,
    signal: AbortSignal,
  ): Promise<Json> {
    const headers = {
      'x-date': this.options.clock.now().toISOString(),
      'x-version': PAYOUTS_VERSION,
      authorization: `Bearer ${token}`,
    };
    const text = body && JSON.stringify(body);
    return this.send({ method, path, headers, ...(text !== undefined && { body: text }) }, signal);
  }

  private requestToken(signal: AbortSignal): Promise<Json> {
    const { clientId, clientSecret } = this.options;
    const asked = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    return this.send({ method: 'POST', path: PAYOUT_PATHS.token, headers: {}, body: JSON.stringify(asked) }, signal);
  }

  private send(request: Omit<JsonRequest, 'base'>, signal: AbortSignal): Promise<Json> {
    const { apiBase: base, log, dispatcher } = this.options;
    return callJson({ ...request, base }, { provider: 'dLocal payouts', log, signal, dispatcher }, readResponse);
  }
}

/** Without a code, as from a proxy or a path that the API does not have, a response says nothing about the payout. */
function readResponse({ status, json, call }: JsonResponse): Json {
  if (status >= 200 && status < 300) {
    if (json) return json;
    throw new Error(`dLocal responded to ${call} with something that is not a JSON object`);
  }
  const code = json?.['code'];
  if (status === 401 || (status === 403 && code === CODES.invalidCredentials)) {
    throw new RefusedTokenError(`dLocal refused ${call} with ${status}`);
  }
  if (status === 400 && typeof code === 'number' && Number.isInteger(code)) {
    throw new DlocalPayoutRejectedError(code, reasonOf(json), call);
  }
  throw new Error(`dLocal responded to ${call} with ${status}`);
}

/** `param` names the field that is wrong, if one is. */
function reasonOf(json: Json | undefined): string | null {
  const [message, param] = [shownText(json?.['message']), shownText(json?.['param'])];
  return message === null || param === null || message.includes(param) ? (message ?? param) : `${message} (${param})`;
}
