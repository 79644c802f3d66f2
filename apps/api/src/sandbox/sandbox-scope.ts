import { DomainError } from '@app/kernel';
import { SandboxProvider } from '@app/providers';
import { ProviderRoutes } from '@app/rails';
import { Injectable } from '@nestjs/common';

/** What can be simulated: orders and payouts that the sandbox serves. */
@Injectable()
export class SandboxScope {
  constructor(
    private readonly sandbox: SandboxProvider,
    private readonly routes: ProviderRoutes,
  ) {}

  /** Throws `RESOURCE_NOT_FOUND` for a record that another provider serves. */
  assertServes(storedName: string): void {
    if (!this.sandbox.storedNames.includes(storedName)) throw new ServedElsewhereError();
  }

  /** Throws `RESOURCE_NOT_FOUND` when new orders of the method go to another provider. */
  assertOpens(method: string): void {
    const route = this.routes.collect(method);
    if (route && route.provider.name !== this.sandbox.name) throw new ServedElsewhereError();
  }
}

class ServedElsewhereError extends DomainError {
  constructor() {
    super('RESOURCE_NOT_FOUND', 'Another provider serves this, so it cannot be simulated.');
  }
}
