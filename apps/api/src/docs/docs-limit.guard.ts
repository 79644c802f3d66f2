import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { IpLimit } from '../gateway/ip-limit';

/** The documentation is open to everybody, with a budget a minute of its own for each network address. */
@Injectable()
export class DocsLimitGuard implements CanActivate {
  constructor(private readonly limit: IpLimit) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    await this.limit.take('docs', context.switchToHttp().getRequest<Request>());
    return true;
  }
}
