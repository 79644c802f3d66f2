import { CONFIG, type Config } from '@app/platform';
import { DomainError } from '@app/kernel';
import { Inject, Injectable, type CanActivate } from '@nestjs/common';

@Injectable()
export class SandboxOnlyGuard implements CanActivate {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  canActivate(): boolean {
    if (this.config.environment === 'sandbox') return true;
    throw new DomainError('RESOURCE_NOT_FOUND', 'There is nothing at this address.');
  }
}
