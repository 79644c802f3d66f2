import type { Account } from '@app/accounts';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { Observable } from 'rxjs';
import { accountOf, type AuthenticatedRequest } from './caller';

/** What an operation checks before the body is validated. Interceptors run before pipes. */
export abstract class PreconditionsInterceptor implements NestInterceptor {
  /** Throws what the caller gets instead. `body` is as it was sent. */
  protected abstract check(account: Account, body: unknown): void | Promise<void>;

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    await this.check(accountOf(request), request.body);
    return next.handle();
  }
}
