import { Injectable } from '@nestjs/common';
import { BudgetLimitGuard } from './budget-limit.guard';

/** Limits sign-ins per network address: at that point there is no user to limit yet. */
@Injectable()
export class SignInLimitGuard extends BudgetLimitGuard {
  protected readonly budget = 'panel-login';
}
