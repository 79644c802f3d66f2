import type { Tx } from '@app/kernel';
import { Merchants } from '../accounts/application/merchants';
import type { Account } from '../accounts/domain/account';

/** Finds the accounts that a test puts into its map. */
export class GivenMerchants extends Merchants {
  readonly given = new Map<string, Account>();

  constructor() {
    super(undefined as never, undefined as never);
  }

  override async find(id: string): Promise<Account | undefined> {
    return this.given.get(id);
  }

  override async findInTransaction(_tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Account>> {
    return new Map([...this.given].filter(([id]) => ids.includes(id)));
  }
}
