import { Injectable } from '@nestjs/common';
import { IpLimitGuard } from './ip-limit.guard';

/** A per-IP limit of the same size for one purpose. It is counted separately, and no header reports it. */
@Injectable()
export abstract class BudgetLimitGuard extends IpLimitGuard {
  protected abstract override readonly budget: string;
  protected override readonly setsHeaders = false;
}
