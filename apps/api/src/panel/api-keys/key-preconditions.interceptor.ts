import { assertMayIssueKeys, type Account } from '@app/accounts';
import { Injectable } from '@nestjs/common';
import { PreconditionsInterceptor } from '../../access/preconditions.interceptor';

/** Rejects a new API key of an account whose identity is not verified, before the body is validated. */
@Injectable()
export class KeyPreconditionsInterceptor extends PreconditionsInterceptor {
  protected check(account: Account): void {
    assertMayIssueKeys(account);
  }
}
