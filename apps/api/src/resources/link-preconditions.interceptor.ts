import type { Account } from '@app/accounts';
import { PaymentLinks, type DeclaredAmount } from '@app/payment-links';
import { Injectable } from '@nestjs/common';
import { PreconditionsInterceptor } from '../access/preconditions.interceptor';

/** What is checked before the body of a new link: paused, KYC, KYB, minimum amount (rules 3.1 and 3.2). */
@Injectable()
export class LinkPreconditionsInterceptor extends PreconditionsInterceptor {
  constructor(private readonly links: PaymentLinks) {
    super();
  }

  protected check(account: Account, body: unknown): Promise<void> {
    return this.links.assertMayCreate(account, body as DeclaredAmount);
  }
}
