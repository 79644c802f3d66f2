import { ApiKeyVerifier, ApiKeyUsage, type KeyVerification } from '@app/accounts';
import { Clock } from '@app/kernel';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { LayerError } from '../http/layer-error';
import type { ExternalRequest } from './external-request';

/** Verifies the API key and puts its `Caller` on the request. Throws one of the five `LayerError`s of authentication. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    private readonly directory: ApiKeyVerifier,
    private readonly usage: ApiKeyUsage,
    private readonly clock: Clock,
  ) {}

  /** A promise only when the key is not in the directory's cache. */
  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<ExternalRequest>();
    const credential = credentialOf(request);
    if (credential === undefined) throw LayerError.unauthorized('missing_api_key');
    const result = this.directory.verify(credential);
    return result instanceof Promise
      ? result.then((verified) => this.accept(request, verified))
      : this.accept(request, result);
  }

  private accept(request: ExternalRequest, result: KeyVerification): true {
    if (result.outcome !== 'verified') throw LayerError.unauthorized(result.outcome);
    request.caller = { account: result.account, key: result.key };
    this.usage.record(result.key.id, this.clock.now());
    return true;
  }
}

/**
 * `Authorization` is read first. When it is present, `X-API-KEY` is ignored, and another scheme than Bearer counts as
 * no credential.
 */
function credentialOf({ headers }: ExternalRequest): string | undefined {
  const { authorization } = headers;
  if (authorization !== undefined) return /^Bearer +(\S.*)$/i.exec(authorization)?.[1]?.trimEnd();
  const header = headers['x-api-key'];
  return typeof header === 'string' && header !== '' ? header : undefined;
}
