import { PaymentLinks, type DeclaredAmount } from '@app/payment-links';
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Observable } from 'rxjs';
import { accountOf, type AuthenticatedRequest } from '../access/caller';

/** What is checked before the body of a new link: paused, KYC, KYB, minimum amount (rules 3.1 and 3.2). */
@Injectable()
export class LinkPreconditionsInterceptor implements NestInterceptor {
  constructor(private readonly links: PaymentLinks) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    await this.links.assertMayCreate(accountOf(request), request.body as DeclaredAmount);
    return next.handle();
  }
}
