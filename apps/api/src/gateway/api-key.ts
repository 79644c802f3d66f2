import { AccountDirectory, KeyUsage, type KeyVerification } from '@app/accounts';
import { Clock } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { LayerError } from '../http/layer-error';
import type { ExternalRequest } from './request';

/** Verifies the API key and puts its `Caller` on the request. */
@Injectable()
export class ApiKeyCheck {
  constructor(
    private readonly directory: AccountDirectory,
    private readonly usage: KeyUsage,
    private readonly clock: Clock,
  ) {}

  /** Throws one of the five `LayerError`s of authentication. */
  check(request: ExternalRequest): void | Promise<void> {
    const credential = credentialOf(request);
    if (credential === undefined) throw LayerError.unauthorized('missing_api_key');
    const result = this.directory.verify(credential);
    return result instanceof Promise
      ? result.then((verified) => this.accept(request, verified))
      : this.accept(request, result);
  }

  private accept(request: ExternalRequest, result: KeyVerification): void {
    if (result.outcome !== 'verified') throw LayerError.unauthorized(result.outcome);
    request.caller = { account: result.account, key: result.key };
    this.usage.record(result.key.id, this.clock.now());
  }
}

/**
 * `Authorization` is read first, and once it is there `X-API-KEY` is not read at all: another scheme than Bearer is
 * no credential, and neither is what stands in the other header then.
 */
function credentialOf({ headers }: ExternalRequest): string | undefined {
  const { authorization } = headers;
  if (authorization !== undefined) return /^Bearer +(\S.*)$/i.exec(authorization)?.[1]?.trimEnd();
  const header = headers['x-api-key'];
  return typeof header === 'string' && header !== '' ? header : undefined;
}
