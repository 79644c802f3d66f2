import { Injectable } from '@nestjs/common';
import { BudgetLimitGuard } from '../gateway/budget-limit.guard';

/** Limits requests for the documentation per network address: they need no credential. */
@Injectable()
export class DocsLimitGuard extends BudgetLimitGuard {
  protected readonly budget = 'docs';
}
