import { AccountDirectory, KeyUsage } from '@app/accounts';
import { Clock } from '@app/kernel';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { LayerError } from '../errors/layer-error';
import type { ExternalRequest } from './request';

/** Verifies the API key and puts its `Caller` on the request. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    private readonly directory: AccountDirectory,
    private readonly usage: KeyUsage,
    private readonly clock: Clock,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ExternalRequest>();
    const credential = credentialOf(request);
    if (credential === undefined) throw LayerError.unauthorized('missing_api_key');
    const result = await this.directory.verify(credential);
    if (result.outcome !== 'verified') throw LayerError.unauthorized(result.outcome);
    request.caller = { account: result.account, key: result.key };
    this.usage.record(result.key.id, this.clock.now());
    return true;
  }
}

/**
 * `Authorization` is read first, and once it is there `X-API-KEY` is not read at all: another scheme than Bearer is
 * no credential, and neither is what stands in the other header then.
 */
function credentialOf(request: ExternalRequest): string | undefined {
  const authorization = request.headers.authorization;
  if (authorization !== undefined) return /^Bearer +(\S.*)$/i.exec(authorization)?.[1]?.trimEnd();
  const header = request.headers['x-api-key'];
  return typeof header === 'string' && header !== '' ? header : undefined;
}
